package rules

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// HashKeyNotString reports keys of hashes that are neither texts nor numbers.
var HashKeyNotString = &rule.Rule{
	ID: "HL1012", Name: "hash-key-not-string", Family: yamlFamily, Severity: diagnostic.Error,
	Doc: rule.Doc{
		Title: "A key of a hash is not a text",
		What: "A key that YAML reads as a boolean (`on`, `yes`, `true`), as nothing (`~`, `null`), as a list or as a hash, at any depth. Numbers are allowed as keys of nested hashes. " +
			"At the root of a file such a key, and a number too, cannot be looked up by any name (a warning).",
		Why: "`on:` and `no:` look like every other key. One of them makes the whole value that it stands in unusable.",
		Puppet: "Every lookup of the key at the root fails with `… has wrong type, expects Puppet::LookupValue, got Hash[Boolean[true], …]`; other keys of the file still work. " +
			"At the root such a key is skipped in the data of an environment; in that of a module it makes every lookup of a key of the module crash. " +
			"(Puppet 7.23 and 8.11, cases gen.yaml-scalars:9e530a7, lookup_options/m_intk)",
		Examples: []rule.Example{
			{
				Avoid:  map[string]string{"data/common.yaml": "app::hooks:\n  on: start # want\n  after: stop\n"},
				Prefer: map[string]string{"data/common.yaml": "app::hooks:\n  'on': start\n  after: stop\n"},
				Lookup: "app::hooks", Fails: "has wrong type, expects Puppet::LookupValue, got Hash", PreferValue: `{"on":"start","after":"stop"}`,
			},
			{
				Avoid:  map[string]string{"data/common.yaml": "app::port: 80\nno: Norge # want\n"},
				Prefer: map[string]string{"data/common.yaml": "app::port: 80\n'no': Norge\n"},
				Lookup: "no", Fails: "did not find a value for the name 'no'", PreferValue: `"Norge"`,
			},
		},
	},
	CheckFile: func(p *rule.FilePass) {
		for _, key := range p.UnusableKeys() {
			if isOptionProblem(p, key) {
				continue // which lookup-options-reserved reports
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
				d.Detail = "Puppet crashes on every lookup of a key `" + p.Module() + "::…`: it asks the key how it starts"
				p.Report(d)
			case len(p.File.Readers) > 0:
				d := wrongKey(p.Pass, key)
				d.Severity = diagnostic.Warning
				d.Detail = "Puppet looks up texts: no lookup finds this key"
				p.Report(d)
			}
		}
	},
}

// wrongKey is what is wrong with a key that is not a text, with the fix to quote it.
func wrongKey(p *rule.Pass, key *data.Node) diagnostic.Diagnostic {
	d := diagnostic.Diagnostic{Span: firstLine(key), Key: keyPath(key)}
	if key.Kind != data.Scalar || key.Text() == "" {
		d.Message = "the key is " + kindOf(key.Value) + ", not a text"
		d.Help = "use a text as the key"
		return d
	}
	d.Message = "the key `" + shown(key.Text()) + "` is " + kindOf(key.Value) + ", not a text"
	d.Help = "put the key in quotes"
	if key.Style == data.Plain && key.Tag == "" {
		fix := quote(p.Source(), key.Span)
		fix.Message = "quote the key"
		d.Fixes = []diagnostic.Fix{fix}
	}
	return d
}
