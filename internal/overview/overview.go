// Package overview collects what reports show besides findings: the hierarchies of a project, the
// files that they read, and the value of each key at each level. Package report has the form.
package overview

import (
	"path"
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/report"
)

// Of returns the overview of a project for reports: its hierarchies and the files that they
// read, and the keys that keys has collected, with their values at each level.
func Of(p *project.Project, keys *KeyCollector) *report.Overview {
	all := &report.Overview{}
	read := filesByLevel(p)
	for _, env := range p.Environments {
		columns := columnsOf(env)
		scope := report.Scope{Name: scopeName(env), Columns: columns.all, Keys: keys.of(env)}
		nodes, n := keys.nodes(env)
		scope.Nodes = n
		for _, root := range env.SiteRoots() {
			scope.Hierarchies = append(scope.Hierarchies, overviewHierarchy(root, columns, read, nodes))
		}
		for _, root := range env.Modules {
			if root.Installed {
				scope.LeftOut++
			} else {
				scope.Hierarchies = append(scope.Hierarchies, overviewHierarchy(root, columns, read, nodes))
			}
		}
		if len(scope.Hierarchies) > 0 {
			all.Scopes = append(all.Scopes, scope)
		}
	}
	distinguish(all.Scopes)
	for _, f := range p.Files {
		if f.Stray == project.Orphan {
			all.Unread = append(all.Unread, f.Path)
		}
	}
	return all
}

// distinguish adds the path of a hiera.yaml to the names that several scopes have.
func distinguish(scopes []report.Scope) {
	count := map[string]int{}
	for _, s := range scopes {
		count[s.Name]++
	}
	for i := range scopes {
		if s := &scopes[i]; count[s.Name] > 1 {
			s.Name += " (" + s.Hierarchies[0].Path + ")"
		}
	}
}

// Files returns the paths of the files that are reported on, sorted.
func Files(p *project.Project) []string {
	var files []string
	for _, r := range p.Roots {
		if !r.Installed && p.Selected(r.Path) {
			files = append(files, r.Path)
		}
	}
	for _, f := range p.Files {
		if p.Selected(f.Path) {
			files = append(files, f.Path)
		}
	}
	slices.Sort(files)
	return files
}

// scopeName returns the name of an environment for users. It includes the path of a directory that
// is not an environment of a server, because there may be several.
func scopeName(env *project.Environment) string {
	switch {
	case env.Own == nil && env.Global == nil && len(env.Modules) == 1:
		return "module " + env.Modules[0].Module
	case env.Own == nil:
		return "environment " + env.Name
	}
	dir := path.Dir(env.Own.Path)
	if dir == "." || path.Base(dir) == env.Name {
		return "environment " + env.Name
	}
	return "environment " + env.Name + " in " + dir
}

// columns are the levels of an environment as columns of its keys.
type columns struct {
	all []report.Column
	// byNode holds the index of each level by its node, because the engine creates its own levels
	// from the same documents.
	byNode map[*data.Node]int
}

// columnsOf assigns a column to each level of the global and environment layers, and one to all
// modules together, because a key is only looked up in the data of one module. A standalone module
// has a column for each of its levels.
func columnsOf(env *project.Environment) *columns {
	c := &columns{byNode: map[*data.Node]int{}}
	for _, root := range env.SiteRoots() {
		c.add(root)
	}
	switch {
	case len(c.all) == 0 && len(env.Modules) == 1:
		c.add(env.Modules[0])
	case len(env.Modules) > 0:
		for _, root := range env.Modules {
			for _, level := range root.Config.Hierarchy {
				c.byNode[level.Node] = len(c.all)
			}
		}
		c.all = append(c.all, report.Column{Name: "modules", Detail: "the data of the module that the key belongs to"})
	}
	return c
}

// add assigns a column to each level of a hierarchy.
func (c *columns) add(root *project.Root) {
	for _, level := range root.Config.Hierarchy {
		c.byNode[level.Node] = len(c.all)
		c.all = append(c.all, report.Column{Name: level.Name, Detail: root.Layer.String() + " layer, " + root.Path})
	}
}

// of returns the column of a level; -1 if it has none.
func (c *columns) of(level *config.Level) int {
	if level == nil || level.Node == nil {
		return -1
	}
	if i, ok := c.byNode[level.Node]; ok {
		return i
	}
	return -1
}
