package yaml

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// failsLookups says which lookups fail for a value that Puppet refuses when it looks up the key at
// the root. Where no level reads the file other code may read it, which may have no such scruples.
func failsLookups(p *rule.FilePass, d *diagnostic.Diagnostic, n *data.Node) {
	lookups := "every lookup of " + rule.LookupName(n)
	if path := n.Path(); len(path) > 0 && path[0] == rule.OptionsKey {
		lookups = p.EveryLookup()
	}
	d.Detail = "Puppet fails " + lookups
	if len(p.File.Matches) == 0 {
		d.Severity = diagnostic.Warning
		d.Detail = "If Puppet reads this file, it fails " + lookups
	}
}

// permits reports whether a function that may read the file may load objects of a Ruby class, which Puppet refuses.
func permits(p *rule.FilePass, class string) bool {
	return slices.ContainsFunc(p.File.Functions, func(f *project.DataFunction) bool { return f.Permits(class) })
}

// problems are those of the document that make a difference to what reads the file. Functions of the site may read what
// is no hash, and what their source permits.
func problems(p *rule.FilePass) []*data.Problem {
	if !p.ReadByCode() {
		return p.Doc().Problems
	}
	var problems []*data.Problem
	for _, problem := range p.Doc().Problems {
		switch problem.Code {
		case data.NotAHash, data.EmptyDocument, data.ExtraDocument:
		case data.ForbiddenClass:
			if !permits(p, problem.Class) {
				problems = append(problems, problem)
			}
		default:
			problems = append(problems, problem)
		}
	}
	return problems
}
