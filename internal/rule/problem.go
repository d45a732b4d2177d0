package rule

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
)

// ReportProblem reports a problem of the data file, completed by d. Puppet's message, which people search for, is the
// detail if d has none.
func (p *FilePass) ReportProblem(problem *data.Problem, d diagnostic.Diagnostic) {
	if d.Detail == "" && problem.Message != "" {
		d.Detail = "Puppet fails every lookup that reaches this file: `" + Quoted(problem.Message) + "`"
		if p.ReadByCode() {
			d.Detail = "The function `" + p.File.Functions[0].Name + "` cannot read this file: `" + Quoted(problem.Message) + "`"
		}
	}
	p.ReportDocumentProblem(problem, d)
}

// ReportDocumentProblem reports a problem of a document, completed by d.
func (p *Pass) ReportDocumentProblem(problem *data.Problem, d diagnostic.Diagnostic) {
	d.Span = problem.Span
	d.Key = KeyPathOf(problem.Node)
	if d.Message == "" {
		d.Message = problem.Cause
	}
	if d.Help == "" {
		d.Help = problem.Help
	}
	if problem.Replacement != "" {
		d.Fixes = []diagnostic.Fix{{
			Message: "write `" + Shown(problem.Replacement) + "`",
			Safe:    true,
			Edits:   []diagnostic.TextEdit{{File: p.Source(), Span: problem.Span, New: problem.Replacement}},
		}}
	}
	p.Report(d)
}

// ReadByCode reports whether only functions of the site read the file, which may change its keys.
func (p *FilePass) ReadByCode() bool { return len(p.File.Functions) > 0 }
