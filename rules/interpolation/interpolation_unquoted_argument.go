package interpolation

import (
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/rule"
)

// InterpolationUnquotedArgument reports %{lookup(key)}.
var InterpolationUnquotedArgument = &rule.Rule{
	ID: "HL2006", Name: "interpolation-unquoted-argument", Family: family, Severity: diagnostic.Error,
	CheckFile: func(p *rule.FilePass) {
		for text, token := range p.Tokens() {
			if token.Kind != interpolate.Variable || mistake.Of(text.Template.Text, token) != mistake.UnquotedArgument || callsLiteral(text, token) {
				continue
			}
			p.Report(malformedToken(p.Pass, text, token))
		}
	},
}
