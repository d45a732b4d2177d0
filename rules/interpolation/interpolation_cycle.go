package interpolation

import (
	"slices"

	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// InterpolationCycle reports values that reference themselves.
var InterpolationCycle = &rule.Rule{
	ID: "HL2012", Name: "interpolation-cycle", Family: family, Severity: diagnostic.Error,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		for _, f := range p.Failures(outcome.Recursion) {
			// The key itself must be part of the cycle. A key that only leads to it is not the cause.
			if len(f.Hops) == 0 || f.Hops[0].Node == nil || rule.RootOf(f.Hops[len(f.Hops)-1].Key) != p.Key.Name || f.Hops[0].Node.Path()[0] == lookupoptions.Key {
				continue
			}
			first := f.Hops[0]
			severity, unless := rule.SeverityOf(f.Extent), ""
			if mayBeOverridden(p, first.Node.Doc.File.Path) {
				severity, unless = diagnostic.Warning, ", unless data that is not in the tree overrides it"
			}
			p.Report(diagnostic.Diagnostic{
				File: first.Node.Doc.File, Span: rule.TokenOf(first), Key: rule.KeyPath(first.Node), Severity: severity,
				Message: "`" + rule.Shown(p.Key.Name) + "` refers to itself" + byWayOf(f.Hops),
				Detail:  "Every lookup of the key fails " + rule.On(f.Extent) + unless + rule.QuotedError(f.Error),
				Help:    "replace one of the references with a value",
				Related: rule.Hops(f.Hops[1:]),
			})
		}
	},
}

// mayBeOverridden reports whether data that is missing from the tree has priority over a file, such as a file of values
// that users add: a reference to the key itself may be a placeholder for them.
func mayBeOverridden(p *rule.KeyPass, path string) bool {
	for _, m := range p.Project.MatchesOf(path) {
		at := slices.Index(m.Root.Config.Hierarchy, m.Level)
		for _, u := range p.Project.UnseenData(m.Root) {
			if unseen := slices.Index(u.Root.Config.Hierarchy, u.Level); unseen < at || unseen == at && 0 <= u.Location && u.Location < m.Location {
				return true
			}
		}
	}
	return false
}

func byWayOf(all []outcome.Hop) string {
	if len(all) < 2 {
		return ""
	}
	return " through `" + rule.Shown(rule.RootOf(all[0].Key)) + "`"
}
