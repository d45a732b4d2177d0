package yaml

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// DataFileNotAHash reports data files whose top level is an array or a scalar.
var DataFileNotAHash = &rule.Rule{
	ID: "HL1003", Name: "data-file-not-a-hash", Family: family, Severity: diagnostic.Error,
	CheckFile: func(p *rule.FilePass) {
		for _, problem := range problems(p) {
			if problem.Code != data.NotAHash || p.File.Stray == project.Orphan {
				continue // may be a file of another program, as no level reads it
			}
			version := " in Puppet 8; Puppet 7 treats it as empty"
			if p.Doc().Format == data.JSON {
				version = ""
			}
			d := diagnostic.Diagnostic{
				Message: "a data file must be a hash, not " + rule.KindOf(p.Doc().Value),
				Detail:  "Every lookup that reaches this file fails" + version,
			}
			if !isMeantToBeRead(p) {
				d.Severity = diagnostic.Warning
				d.Detail = "If Puppet reads this file, every lookup that reaches it fails" + version
			}
			p.ReportProblem(problem, d)
		}
	},
}

// isMeantToBeRead reports whether a level is meant to read the file. It may also match by chance if a variable in the
// path can have any value: `%{facts.os.name}.yaml` matches `test.yaml`, too.
func isMeantToBeRead(p *rule.FilePass) bool {
	f := p.File
	fixed := slices.ContainsFunc(f.Matches, func(m project.Match) bool { return len(m.Vars) == 0 })
	return fixed || len(f.Matches) > 0 && !rule.IsExample(rule.BelowRoot(f))
}
