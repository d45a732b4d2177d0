package binding

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/usage"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// SourceFileMissing reports URLs of files and paths of templates that a module lacks.
var SourceFileMissing = &rule.Rule{
	ID: "HL5014", Name: "source-file-missing", Family: family, Severity: diagnostic.Warning,
	Nodes: moduleFiles,
	CheckNode: func(p *rule.FilePass, n *data.Node) {
		text := n.Value.Text()
		if strings.Contains(text, "..") || isOneOfSeveral(n) {
			return
		}
		if parts := moduleURL().FindStringSubmatch(text); parts != nil {
			checkModuleFile(p, n, project.ModuleFile{Module: parts[1], Dir: "files", Path: parts[2]})
		} else if parts := templatePath().FindStringSubmatch(text); parts != nil {
			checkModuleFile(p, n, project.ModuleFile{Module: parts[1], Dir: templates, Path: parts[2]})
		}
	},
}

// moduleFiles chooses the strings that start like the URL of a file in a module, or end like the path of a
// template.
var moduleFiles = &rule.Selector{Parts: rule.Strings, Choose: func(n *data.Node) bool { return mayBeModuleFile(n.Value.Text()) }}

func mayBeModuleFile(text string) bool {
	return strings.HasPrefix(text, "puppet:///modules/") || strings.HasSuffix(text, ".erb") || strings.HasSuffix(text, ".epp")
}

var (
	// moduleURL matches the URL of a file in a module, without characters that Puppet encodes.
	moduleURL = lazyregexp.New(`^puppet:///modules/([a-z][a-z0-9_]*)/([\w./@+,=~-]+)$`)
	// templatePath matches the path of a template in a module.
	templatePath = lazyregexp.New(`^([a-z][a-z0-9_]*)/([\w./@+,=~-]+\.(?:erb|epp))$`)
)

// templates is the directory of a module that has its templates.
const templates = "templates"

// isOneOfSeveral reports whether n is in an array with other sources. Puppet uses the first one that exists.
func isOneOfSeveral(n *data.Node) bool {
	return n.Parent != nil && n.Parent.Kind == data.Sequence && len(n.Parent.Children) > 1
}

// checkModuleFile reports a file if each environment that has its data also has the module, without the file.
func checkModuleFile(p *rule.FilePass, n *data.Node, file project.ModuleFile) {
	environments := lists.Filter(p.Project.Environments, func(env *project.Environment) bool { return usage.BelongsTo(env, project.Definition{File: p.File}) })
	text := n.Value.Text()
	lacksFile := func(env *project.Environment) bool {
		return env.Presence(file.Module) == project.Present && !env.HasModuleFile(file) && !env.MayHaveModuleFile(file) && !mayBeIncomplete(env, file, text)
	}
	if len(environments) == 0 || !lists.All(environments, lacksFile) {
		return
	}
	d := diagnostic.Diagnostic{
		Span: rule.FirstLine(n), Key: rule.KeyPath(n),
		Message: "module `" + rule.Shown(file.Module) + "` has no file `" + file.Dir + "/" + rule.Shown(file.Path) + "`",
		Detail:  "If a file resource has this URL as its source, the agent fails: `Could not retrieve information from environment production source(s) " + rule.Quoted(text) + "`",
		Help:    "add the file, or correct the URL",
	}
	if file.Dir == templates {
		d.Detail = "If code passes this path to `template` or `epp`, catalogs fail to compile: `Could not find template '" + rule.Shown(text) + "'`"
		d.Help = "add the template, or correct the path"
	}
	if meant, ok := environments[0].MeantModuleFile(file); ok {
		instead := strings.TrimSuffix(text, file.Path) + meant
		d.Meant = instead
		d.Fixes = []diagnostic.Fix{edit.Write(p.Source(), n.SourceSpan(0, len(text)), instead)}
	}
	p.Report(d)
}

// mayBeIncomplete reports whether a path without a scheme may not be that of a template in the module: the module has no
// templates, or code adds the name of another module.
func mayBeIncomplete(env *project.Environment, file project.ModuleFile, path string) bool {
	if file.Dir != templates {
		return false
	}
	return !env.HasModuleFile(project.ModuleFile{Module: file.Module, Dir: templates}) || env.IsBelowDir(templates, path) || env.IsBelowDir("files", path)
}
