package yaml

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// HashKeyNotString reports keys of hashes that are neither strings nor numbers.
var HashKeyNotString = &rule.Rule{
	ID: "HL1012", Name: "hash-key-not-string", Family: family, Severity: diagnostic.Error,
	Selectors: []*rule.Selector{unusableKeys},
	CheckFile: func(p *rule.FilePass) {
		for _, key := range p.Selected(unusableKeys) {
			if slices.ContainsFunc(p.OptionProblems(), func(problem lookupoptions.Problem) bool { return problem.Node == key }) {
				continue // lookup-options-reserved reports it
			}
			d := wrongKey(p.Pass, key)
			failsLookups(p, &d, key)
			p.Report(d)
		}
		for _, key := range p.RootKeys() {
			switch {
			case key.Value == nil || key.Value.Kind() == data.String || key.Value.Kind() == data.Symbol:
			case p.Module() != "":
				d := wrongKey(p.Pass, key)
				d.Detail = "Puppet crashes on every lookup of a key `" + p.Module() + "::…`"
				p.Report(d)
			case len(p.File.Matches) > 0:
				d := wrongKey(p.Pass, key)
				d.Severity = diagnostic.Warning
				d.Detail = "Puppet looks up strings, so no lookup finds this key"
				p.Report(d)
			}
		}
	},
}

// unusableKeys chooses the keys of nested hashes that Puppet rejects.
var unusableKeys = &rule.Selector{Parts: rule.NestedKeys, Choose: rule.IsUnusableKey}

// wrongKey returns the finding about a key that is not a string, with the fix that quotes it.
func wrongKey(p *rule.Pass, key *data.Node) diagnostic.Diagnostic {
	d := diagnostic.Diagnostic{Span: rule.FirstLine(key), Key: rule.KeyPath(key)}
	if key.Kind != data.Scalar || key.Text() == "" {
		d.Message = "the key is " + rule.KindOf(key.Value) + ", not a string"
		d.Help = "use a string as the key"
		return d
	}
	d.Message = "the key `" + rule.Shown(key.Text()) + "` is " + rule.KindOf(key.Value) + ", not a string"
	d.Help = "quote the key"
	if key.Style == data.Plain && key.Tag == "" {
		fix := edit.Quote(p.Source(), key.Span)
		fix.Message = "quote the key"
		d.Fixes = []diagnostic.Fix{fix}
	}
	return d
}
