package yaml

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// YAMLMultipleDocuments reports additional documents in a file, which Puppet ignores.
var YAMLMultipleDocuments = &rule.Rule{
	ID: "HL1006", Name: "yaml-multiple-documents", Family: family, Severity: diagnostic.Warning,
	CheckFile: func(p *rule.FilePass) {
		if p.File.Stray == project.Orphan {
			return // other programs read all documents of a file
		}
		reportExtraDocument(p.Pass, problems(p))
	},
	CheckConfig: func(p *rule.ConfigPass) { reportExtraDocument(p.Pass, p.Config().Doc.Problems) },
}

// reportExtraDocument reports that a file has a second document.
func reportExtraDocument(p *rule.Pass, problems []*data.Problem) {
	for _, problem := range problems {
		if problem.Code == data.ExtraDocument {
			p.ReportDocumentProblem(problem, diagnostic.Diagnostic{Detail: "Puppet reads only the first document, which ends above this line, and silently ignores the others"})
		}
	}
}
