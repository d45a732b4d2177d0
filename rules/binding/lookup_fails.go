package binding

import (
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// LookupFails reports lookups that fail for reasons not covered by another rule.
var LookupFails = &rule.Rule{
	ID: "HL5009", Name: "lookup-fails", Family: family, Severity: diagnostic.Error,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		for _, f := range p.Failures(outcome.WrongSubKey, outcome.NoDecryption, outcome.OtherCause, outcome.BadMerge) {
			if f.Cause == outcome.BadMerge && !isUnexplained(f) {
				continue
			}
			d := diagnostic.Diagnostic{
				Severity: rule.SeverityOf(f.Extent), Message: "lookup of `" + rule.Shown(p.Key.Name) + "` fails",
				Detail: "Every lookup fails " + rule.On(f.Extent) + rule.QuotedError(f.Error),
				Help:   "correct the value, or the reference to it",
			}
			if !rule.PlaceFailure(&d, f) || isConfigInvalid(p.Site, d.File) {
				continue
			}
			if f.Cause == outcome.BadMerge {
				d.Help = "write a value that `" + f.Case.Entry.Strategy.Name() + "` merges, with strings as keys of hashes"
			}
			if f.Cause == outcome.WrongSubKey && len(f.Hops) > 0 {
				last := f.Hops[len(f.Hops)-1]
				d.Message = "`" + rule.Shown(last.Key) + "` names a subkey that the value of `" + rule.Shown(rule.RootOf(last.Key)) + "` cannot have"
				d.Help = fitSubkey
			}
			if isConfig(p.Site, d.File) {
				if p.Key.Name == "" {
					continue // eyaml_lookup_key refuses no other key
				}
				d.Message = "every lookup fails"
				d.Detail = "The hierarchy cannot be read " + rule.On(f.Extent) + rule.QuotedError(f.Error)
			}
			p.Report(d)
		}
	},
}

// isUnexplained reports whether lookup-options-merge-conflict does not report a failed merge: a reference has a value of the wrong type, or
// a key of a hash is not a string.
func isUnexplained(f rule.Failure) bool {
	strategy := merging.ByOptions(f.Case)
	return strategy != "" && len(f.Hops) == 0 && len(merging.Conflicts(f.Case, strategy)) == 0
}

// fitSubkey is the help for a subkey that a value cannot have.
const fitSubkey = "use a number for an element of an array, and a key for an entry of a hash"

// isConfig reports whether a file is a hiera.yaml.
func isConfig(p *rule.Site, file *source.File) bool {
	return slices.ContainsFunc(p.Project.Roots, func(root *project.Root) bool { return root.Config.Doc.File == file })
}

// isConfigInvalid reports whether a file is an invalid hiera.yaml, which hiera-config-invalid reports.
func isConfigInvalid(p *rule.Site, file *source.File) bool {
	return slices.ContainsFunc(p.Project.Roots, func(root *project.Root) bool {
		return root.Config.Doc.File == file && slices.ContainsFunc(root.Config.Problems, func(problem *config.Problem) bool { return problem.Puppet8.Effect == config.Fails })
	})
}
