package yaml

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// EmptyDataFile reports data files without any key.
var EmptyDataFile = &rule.Rule{
	ID: "HL1004", Name: "empty-data-file", Family: family, Severity: diagnostic.Note,
	CheckFile: func(p *rule.FilePass) {
		for _, problem := range problems(p) {
			if problem.Code == data.EmptyDocument {
				p.ReportProblem(problem, diagnostic.Diagnostic{
					Message: "this file has no data",
					Detail:  "Puppet warns about it in every run of every node that reads it",
					Help:    "write `{}` if that is meant, or remove the file",
				})
			}
		}
	},
}
