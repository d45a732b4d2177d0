package rule

import (
	"cmp"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/project"
)

// ReportProblem reports a problem of the data file as d. If d has no detail, it is set to Puppet's
// message, so that people can search for it.
func (p *FilePass) ReportProblem(problem *data.Problem, d diagnostic.Diagnostic) {
	if d.Detail == "" && problem.Message != "" && !problem.Code.IsLimit() {
		d.Detail = "Every lookup that reaches this file fails: `" + Quoted(problem.Message) + "`"
		switch {
		case p.File.Stray == project.Orphan:
			d.Detail = "No level reads this file, and Puppet cannot read it: `" + Quoted(problem.Message) + "`"
		case p.ReadByCode():
			d.Detail = "The function `" + p.File.Functions[0].Name + "` cannot read this file: `" + Quoted(problem.Message) + "`"
		case p.File.Stray == project.Unclaimed:
			d.Detail = "If Puppet reads this file, every lookup that reaches it fails: `" + Quoted(problem.Message) + "`"
		}
	}
	p.ReportDocumentProblem(problem, d)
}

// ReportDocumentProblem reports a problem of a document as d.
func (p *Pass) ReportDocumentProblem(problem *data.Problem, d diagnostic.Diagnostic) {
	d.Span = problem.Span
	d.Key = KeyPath(problem.Node)
	cause, help := mistake.InDocument(problem)
	d.Message = cmp.Or(d.Message, cause)
	d.Help = cmp.Or(d.Help, help)
	p.Report(d)
}

// ReadByCode reports whether the file is read only by custom functions, which may change its keys.
func (p *FilePass) ReadByCode() bool { return len(p.File.Functions) > 0 }
