package rules

import (
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// InterpolationUnquotedArgument reports %{lookup(key)}.
var InterpolationUnquotedArgument = &rule.Rule{
	ID: "HL2006", Name: "interpolation-unquoted-argument", Family: interpolationFamily, Severity: diagnostic.Error,
	Doc: rule.Doc{
		Title: "The argument of a function has no quotes",
		What:  "A token that looks like a call but has no quotes around the argument, as `%{lookup(key)}`.",
		Why:   "It is not a call, so nothing is looked up; in Puppet 7 the value is silently empty.",
		Puppet: "The whole of `lookup(key)` is taken for the name of a variable. It is undefined: an error in Puppet 8, an empty string and " +
			"a warning in Puppet 7. (Puppet 7.23 and 8.11)",
		Examples: []rule.Example{{
			Avoid: map[string]string{"data/common.yaml": "db::host: db.example.com\n" +
				"app::db: \"%{lookup(db::host)}\" # want\n"},
			Prefer: map[string]string{"data/common.yaml": "db::host: db.example.com\n" +
				"app::db: \"%{lookup('db::host')}\"\n"},
			Lookup: "app::db", Value: `""`, PreferValue: `"db.example.com"`,
		}},
	},
	CheckFile: func(p *rule.FilePass) {
		for text, token := range p.Tokens() {
			if token.Kind != interpolate.Variable || token.Mistake != interpolate.UnquotedArgument || callsLiteral(text, token) {
				continue
			}
			p.Report(malformedToken(p.Pass, text, token))
		}
	},
}
