package rules

import (
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// EyamlInPlainLevel reports encrypted values that no level decrypts.
var EyamlInPlainLevel = &rule.Rule{
	ID: "HL6003", Name: "eyaml-in-plain-level", Family: secretsFamily, Severity: diagnostic.Error,
	Doc: rule.Doc{
		Title: "An encrypted value is in a file that is read without decryption",
		What: "An `ENC[…]` block of hiera-eyaml in a file that only levels with `yaml_data` or `json_data` read. " +
			"A warning where no level of a hierarchy before version 5 decrypts, since the server may have another one.",
		Why:    "The encrypted text itself becomes the password, in the configuration of every node that reads the file.",
		Puppet: "Only `eyaml_lookup_key` decrypts; to other functions the block is a text like any other. (Puppet 7.23 and 8.11)",
		Examples: []rule.Example{{
			Avoid: map[string]string{
				"hiera.yaml":       "version: 5\nhierarchy:\n  - name: Common\n    path: common.yaml\n",
				"data/common.yaml": "db::password: ENC[PKCS7,MIH0BgkqhkiG9w0BBwOggeYwgeMCAQAxgZ8wgZwCAQAwBTAAAg] # want\n",
			},
			Prefer: map[string]string{
				"hiera.yaml":        eyamlLevel,
				"data/common.eyaml": "db::password: >\n" + eyamlBlock,
			},
			Lookup: "db::password", Value: `"ENC[PKCS7,MIH0BgkqhkiG9w0BBwOggeYwgeMCAQAxgZ8wgZwCAQAwBTAAAg]"`,
		}},
	},
	CheckFile: func(p *rule.FilePass) {
		if len(p.Blocks()) == 0 {
			return
		}
		how, reader := decryptionOf(p)
		if how != notDecrypted || isRefused(p.Site, reader.Root) {
			return
		}
		severity := diagnostic.Warning
		if decryptsSomewhere(p) {
			severity = diagnostic.Error
		}
		for _, n := range p.Blocks() {
			found := openings(n.Value.Text())
			if len(found) == 0 {
				continue
			}
			span := found[0].span(n.Value.Text())
			p.Report(diagnostic.Diagnostic{
				Severity: severity,
				Span:     firstLineOf(p.Source(), n.SourceSpan(span.Start, span.End)),
				Key:      keyPath(n),
				Message:  "this value is encrypted, but level `" + shown(reader.Level.Name) + "` does not decrypt",
				Detail:   "Puppet takes the encrypted text for the value",
				Help:     plainHelp(reader.Level),
			})
		}
	},
}

// decryptsSomewhere tells whether a hierarchy that reads the file has a level that decrypts, or is of version 5,
// which lies beside its data. Otherwise the server may have another hierarchy.
func decryptsSomewhere(p *rule.FilePass) bool {
	return slices.ContainsFunc(p.File.Readers, func(r project.Reader) bool {
		if r.Root.Config.Version == 5 && !r.Assumed {
			return true
		}
		for level := range levels(r.Root.Config) {
			if level.Function.Name == "eyaml_lookup_key" {
				return true
			}
		}
		return false
	})
}

// plainHelp says how a level becomes one that decrypts.
func plainHelp(level *config.Level) string {
	if level.Extension != "" { // before version 5
		return "move the value to a file of the eyaml backend"
	}
	return "read the file with `lookup_key: eyaml_lookup_key`, or move the value to a file that is read so"
}
