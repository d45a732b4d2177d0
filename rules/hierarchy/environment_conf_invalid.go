package hierarchy

import (
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
)

// EnvironmentConfInvalid reports all that is wrong with an environment.conf.
var EnvironmentConfInvalid = &rule.Rule{
	ID: "HL4010", Name: "environment-conf-invalid", Family: family, Severity: diagnostic.Error,
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

// reportEnvironment reports a problem of the file at path with the severity of what Puppet does
// about it.
func reportEnvironment(p *rule.Pass, problem *environment.Problem, fixes []diagnostic.Fix, path string) {
	outcome := problem.Outcome(p.PuppetVersion)
	if outcome == (environment.Outcome{}) && problem.Code == environment.BadMetadata {
		return // Puppet 8 takes an empty file for none
	}
	d := diagnostic.Diagnostic{File: problem.File, Span: problem.Span, Message: problem.Cause, Help: environmentHelp(problem), Fixes: fixes}
	if d.File == nil {
		d.File = source.New(p.Project.Store.Name(path), nil)
	}
	d.Span = rule.FirstLineOf(d.File, d.Span)
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
		d.Detail += ": `" + rule.Quoted(outcome.Text) + "`"
	}
	if problem.Related.Len() > 0 {
		d.Related = []diagnostic.Related{{File: d.File, Span: problem.Related, Message: "the first one is here"}}
	}
	if near := settingMeant(problem); near != "" {
		d.Help = "did you mean `" + near + "`?"
		d.Fixes = []diagnostic.Fix{{Message: "write `" + near + "`", Edits: []diagnostic.TextEdit{{File: d.File, Span: problem.Span, New: near}}}}
	}
	p.Report(d)
}

// settingMeant is the setting or variable that an unknown one was probably meant to be; "" when none is near.
func settingMeant(problem *environment.Problem) string {
	near, ok := nearest.Name(problem.Name, problem.Known)
	switch {
	case !ok:
		return ""
	case problem.Code == environment.UnknownSetting:
		return near
	case problem.Code == environment.UnknownVariable:
		return "$" + near
	default:
		return ""
	}
}

// environmentHelp is what to write instead of what is wrong with an environment.conf or a metadata.json.
func environmentHelp(problem *environment.Problem) string {
	switch problem.Code {
	case environment.UnmatchedLine:
		if strings.HasPrefix(string(problem.File.Slice(problem.Span)), "\uFEFF") {
			return "remove the byte order mark at the start of the file"
		}
		return "write `name = value`; a comment is a line of its own that starts with `#`"
	case environment.MissingMetadata:
		return "give `" + problem.Name + "`; all of `" + strings.Join(problem.Known, "`, `") + "` are needed"
	default:
		return environmentHelps[problem.Code]
	}
}

var environmentHelps = map[environment.Code]string{
	environment.BadEncoding:          "save it as UTF-8",
	environment.IgnoredSection:       "remove the line",
	environment.BadFileOption:        "write `$name` without braces, and list alternatives one by one",
	environment.RepeatedSetting:      "remove one of them",
	environment.EmptyModulePathEntry: "remove one of the colons",
	environment.CommentInValue:       "put the comment on a line of its own",
	environment.SpaceInModulePath:    "remove the spaces",
	environment.EnvironmentVariable:  "write a path that is relative to the environment",
	environment.NotMetadata:          "write an object in braces",
	environment.BadModuleName:        "write the name as `author-module`",
	environment.BadDependencies:      "write `[]` when there are none",
	environment.BadDependency:        "write `{\"name\": \"author/module\", \"version_requirement\": \">= 1.0.0\"}`",
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
