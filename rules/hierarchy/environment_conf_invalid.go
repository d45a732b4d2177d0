package hierarchy

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// EnvironmentConfInvalid reports mistakes in an environment.conf.
var EnvironmentConfInvalid = &rule.Rule{
	ID: "HL4010", Name: "environment-conf-invalid", Family: family, Severity: diagnostic.Error,
	CheckProject: func(p *rule.ProjectPass) {
		seen := map[string]bool{}
		for _, env := range p.Project.Environments {
			if env.Dir == "" || seen[env.Dir] {
				continue
			}
			seen[env.Dir] = true
			hasSpaces := false // one finding for all of them
			for _, problem := range env.Problems {
				isSpace := problem.Code == environment.SpaceInModulePath
				if !isSpace || !hasSpaces {
					reportEnvironment(p.Pass, problem, filepath.Join(env.Dir, "environment.conf"))
				}
				hasSpaces = hasSpaces || isSpace
			}
			if len(env.Misnamed) > 0 && !hasSpaces {
				reportMisnamed(p.Pass, env)
			}
		}
	},
}

// reportMisnamed reports the directories of the modulepath that do not exist although another one has modules. Only the
// first of those that may be the same directory is reported, without a fix, since the other directories may exist on the server.
func reportMisnamed(p *rule.Pass, env *project.Environment) {
	reported := map[string]bool{}
	for i, m := range env.Misnamed {
		if reported[m.Actual] {
			continue
		}
		reported[m.Actual] = true
		d := diagnostic.Diagnostic{
			Severity: diagnostic.Warning,
			File:     env.Conf.File,
			Span:     m.Span,
			Message:  "the modulepath lists `" + rule.Shown(m.Text) + "`, which does not exist, but not `" + rule.Shown(m.Actual) + "`, which contains modules",
			Detail:   "Puppet finds neither the classes nor the data of these modules",
			Help:     "add `" + rule.Shown(m.Actual) + "` to the modulepath",
		}
		if isOnly := !slices.ContainsFunc(env.Misnamed[i+1:], func(other project.MisnamedModules) bool { return other.Actual == m.Actual }); isOnly {
			d.Meant, d.Fixes = m.Actual, []diagnostic.Fix{edit.Write(env.Conf.File, m.Span, m.Actual)}
		}
		p.Report(d)
	}
}

// reportEnvironment reports a problem of the file at path. Its severity depends on what Puppet does about it.
func reportEnvironment(p *rule.Pass, problem *environment.Problem, path string) {
	outcome := problem.Outcome(p.PuppetVersion)
	if outcome == (environment.Outcome{}) && problem.Code == environment.BadMetadata {
		return // Puppet 8 ignores an empty file
	}
	d := diagnostic.Diagnostic{File: problem.File, Span: problem.Span, Message: environmentCause(problem, filepath.Base(path)), Help: environmentHelp(problem)}
	if d.File == nil {
		d.File = source.New(p.Project.Store.Name(path), nil)
	}
	d.Span = rule.FirstLineOf(d.File, d.Span)
	switch outcome.Effect {
	case environment.Fails:
		d.Severity = diagnostic.Error
		d.Detail = "Every lookup in the environment fails, and no catalog compiles"
	case environment.HidesModule:
		d.Severity = diagnostic.Error
		d.Detail = "Puppet ignores the module, including its classes and data"
	case environment.Warns:
		d.Severity = diagnostic.Warning
		d.Detail = "Puppet warns and continues"
	case environment.Silent:
		d.Severity = diagnostic.Warning
		d.Detail = "Puppet silently accepts it"
	}
	if outcome.Text != "" {
		d.Detail += ": `" + rule.Quoted(outcome.Text) + "`"
	}
	if problem.Related.Len() > 0 {
		d.Related = []diagnostic.Related{{File: d.File, Span: problem.Related, Message: "first set here"}}
	}
	if near := settingMeant(problem); near != "" {
		d.Meant = near
		d.Fixes = []diagnostic.Fix{edit.Write(d.File, problem.Span, near)}
	}
	p.Report(d)
}

// settingMeant returns the setting or variable closest to an unknown one, or "".
func settingMeant(problem *environment.Problem) string {
	near, ok := nearest.Name(problem.Name, problem.Known)
	switch {
	case !ok:
		return ""
	case problem.Code == environment.UnknownSetting:
		return near
	case problem.Code == environment.UnknownVariable:
		return "$" + near
	}
	return ""
}

