package yaml

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// YAMLDateValue reports unquoted dates and times.
var YAMLDateValue = &rule.Rule{
	ID: "HL1007", Name: "yaml-date-value", Family: family, Severity: diagnostic.Error,
	CheckFile: func(p *rule.FilePass) {
		for _, problem := range problems(p) {
			if problem.Code != data.ForbiddenClass || !isDate(problem) {
				continue
			}
			d := diagnostic.Diagnostic{
				Message: "unquoted date or time",
				Detail:  "Puppet cannot parse the file, so every lookup that reaches it fails",
				Help:    "quote it",
			}
			if problem.Node.Style == data.Plain && problem.Node.Tag == "" {
				fix := edit.Quote(p.Source(), problem.Node.Span)
				if problem.Node.IsKey() {
					fix.Message = "quote the key"
				}
				d.Help, d.Fixes = fix.Message, []diagnostic.Fix{fix}
			}
			if isUnread(p) {
				d.Severity, d.Detail = diagnostic.Warning, "If Puppet reads this file, every lookup that reaches it fails"
				for i := range d.Fixes {
					d.Fixes[i].Safe = false // another program may read a date
				}
			}
			p.ReportProblem(problem, d)
		}
	},
}

// isUnread reports whether no level reads the file, so that it may not be Hiera data.
func isUnread(p *rule.FilePass) bool { return len(p.File.Matches) == 0 && !p.ReadByCode() }

func isDate(problem *data.Problem) bool {
	return problem.Node != nil && problem.Node.Kind == data.Scalar && (problem.Class == "Date" || problem.Class == "Time")
}
