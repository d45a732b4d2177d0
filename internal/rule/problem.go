package rule

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
)

// ReportProblem reports a problem of the data file with what d says about it. Puppet's own text, which people search for,
// becomes the detail where d has none.
func (p *FilePass) ReportProblem(problem *data.Problem, d diagnostic.Diagnostic) {
	if d.Detail == "" && problem.Message != "" {
		d.Detail = "Puppet fails every lookup that reaches this file: `" + Quoted(problem.Message) + "`"
		if p.ReadByCode() {
			d.Detail = "The function `" + p.File.Functions[0].Name + "` cannot read this file: `" + Quoted(problem.Message) + "`"
		}
	}
	p.ReportDocumentProblem(problem, d)
}

// ReportDocumentProblem reports a problem of a document with what d says about it.
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

// ReadByCode reports whether only functions of the site read the file: it is not known what they make of
// keys.
func (p *FilePass) ReadByCode() bool { return len(p.File.Functions) > 0 }
