package project

import (
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/notseen"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/rooted"
)

// asked reports whether path or a directory that contains it was requested. Installed modules are
// not included unless the module or something in it was requested.
func (q *request) asked(path string, installed []string) bool {
	return slices.ContainsFunc(q.paths, func(asked string) bool {
		return rooted.IsBelow(path, asked) && !slices.ContainsFunc(installed, func(dir string) bool { return rooted.IsBelow(path, dir) && !rooted.IsBelow(asked, dir) })
	})
}

// selection determines what is reported.
type selection struct {
	*request
	*gatherer
	installed []string // directories of modules that were installed
}

// selector returns a function that reports whether a file is reported on: requested paths and, for
// a whole environment or module, everything that it reads, wherever that is. Templates of
// configurations are excluded, because Puppet does not read them.
func (s *selection) selector() func(name string) bool {
	installed := s.installed
	if s.options.ReportInstalled {
		installed = nil
	}
	chosen := map[string]bool{}
	for _, a := range s.args {
		if f := s.byName[a.path]; f != nil {
			chosen[f.Path] = true
		}
		if !a.whole {
			continue
		}
		belongs := func(r *Root) bool {
			return r != nil && (!r.Installed || s.options.ReportInstalled) && rooted.IsBelow(r.Dir, a.path)
		}
		for _, f := range s.files {
			if belongs(f.Datadir) || slices.ContainsFunc(f.Matches, func(m Match) bool { return belongs(m.Root) }) {
				chosen[f.Path] = true
			}
		}
	}
	cwd, request, templates := s.cwd, s.request, s.templates
	var known sync.Map // names of files with findings to the answer
	return func(name string) bool {
		if selected, ok := known.Load(name); ok {
			return selected.(bool)
		}
		path := rooted.Join(cwd, name)
		selected := (chosen[name] || request.asked(path, installed)) && !request.excluded(path) && !templates[name]
		known.Store(name, selected)
		return selected
	}
}

// excluded reports whether a path is excluded. It is not if it, or an excluded directory that
// contains it, was requested.
func (q *request) excluded(path string) bool {
	if q.options.Exclude == nil || !q.options.Exclude(path) {
		return false
	}
	return q.options.ForceExclude || !slices.ContainsFunc(q.paths, func(asked string) bool { return rooted.IsBelow(path, asked) && q.options.Exclude(asked) })
}

// empty records requested directories in which there is nothing to check.
func (s *selection) empty(unread *unreadFinder) []notseen.Part {
	var all []notseen.Part
	for _, a := range s.args {
		if a.dir && s.isEmpty(a.path) {
			all = append(all, notseen.Part{What: "Hiera data in `" + s.store.Name(a.path) + "` (" + s.whyEmpty(a.path, unread) + ")"})
		}
	}
	return all
}

func (s *selection) whyEmpty(dir string, unread *unreadFinder) string {
	var configs []string
	for _, unused := range s.unused.list {
		if rooted.IsBelow(s.absolute(unused.Path), dir) {
			configs = append(configs, "`"+unused.Path+"`")
		}
	}
	if files := unread.below(dir); len(configs) == 0 && len(files) > 0 {
		return "no hiera.yaml reads its data: " + plural.Count(len(files), "file")
	}
	if len(configs) == 0 {
		return "no hiera.yaml, and nothing that looks like Hiera data; directories of tests and examples are not searched"
	}
	return "no data file matches the paths of " + strings.Join(configs, ", ")
}

// noteUnknown records requested files that cannot be checked.
func (s *selection) noteUnknown() {
	for _, path := range s.unknown {
		if s.byName[path] == nil {
			s.note(path, "not a data file (YAML, EYAML, JSON) or a hiera.yaml, so it is not checked", true)
		}
	}
}

// isEmpty reports whether there is nothing to check in a requested directory.
func (s *selection) isEmpty(dir string) bool {
	has := func(name string) bool { return rooted.IsBelow(s.absolute(name), dir) }
	return !slices.ContainsFunc(s.files, func(f *File) bool { return has(f.Path) }) &&
		!slices.ContainsFunc(s.roots, func(r *Root) bool { return has(r.Path) })
}

// prune removes the environments that are unrelated to the requested paths: a file of a repository
// with many environments is checked with its own.
func (s *selection) prune() {
	selected := s.selector()
	chosen := map[*Root]bool{} // that read anything selected, or have it in their data directories
	for _, f := range s.files {
		if selected(f.Path) {
			for _, m := range f.Matches {
				chosen[m.Root] = true
			}
			if f.Datadir != nil {
				chosen[f.Datadir] = true
			}
		}
	}
	s.environments = slices.DeleteFunc(s.environments, func(env *Environment) bool { return !s.concerns(env, chosen) })
	kept := map[*Root]bool{}
	for _, env := range s.environments {
		for _, r := range env.Roots() {
			kept[r] = true
		}
	}
	s.roots = slices.DeleteFunc(s.roots, func(r *Root) bool { return !kept[r] })
	s.files = slices.DeleteFunc(s.files, func(f *File) bool {
		f.Matches = slices.DeleteFunc(f.Matches, func(m Match) bool { return !kept[m.Root] })
		return len(f.Matches) == 0 && !kept[f.Datadir] && !selected(f.Path)
	})
}

// concerns reports whether an environment is related to the requested paths: one is inside the
// other, or it has one of the chosen hierarchies.
func (s *selection) concerns(env *Environment, chosen map[*Root]bool) bool {
	for _, path := range s.paths {
		if rooted.IsBelow(env.Place(), path) || rooted.IsBelow(path, env.Place()) {
			return true
		}
	}
	for _, r := range env.Roots() {
		if chosen[r] {
			return true
		}
		for _, path := range s.paths {
			if s.absolute(r.Path) == path || r != env.Global && (rooted.IsBelow(r.Dir, path) || rooted.IsBelow(path, r.Dir)) {
				return true
			}
		}
	}
	return false
}

// Roots returns the hierarchies of an environment: global, its own, and those of modules.
func (e *Environment) Roots() []*Root {
	return append(lists.Filter([]*Root{e.Global, e.Own}, func(r *Root) bool { return r != nil }), e.Modules...)
}

// ConfigPath returns the path of the hiera.yaml that represents an environment; "" if it has none.
func (e *Environment) ConfigPath() string {
	for _, r := range append([]*Root{e.Own, e.Global}, e.Modules...) {
		if r != nil && !r.Installed {
			return r.Path
		}
	}
	return ""
}
