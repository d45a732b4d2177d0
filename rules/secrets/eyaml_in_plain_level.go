package secrets

import (
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// EyamlInPlainLevel reports encrypted values that no level decrypts.
var EyamlInPlainLevel = &rule.Rule{
	ID: "HL6003", Name: "eyaml-in-plain-level", Family: family, Severity: diagnostic.Error,
	Selectors: []*rule.Selector{rule.Blocks},
	CheckFile: func(p *rule.FilePass) {
		if len(p.Selected(rule.Blocks)) == 0 {
			return
		}
		how, m := decryptionOf(p)
		if how != notDecrypted || p.IsRefused(m.Root) || m.Root.Substitute {
			return
		}
		severity := diagnostic.Warning
		if decryptsSomewhere(p) {
			severity = diagnostic.Error
		}
		for _, n := range p.Selected(rule.Blocks) {
			found := openings(n.Value.Text())
			if len(found) == 0 {
				continue
			}
			span := found[0].span(n.Value.Text())
			p.Report(diagnostic.Diagnostic{
				Severity: severity,
				Span:     rule.FirstLineOf(p.Source(), n.SourceSpan(span.Start, span.End)),
				Key:      rule.KeyPath(n),
				Message:  "this value is encrypted, but level `" + rule.Shown(m.Level.Name) + "` does not decrypt values",
				Detail:   "The encrypted string becomes the value",
				Help:     plainHelp(m.Level),
			})
		}
	},
}

// decryptsSomewhere reports whether a hierarchy that reads the file has a level that decrypts, or has version 5, which
// belongs to its data. Otherwise, the server may use another hierarchy.
func decryptsSomewhere(p *rule.FilePass) bool {
	return slices.ContainsFunc(p.File.Matches, func(m project.Match) bool {
		return m.Root.Config.Version == 5 && !m.Assumed || slices.ContainsFunc(m.Root.Config.AllLevels(), decrypts)
	})
}

// plainHelp returns how to make a level decrypt.
func plainHelp(level *config.Level) string {
	if level.Extension != "" { // before version 5
		return "move the value to a file of the eyaml backend"
	}
	return "set `lookup_key: eyaml_lookup_key` for this level, or move the value to a level that has it"
}
