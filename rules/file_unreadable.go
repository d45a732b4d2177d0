package rules

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// FileUnreadable reports what the run had to do without.
var FileUnreadable = &rule.Rule{
	ID: "HL1009", Name: "file-unreadable", Family: yamlFamily, Severity: diagnostic.Error, Gap: diagnostic.UnreadableInput,
	Doc: rule.Doc{
		Title: "A file cannot be read",
		What: "A data file, hiera.yaml or directory that cannot be opened, a symbolic link that leads nowhere, in a circle or out of the tree, and what is " +
			"no regular file, or larger than any data file should be. The rest of the project is checked all the same. The exit code is 3, but for a link that leads out of the tree, " +
			"or to what is kept elsewhere: that is a note.",
		Why:    "What cannot be read cannot be checked. A dangling link is data that Puppet does not see either.",
		Puppet: "A path that does not exist is skipped without a word. A file that exists but cannot be read fails every lookup with the text of the operating system. (Puppet 7.23)",
	},
	CheckFile: func(p *rule.FilePass) {
		for _, problem := range p.Doc().Problems {
			if problem.Code == data.TooLarge || problem.Code == data.Unreadable {
				reportProblem(p, problem, diagnostic.Diagnostic{Detail: notChecked})
			}
		}
	},
	CheckProject: func(p *rule.ProjectPass) {
		for _, u := range p.Project.Unreadable {
			d := diagnostic.Diagnostic{File: u.File, Message: u.Reason, Detail: notChecked}
			if u.Harmless {
				d.Severity = diagnostic.Note
			}
			p.Report(d)
		}
	},
}

const notChecked = "It was not checked; the rest of the project was"
