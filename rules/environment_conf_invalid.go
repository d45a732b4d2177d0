package rules

import (
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// EnvironmentConfInvalid reports all that is wrong with an environment.conf.
var EnvironmentConfInvalid = &rule.Rule{
	ID: "HL4010", Name: "environment-conf-invalid", Family: hierarchyFamily, Severity: diagnostic.Error,
	CheckProject: func(p *rule.ProjectPass) {
		seen := map[string]bool{}
		for _, env := range p.Project.Environments {
			if env.Dir == "" || seen[env.Dir] {
				continue
			}
			seen[env.Dir] = true
			var spaces []*environment.Problem // one mistake, however many colons it is made at
			for _, problem := range env.Problems {
				if problem.Code == environment.SpaceInModulePath {
					spaces = append(spaces, problem)
				} else {
					reportEnvironment(p.Pass, problem, nil, filepath.Join(env.Dir, "environment.conf"))
				}
			}
			if len(spaces) > 0 {
				reportEnvironment(p.Pass, spaces[0], []diagnostic.Fix{withoutSpaces(spaces)}, spaces[0].File.Path)
			}
		}
	},
}

// ModuleMetadataInvalid reports a metadata.json for which Puppet does not see the module.
var ModuleMetadataInvalid = &rule.Rule{
	ID: "HL4011", Name: "module-metadata-invalid", Family: hierarchyFamily, Severity: diagnostic.Error,
	CheckProject: func(p *rule.ProjectPass) {
		seen := map[string]bool{}
		for _, env := range p.Project.Environments {
			for _, m := range env.Environment.Modules() {
				if seen[m.Dir] || env.Installed(m) {
					continue
				}
				seen[m.Dir] = true
				for _, problem := range m.Problems {
					reportEnvironment(p.Pass, problem, nil, filepath.Join(m.Dir, "metadata.json"))
				}
			}
		}
	},
}

// reportEnvironment reports a problem of the file at path with the severity of what Puppet does
// about it.
func reportEnvironment(p *rule.Pass, problem *environment.Problem, fixes []diagnostic.Fix, path string) {
	outcome := problem.Outcome(p.PuppetVersion)
	if outcome == (environment.Outcome{}) && problem.Code == environment.BadMetadata {
		return // Puppet 8 takes an empty file for none
	}
	d := diagnostic.Diagnostic{File: problem.File, Span: problem.Span, Message: problem.Cause, Help: problem.Help, Fixes: fixes}
	if d.File == nil {
		d.File = source.New(p.Project.Store.Name(path), nil)
	}
	d.Span = firstLineOf(d.File, d.Span)
	switch outcome.Effect {
	case environment.Fails:
		d.Severity = diagnostic.Error
		d.Detail = "Puppet fails every lookup in the environment, and compiles no catalog"
	case environment.HidesModule:
		d.Severity = diagnostic.Error
		d.Detail = "Puppet does not see the module: neither its classes nor its data"
	case environment.Warns:
		d.Severity = diagnostic.Warning
		d.Detail = "Puppet warns and goes on"
	case environment.Silent:
		d.Severity = diagnostic.Warning
		d.Detail = "Puppet says nothing"
	}
	if outcome.Text != "" {
		d.Detail += ": `" + quoted(outcome.Text) + "`"
	}
	if problem.Related.Len() > 0 {
		d.Related = []diagnostic.Related{{File: d.File, Span: problem.Related, Message: "the first one is here"}}
	}
	if problem.Suggestion != "" {
		d.Fixes = []diagnostic.Fix{{Message: "write `" + problem.Suggestion + "`", Edits: []diagnostic.TextEdit{{File: d.File, Span: problem.Span, New: problem.Suggestion}}}}
	}
	p.Report(d)
}

// withoutSpaces removes the white space at both ends of entries of a modulepath.
func withoutSpaces(entries []*environment.Problem) diagnostic.Fix {
	fix := diagnostic.Fix{Message: "remove the spaces", Safe: true}
	for _, entry := range entries {
		text := string(entry.File.Slice(entry.Span))
		start := entry.Span.Start + len(text) - len(strings.TrimLeft(text, " \t"))
		end := entry.Span.Start + len(strings.TrimRight(text, " \t"))
		for _, blank := range []source.Span{{Start: entry.Span.Start, End: start}, {Start: end, End: entry.Span.End}} {
			if blank.Len() > 0 {
				fix.Edits = append(fix.Edits, diagnostic.TextEdit{File: entry.File, Span: blank})
			}
		}
	}
	return fix
}
