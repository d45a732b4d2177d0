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

// SourceFileMissing reports URLs of files that a module lacks.
var SourceFileMissing = &rule.Rule{
	ID: "HL5014", Name: "source-file-missing", Family: family, Severity: diagnostic.Warning,
	CheckFile: func(p *rule.FilePass) {
		for _, n := range p.ModuleURLs() {
			if parts := moduleURL().FindStringSubmatch(n.Value.Text()); parts != nil && !strings.Contains(parts[2], "..") && !isOneOfSeveral(n) {
				checkModuleURL(p, n, parts[1], parts[2])
			}
		}
	},
}

// moduleURL matches the URL of a file in a module, without characters that Puppet encodes.
var moduleURL = lazyregexp.New(`^puppet:///modules/([a-z][a-z0-9_]*)/([\w./@+,=~-]+)$`)

// isOneOfSeveral reports whether n is in an array with other sources. Puppet uses the first one that exists.
func isOneOfSeveral(n *data.Node) bool {
	return n.Parent != nil && n.Parent.Kind == data.Sequence && len(n.Parent.Children) > 1
}

// checkModuleURL reports the URL of a file if each environment that has its data also has the module, without the file.
func checkModuleURL(p *rule.FilePass, n *data.Node, module, path string) {
	environments := lists.Filter(p.Project.Environments, func(env *project.Environment) bool { return usage.BelongsTo(env, project.Definition{File: p.File}) })
	lacksFile := func(env *project.Environment) bool {
		return env.Presence(module) == project.Present && !env.HasModuleFile(module, path) && !env.MayHaveModuleFile(module, path)
	}
	if len(environments) == 0 || !lists.All(environments, lacksFile) {
		return
	}
	url := n.Value.Text()
	d := diagnostic.Diagnostic{
		Span: rule.FirstLine(n), Key: rule.KeyPath(n),
		Message: "module `" + rule.Shown(module) + "` has no file `files/" + rule.Shown(path) + "`",
		Detail:  "If a file resource has this URL as its source, the agent fails: `Could not retrieve information from environment production source(s) " + rule.Quoted(url) + "`",
		Help:    "add the file, or correct the URL",
	}
	if meant, ok := environments[0].MeantModuleFile(module, path); ok {
		instead := strings.TrimSuffix(url, path) + meant
		d.Help = rule.DidYouMean(rule.Shown(instead))
		d.Fixes = []diagnostic.Fix{edit.Write(p.Source(), n.SourceSpan(0, len(url)), instead)}
	}
	p.Report(d)
}
