package yaml

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// YAMLSyntaxError reports files that Puppet cannot parse.
var YAMLSyntaxError = &rule.Rule{
	ID: "HL1001", Name: "yaml-syntax-error", Family: family, Severity: diagnostic.Error,
	CheckFile: func(p *rule.FilePass) {
		for _, problem := range problems(p) {
			switch problem.Code {
			case data.SyntaxError, data.UnknownAlias, data.CyclicAlias, data.AliasBomb, data.TooDeep:
				p.ReportProblem(problem, diagnostic.Diagnostic{})
			default: // other rules report it
			}
		}
	},
}
