package discovery

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/discovery/layout"
	"github.com/hieralint/hieralint/internal/discovery/locate"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/project"
)

// functions finds the functions that hierarchies name.
type functions struct {
	*worktree.Tree
	*layout.Layout
	known memo.Map[string, *project.DataFunction] // by name
}

// dataFunction returns the custom function of a level. Its source is searched for once, in the
// modules of all environments and next to the hierarchy.
func (n *functions) dataFunction(root *project.Root, name string) *project.DataFunction {
	return n.known.Of(name, func() *project.DataFunction {
		f := project.NewDataFunction(name)
		for _, path := range n.functionFiles(root, name) {
			if text, err := n.Store.Text(path); err == nil {
				f.Read(n.Store.Name(path), string(text))
				break
			}
		}
		return f
	})
}

// functionFiles lists the paths at which the source of a function may be.
func (n *functions) functionFiles(root *project.Root, name string) []string {
	parts := strings.Split(strings.TrimPrefix(name, "::"), "::")
	ruby := filepath.Join("lib", "puppet", "functions", filepath.Join(parts...)+".rb")
	paths := []string{filepath.Join(root.Dir, ruby)}
	if len(parts) == 1 {
		return paths
	}
	puppet := filepath.Join("functions", filepath.Join(parts[1:]...)+".pp")
	paths = append(paths, filepath.Join(root.Dir, puppet))
	for _, env := range n.Environments {
		if env.Dir != "" {
			paths = append(paths, filepath.Join(env.Dir, ruby))
		}
		if parts[0] == "environment" {
			paths = append(paths, filepath.Join(env.Dir, puppet))
		}
		if m := env.Module(parts[0]); m != nil {
			paths = append(paths, filepath.Join(m.Dir, ruby), filepath.Join(m.Dir, puppet))
		}
	}
	return paths
}

// mayBeExpanded reports whether a function may read a file in the data directory of root for a path
// of the hierarchy that leads elsewhere: for `common`, the files `common.yaml` and
// `common/web.yaml`.
func (n *functions) mayBeExpanded(path string, root *project.Root) bool {
	return slices.ContainsFunc(n.expanded(path, root), func(f *project.DataFunction) bool { return f.Expands })
}

// expanded returns the functions of root that may read a file although no level names it.
func (n *functions) expanded(path string, root *project.Root) []*project.DataFunction {
	var functions []*project.DataFunction
	for _, level := range root.Config.Hierarchy {
		if root.Sources.Unseen[level] != project.ByCode || level.Function.Name == "" {
			continue
		}
		f := n.dataFunction(root, level.Function.Name)
		if !slices.Contains(functions, f) && (level.LocationKind == config.NoLocation || f.Expands && n.startsLike(path, level)) {
			functions = append(functions, f)
		}
	}
	return functions
}

// startsLike reports whether a path starts with the constant prefix of a location of the level,
// without the extension: `regex.yaml` does for `regex/%{facts.hostname}`.
func (n *functions) startsLike(path string, level *config.Level) bool {
	return slices.ContainsFunc(n.Locations, func(at *locate.Location) bool {
		if at.Level != level {
			return false
		}
		prefix := at.Pattern.Prefix()
		return strings.HasPrefix(filepath.ToSlash(path), strings.TrimRight(strings.TrimSuffix(prefix, filepath.Ext(prefix)), "/"))
	})
}

// find finds the functions that read files which Puppet's own functions do not read.
func (n *functions) find(files []*project.File) {
	for _, f := range files {
		if len(f.Matches) == 0 && f.Stray == project.Unclaimed && f.Datadir != nil {
			f.Functions = n.expanded(n.Absolute(f.Path), f.Datadir)
			continue
		}
		f.Functions = n.readingFunctions(f)
	}
}

// readingFunctions returns the functions of the levels that read a file; none if one of Puppet's
// own functions reads it. A level that names the file takes precedence over one that would read it
// for some value of a variable.
func (n *functions) readingFunctions(f *project.File) []*project.DataFunction {
	isNamed := slices.ContainsFunc(f.Matches, func(m project.Match) bool { return m.Root.Unseen(m.Level) == project.ByCode && len(m.Vars) == 0 })
	var functions []*project.DataFunction
	for i := range f.Matches {
		m := &f.Matches[i]
		if m.Root.Unseen(m.Level) != project.ByCode {
			if isNamed && len(m.Vars) > 0 {
				continue
			}
			return nil
		}
		if function := n.dataFunction(m.Root, m.Level.Function.Name); !slices.Contains(functions, function) {
			functions = append(functions, function)
		}
	}
	return functions
}