// environmentCause describes a problem of an environment.conf or metadata.json in a sentence.
func environmentCause(problem *environment.Problem, file string) string {
	switch problem.Code {
	case environment.Unreadable:
		return "`" + file + "` cannot be read: " + problem.Err.Error()
	case environment.UnknownSetting:
		return "unknown setting `" + problem.Name + "` in `environment.conf`"
	case environment.RepeatedSetting:
		return "`" + string(problem.File.Slice(problem.Span)) + "` is set twice; Puppet uses the first one"
	case environment.UnknownVariable:
		return "undefined setting `" + problem.Name + "`"
	case environment.ModulePathNotText:
		return "`modulepath` must be a list of directories, but Puppet treats `" + string(problem.File.Slice(problem.Span)) + "` as a boolean"
	case environment.BadMetadata:
		if problem.Document != nil {
			cause, _ := mistake.InDocument(problem.Document)
			return "invalid `metadata.json`: " + cause
		}
		return "`metadata.json` is empty"
	case environment.NotMetadata:
		if problem.File.Text[problem.Span.Start] == '[' {
			return "`metadata.json` must be an object, not an array"
		}
		return "`metadata.json` must be an object"
	case environment.MissingMetadata:
		return "`metadata.json` lacks `" + problem.Name + "`"
	}
	return environmentCauses[problem.Code]
}

var environmentCauses = map[environment.Code]string{
	environment.BadEncoding:          "invalid UTF-8",
	environment.UnmatchedLine:        "invalid line in `environment.conf`",
	environment.BadFileOption:        "braces in a value can only hold file options, as in `{owner = root}`",
	environment.IgnoredSection:       "`environment.conf` has no sections; Puppet ignores everything in this one",
	environment.EnvironmentVariable:  "`$environment` is undefined in the modulepath",
	environment.SpaceInModulePath:    "the spaces around the colon are part of the directory name, so no module is found there",
	environment.CommentInValue:       "a `#` after a value does not start a comment; it is part of the directory name",
	environment.EmptyModulePathEntry: "an empty modulepath entry means the environment itself: every directory in it becomes a module",
	environment.TooWideModulePath:    "the globs in the modulepath match too many directories, so hieralint does not search them",
	environment.TooLongModulePath:    "the modulepath has too many entries, so hieralint searches only those before this one",
	environment.BadDependencies:      "`dependencies` must be an array",
	environment.BadDependency:        "a dependency must be an object with a `name`",
	environment.BadModuleName:        "`name` must be a string",
}

// environmentHelp returns what to write instead.
func environmentHelp(problem *environment.Problem) string {
	switch problem.Code {
	case environment.UnmatchedLine:
		if strings.HasPrefix(string(problem.File.Slice(problem.Span)), "\uFEFF") {
			return "remove the byte order mark at the start of the file"
		}
		return "write `name = value`; a comment starts with `#`, on a separate line"
	case environment.MissingMetadata:
		return "add `" + problem.Name + "`; all of `" + strings.Join(problem.Known, "`, `") + "` are required"
	}
	return environmentHelps[problem.Code]
}

var environmentHelps = map[environment.Code]string{
	environment.BadEncoding:          "save it as UTF-8",
	environment.IgnoredSection:       "remove the line",
	environment.BadFileOption:        "write `$name` without braces, and list alternatives one by one",
	environment.RepeatedSetting:      "remove one of them",
	environment.EmptyModulePathEntry: "remove one of the colons",
	environment.TooWideModulePath:    "name the directories that hold modules",
	environment.TooLongModulePath:    "name the directories that hold modules",
	environment.CommentInValue:       "put the comment on a separate line",
	environment.SpaceInModulePath:    "remove the spaces",
	environment.EnvironmentVariable:  "write a path that is relative to the environment",
	environment.NotMetadata:          "write an object in braces",
	environment.BadModuleName:        "write the name as `author-module`",
	environment.BadDependencies:      "write `[]` if there are none",
	environment.BadDependency:        "write `{\"name\": \"author/module\", \"version_requirement\": \">= 1.0.0\"}`",
}
