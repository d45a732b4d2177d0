package yaml

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// FileUnreadable reports files and directories that cannot be read.
var FileUnreadable = &rule.Rule{
	ID: "HL1009", Name: "file-unreadable", Family: family, Severity: diagnostic.Error, Gap: diagnostic.UnreadableInput,
	CheckFile: func(p *rule.FilePass) {
		for _, problem := range p.Doc().Problems {
			if problem.Code == data.TooLarge || problem.Code == data.Unreadable {
				p.ReportProblem(problem, diagnostic.Diagnostic{Detail: notChecked})
			}
		}
	},
	CheckProject: func(p *rule.ProjectPass) {
		for _, u := range p.Project.Unreadable {
			d := diagnostic.Diagnostic{File: u.File, Message: u.Reason, Meant: u.Near}
			if p.Project.Checked() > 0 {
				d.Detail = notChecked
			}
			if u.Directory {
				d.Detail = "Every lookup that would read a file of this name fails: `Is a directory @ io_fread`"
				d.Help = "rename the directory, or correct the path that leads to it"
			}
			if u.Harmless {
				d.Severity = diagnostic.Note
			}
			p.Report(d)
		}
	},
}

const notChecked = "This file was not checked; the rest of the project was"
