package views

import (
	"path"
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/report"
)

// Overview is the picture of a project that reports show: its hierarchies with what they read, and its keys, which keys
// has collected, with what they are set to at which level.
func Overview(p *project.Project, keys *KeyCollector) *report.Overview {
	all := &report.Overview{}
	read := filesByLevel(p)
	for _, env := range p.Environments {
		columns := columnsOf(env)
		scope := report.Scope{Name: scopeName(env), Columns: columns.all, Keys: keys.of(env)}
		nodes, n := keys.nodes(env)
		scope.Nodes = n
		for _, root := range []*project.Root{env.Global, env.Own} {
			if root != nil {
				scope.Hierarchies = append(scope.Hierarchies, overviewHierarchy(root, columns, read, nodes))
			}
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
	for _, f := range p.Files {
		if f.Stray == project.Orphan {
			all.Unread = append(all.Unread, f.Path)
		}
	}
	return all
}

// Files are the paths of the files that are reported on, in order.
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

// scopeName is what people call an environment. A directory that is no environment of a server goes by
// its path as well: there may be several of them.
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

// columns are the levels of an environment as the columns of its keys.
type columns struct {
	all []report.Column
	// byNode has the index of each level by where it is written: the engine reads the same documents
	// and makes levels of its own.
	byNode map[*data.Node]int
}

// columnsOf gives each level of the global and the environment layer a column, and the modules one
// together: a key is looked up in the data of one module only. A module that lies alone has a column for
// each of its levels.
func columnsOf(env *project.Environment) *columns {
	c := &columns{byNode: map[*data.Node]int{}}
	for _, root := range []*project.Root{env.Global, env.Own} {
		if root != nil {
			c.add(root)
		}
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

// add gives each level of a hierarchy a column.
func (c *columns) add(root *project.Root) {
	for _, level := range root.Config.Hierarchy {
		c.byNode[level.Node] = len(c.all)
		c.all = append(c.all, report.Column{Name: level.Name, Detail: root.Layer.String() + " layer, " + root.Path})
	}
}

// of is the column of a level; -1 where it has none.
func (c *columns) of(level *config.Level) int {
	if level == nil || level.Node == nil {
		return -1
	}
	if i, ok := c.byNode[level.Node]; ok {
		return i
	}
	return -1
}
