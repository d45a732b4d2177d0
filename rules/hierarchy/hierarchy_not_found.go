package hierarchy

import (
	"path"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// HierarchyNotFound reports directories with data that no hierarchy reads.
var HierarchyNotFound = &rule.Rule{
	ID: "HL4014", Name: "hierarchy-not-found", Family: family, Severity: diagnostic.Warning, Gap: diagnostic.NoHierarchy,
	CheckProject: func(p *rule.ProjectPass) {
		for i := range p.Project.WithoutHierarchy {
			b := &p.Project.WithoutHierarchy[i]
			if b.Config == nil || b.Config.Config.Err(p.PuppetVersion) == nil { // otherwise hiera-config-invalid reports it
				p.Report(blind(b, writers(p.Site)))
			}
		}
	},
}

// writers returns the declarations of class `hiera` (module puppet/hiera) with a hierarchy, from which the module
// writes the server's hiera.yaml.
func writers(p *rule.Site) []diagnostic.Related {
	var all []diagnostic.Related
	for _, env := range p.Project.Environments {
		code := p.CodeOf[env]
		if code == nil {
			continue
		}
		for _, d := range code.Declarations("hiera") {
			if slices.Contains(d.Given, "hierarchy") {
				all = append(all, diagnostic.Related{File: d.File, Span: d.Span, Message: "class `hiera` writes the hierarchy of the server"})
			}
		}
	}
	return all
}

func blind(b *project.WithoutHierarchy, writers []diagnostic.Related) diagnostic.Diagnostic {
	d := diagnostic.Diagnostic{
		File:    source.New(b.Unread[0], nil),
		Message: "no hierarchy found for the data here: " + plural.Count(len(b.Unread), "file") + " in " + folders(b.Unread),
		Detail:  "The levels are unknown, so only the files themselves were checked",
		Help:    "set `hiera_config` under `environments` in .hieralint.yaml to the hiera.yaml that production uses; if there is none, turn this rule off",
	}
	if b.Config != nil {
		d.File = b.Config.Config.Doc.File
		d.Message = "no level of this hierarchy matches the files that look like data: " + plural.Count(len(b.Unread), "file") + " in " + folders(b.Unread)
	}
	if len(writers) > 0 {
		d.Related = writers
		d.Help = "put the hiera.yaml that class `hiera` writes into the repository, and set `hiera_config` under `environments` in .hieralint.yaml to it"
	}
	if len(b.Candidates) > 0 {
		d.Help += ". The hiera.yaml may be " + some(b.Candidates, plural.Or)
	}
	return d
}

// folders returns a phrase with the directories of some files.
func folders(files []string) string {
	var all []string
	for _, f := range files {
		if dir := path.Dir(f); !slices.ContainsFunc(all, func(known string) bool { return dir == known || strings.HasPrefix(dir, known+"/") }) {
			all = append(all, dir)
		}
	}
	return some(all, plural.And)
}

// some joins a few of many names.
func some(names []string, join func([]string) string) string {
	const few = 4
	if len(names) > few {
		return strings.Join(plural.Code(names[:few]), ", ") + ", …"
	}
	return join(plural.Code(names))
}
