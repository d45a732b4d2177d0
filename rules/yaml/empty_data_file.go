package yaml

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// EmptyDataFile reports data files without any key.
var EmptyDataFile = &rule.Rule{
	ID: "HL1004", Name: "empty-data-file", Family: family, Severity: diagnostic.Note,
	CheckFile: func(p *rule.FilePass) {
		for _, problem := range problems(p) {
			if problem.Code != data.EmptyDocument {
				continue
			}
			d := diagnostic.Diagnostic{
				Message: "empty data file",
				Detail:  "Puppet warns about it on every run of every node that reads it",
				Help:    "write `{}` if this is intended, or remove the file",
			}
			if p.File.Stray == project.Orphan {
				d.Detail, d.Help = "No level reads it", "remove it"
			}
			p.ReportProblem(problem, d)
		}
	},
}
