// Package listing lists what a project consists of: its environments, nodes, and keys, each as text
// and as JSON. Package nodes determines the nodes, and package usage what reads a key.
package listing

import (
	"cmp"
	"context"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/usage"
)

// Environment describes an environment, or a standalone module. Paths are relative to the base
// directory.
type Environment struct {
	Path string `json:"path"`
	// Hierarchies lists those that lookups search, by layer and in order.
	Hierarchies []*Hierarchy `json:"hierarchies"`
	// Modulepath lists the directories of modules that exist in the tree.
	Modulepath []string `json:"modulepath"`
	// Modules and Classes are their numbers.
	Modules int `json:"modules"`
	Classes int `json:"classes"`
	// Unread lists files that look like data but that no level reads.
	Unread []string `json:"unread_files"`
	// NotUsed lists configurations that production does not use.
	NotUsed []*NotUsed `json:"not_used"`
}

// Hierarchy is a hiera.yaml with any name.
type Hierarchy struct {
	Config   string   `json:"config"`
	Version  int      `json:"version"`
	Layer    string   `json:"layer"`
	Datadirs []string `json:"datadirs"`
	// Files is the number of data files that its levels read.
	Files int `json:"files"`
	// Functions lists the custom functions that may read more files in the data directories,
	// depending on their code.
	Functions []string `json:"functions,omitempty"`
	// Why is the reason for using it, in a few words.
	Why string `json:"why"`
}

// NotUsed is a hiera.yaml that production does not use.
type NotUsed struct {
	Config string `json:"config"`
	Why    string `json:"why"`
}

// FindEnvironments lists the environments of a project. Paths are relative to base, an absolute
// directory.
func FindEnvironments(ctx context.Context, p *project.Project, base string) ([]*Environment, error) {
	all := []*Environment{}
	codeOf, err := usage.ReadCode(ctx, p)
	if err != nil {
		return nil, err
	}
	files := filesOf(p)
	f := &finder{project: p, base: base}
	for _, env := range p.Environments {
		e := newEnvironment(f.relative(f.place(env)))
		for _, root := range env.Roots() {
			e.Hierarchies = append(e.Hierarchies, f.hierarchy(root, files[root]))
		}
		for _, dir := range env.ModuleDirs {
			e.Modulepath = append(e.Modulepath, f.name(dir))
		}
		e.Modules, e.Classes = len(env.Environment.Modules()), len(codeOf[env].Classes)
		all = append(all, e)
	}
	all = f.addAround(all)
	slices.SortStableFunc(all, func(a, b *Environment) int { return strings.Compare(a.Path, b.Path) })
	return all, nil
}

// addAround assigns what no environment reads to the environment that contains it, and removes
// empty environments.
func (f *finder) addAround(all []*Environment) []*Environment {
	for _, path := range f.project.Unread {
		name := f.name(path)
		e := cmp.Or(around(name, all), readingAround(name, all), withModule(name, all))
		if e == nil {
			e = newEnvironment(".")
			all = append(all, e)
		}
		e.Unread = append(e.Unread, name)
	}
	if kept := slices.DeleteFunc(slices.Clone(all), (*Environment).isEmpty); len(kept) > 0 {
		all = kept
	}
	for _, n := range f.project.NotUsed {
		name := f.name(n.Path)
		if strings.HasPrefix(name, "../") {
			continue // of another part of the repository
		}
		e := cmp.Or(around(name, all), production(all))
		if e == nil {
			e = newEnvironment(".")
			all = append(all, e)
		}
		e.NotUsed = append(e.NotUsed, &NotUsed{Config: name, Why: n.Why})
	}
	return all
}

// finder names files and directories of a project relative to a directory.
type finder struct {
	project *project.Project
	base    string
}

// name returns a path in the project relative to the directory.
func (f *finder) name(path string) string {
	abs, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		return path
	}
	return f.relative(abs)
}

func (f *finder) relative(abs string) string {
	relative, err := filepath.Rel(f.base, abs)
	if err != nil {
		return filepath.ToSlash(abs)
	}
	return filepath.ToSlash(relative)
}

// place returns the directory of an environment, or of the module that it was created for.
func (f *finder) place(env *project.Environment) string {
	if modules := env.Environment.Modules(); env.Dir == "" && len(modules) > 0 {
		return modules[0].Dir
	}
	return env.Dir
}

func (f *finder) hierarchy(root *project.Root, read *readFiles) *Hierarchy {
	h := &Hierarchy{Config: f.name(root.Path), Version: root.Config.Version, Layer: layers[root.Layer], Why: root.Why}
	if read != nil {
		h.Files, h.Functions = read.count, slices.Sorted(maps.Keys(read.functions))
	}
	h.Datadirs = lists.Map(root.Datadirs, f.name)
	return h
}

var layers = map[config.Layer]string{config.Global: "global", config.Environment: "environment", config.Module: "module"}

// readFiles are the data files that a hierarchy reads.
type readFiles struct {
	count     int
	functions map[string]bool // that may read more
}

// filesOf counts the data files that each hierarchy reads.
func filesOf(p *project.Project) map[*project.Root]*readFiles {
	all := map[*project.Root]*readFiles{}
	for _, f := range p.Files {
		seen := map[*project.Root]bool{}
		for i := range f.Matches {
			m := &f.Matches[i]
			read := lists.GetOrPut(all, m.Root, func() *readFiles { return &readFiles{functions: map[string]bool{}} })
			switch {
			case m.IsGuess():
				read.functions[m.Level.Function.Name] = true
			case !seen[m.Root]:
				seen[m.Root] = true
				read.count++
			}
		}
	}
	return all
}

func newEnvironment(path string) *Environment {
	return &Environment{Path: path, Hierarchies: []*Hierarchy{}, Modulepath: []string{}, Unread: []string{}, NotUsed: []*NotUsed{}}
}

// isEmpty reports whether nothing is known about an environment.
func (e *Environment) isEmpty() bool {
	return len(e.Hierarchies) == 0 && e.Modules == 0 && e.Classes == 0 && len(e.Unread) == 0
}

// around returns the innermost environment that contains a file; nil if there is none.
func around(name string, all []*Environment) *Environment {
	var found *Environment
	for _, e := range all {
		if (e.Path == "." || strings.HasPrefix(name, e.Path+"/")) && (found == nil || found.Path == "." || len(e.Path) > len(found.Path)) {
			found = e
		}
	}
	return found
}

// readingAround returns the environment with a hierarchy whose data directories contain a file; nil
// if there is none.
func readingAround(name string, all []*Environment) *Environment {
	reading := lists.Filter(all, func(e *Environment) bool {
		return slices.ContainsFunc(e.Hierarchies, func(h *Hierarchy) bool {
			return h.Layer != layers[config.Module] && slices.ContainsFunc(h.Datadirs, func(dir string) bool { return strings.HasPrefix(name, dir+"/") })
		})
	})
	return production(reading)
}

// withModule returns the environment with a directory of modules that contains a file; nil if there is none.
func withModule(name string, all []*Environment) *Environment {
	return production(lists.Filter(all, func(e *Environment) bool {
		return slices.ContainsFunc(e.Modulepath, func(dir string) bool { return strings.HasPrefix(name, dir+"/") })
	}))
}

// production returns the environment production or, if there is none, the first; nil if there are
// none.
func production(all []*Environment) *Environment {
	for _, e := range all {
		if path.Base(e.Path) == "production" {
			return e
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[0]
}
