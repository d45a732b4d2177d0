package discovery

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/discovery/classify"
	"github.com/hieralint/hieralint/internal/discovery/layout"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/notseen"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rooted"
)

// selection determines what is reported.
type selection struct {
	*classify.Request
	*gatherer
	installed []string // directories of modules that were installed
}

// selector returns a function that reports whether a file is reported on: requested paths and, for
// a whole environment or module, everything that it reads, wherever that is. Templates of
// configurations are excluded, because Puppet does not read them.
func (s *selection) selector() func(name string) bool {
	installed := s.installed
	if s.Options.ReportInstalled {
		installed = nil
	}
	chosen := map[string]bool{}
	for _, a := range s.Args {
		if f := s.byName[a.Path]; f != nil {
			chosen[f.Path] = true
		}
		if !a.Whole {
			continue
		}
		belongs := func(r *project.Root) bool {
			return r != nil && (!r.Installed || s.Options.ReportInstalled) && rooted.IsBelow(r.Dir, a.Path)
		}
		for _, f := range s.files {
			if belongs(f.Datadir) || slices.ContainsFunc(f.Matches, func(m project.Match) bool { return belongs(m.Root) }) {
				chosen[f.Path] = true
			}
		}
	}
	cwd, request, templates := s.Cwd, s.Request, s.Templates
	var known memo.Map[string, bool] // of names of files with findings
	return func(name string) bool {
		return known.Of(name, func() bool {
			path := rooted.Join(cwd, name)
			return (chosen[name] || request.Asked(path, installed)) && !request.Excluded(path) && !templates[name]
		})
	}
}

// empty records requested directories in which there is nothing to check.
func (s *selection) empty(unread *layout.UnreadFinder) []notseen.Part {
	var all []notseen.Part
	for _, a := range s.Args {
		if a.Dir && s.isEmpty(a.Path) {
			all = append(all, notseen.Part{What: "Hiera data in `" + s.Store.Name(a.Path) + "` (" + s.whyEmpty(a.Path, unread) + ")"})
		}
	}
	return all
}

func (s *selection) whyEmpty(dir string, unread *layout.UnreadFinder) string {
	var configs []string
	for _, unused := range s.unused.List {
		if rooted.IsBelow(s.Absolute(unused.Path), dir) {
			configs = append(configs, "`"+unused.Path+"`")
		}
	}
	if files := unread.Below(dir); len(configs) == 0 && len(files) > 0 {
		return "no hiera.yaml reads its data: " + plural.Count(len(files), "file")
	}
	if len(configs) == 0 {
		return "no hiera.yaml, and nothing that looks like Hiera data; hidden directories and those of tests and examples are not searched"
	}
	return "no data file matches the paths of " + strings.Join(configs, ", ")
}

// overlooked describes the files in the requested directories that look like data but are not checked, because no
// hierarchy reads them, and they are in no known data directory. Those in dirs are findings.
func (s *selection) overlooked(unread *layout.UnreadFinder, dirs []project.WithoutHierarchy) []notseen.Part {
	var names []string
	for _, a := range s.Args {
		if a.Dir && !s.isEmpty(a.Path) {
			names = append(names, unread.Below(a.Path)...)
		}
	}
	names = slices.DeleteFunc(lists.Distinct(names), func(name string) bool {
		isIn := func(w project.WithoutHierarchy) bool { return slices.Contains(w.Unread, name) }
		return s.byName[s.Absolute(name)] != nil || slices.ContainsFunc(dirs, isIn)
	})
	switch len(names) {
	case 0:
		return nil
	case 1:
		return []notseen.Part{{What: "`" + names[0] + "`, which looks like Hiera data (no hierarchy reads it)"}}
	}
	return []notseen.Part{{What: plural.Count(len(names), "file") + " that look like Hiera data (no hierarchy reads them)", Names: plural.Code(names)}}
}

// noteUnknown records requested files that cannot be checked.
func (s *selection) noteUnknown() {
	for _, path := range s.Unknown {
		if s.byName[path] == nil {
			why := "not a data file (YAML, EYAML, JSON) or a hiera.yaml, so it is not checked"
			if strings.HasSuffix(path, ".pp") {
				why = "not a data file; in manifests, only lookups are checked"
			}
			s.Note(path, why, true)
		}
	}
}

// isEmpty reports whether there is nothing to check in a requested directory.
func (s *selection) isEmpty(dir string) bool {
	has := func(name string) bool { return rooted.IsBelow(s.Absolute(name), dir) }
	return !slices.ContainsFunc(s.files, func(f *project.File) bool { return has(f.Path) }) &&
		!slices.ContainsFunc(s.Roots, func(r *project.Root) bool { return has(r.Path) })
}

// prune removes the environments that are unrelated to the requested paths: a file of a repository
// with many environments is checked with its own. One that no hierarchy reads may belong to any, together with others.
func (s *selection) prune() {
	selected := s.selector()
	chosen := map[*project.Root]bool{} // that read anything selected, or have it in their data directories
	isLoose := false
	for _, f := range s.files {
		if selected(f.Path) {
			isLoose = isLoose || mayBelongToAny(f)
			for _, m := range f.Matches {
				chosen[m.Root] = true
			}
			if f.Datadir != nil {
				chosen[f.Datadir] = true
			}
		}
	}
	if !isLoose {
		s.Environments = slices.DeleteFunc(s.Environments, func(env *project.Environment) bool { return !s.concerns(env, chosen) })
	}
	kept := map[*project.Root]bool{}
	for _, env := range s.Environments {
		for _, r := range env.Roots() {
			kept[r] = true
		}
	}
	s.Roots = slices.DeleteFunc(s.Roots, func(r *project.Root) bool { return !kept[r] })
	s.files = slices.DeleteFunc(s.files, func(f *project.File) bool {
		f.Matches = slices.DeleteFunc(f.Matches, func(m project.Match) bool { return !kept[m.Root] })
		return len(f.Matches) == 0 && !kept[f.Datadir] && !(isLoose && mayBelongToAny(f) && !s.isInstalled(f)) && !selected(f.Path)
	})
}

// isInstalled reports whether a file is in a module that was installed.
func (s *selection) isInstalled(f *project.File) bool {
	return slices.ContainsFunc(s.installed, func(dir string) bool { return rooted.IsBelow(s.Absolute(f.Path), dir) })
}

// mayBelongToAny reports whether a file is data that no hierarchy reads, and in no data directory of one.
func mayBelongToAny(f *project.File) bool { return f.Stray == project.Unclaimed && f.Datadir == nil }

// concerns reports whether an environment is related to the requested paths: one is inside the
// other, or it has one of the chosen hierarchies.
func (s *selection) concerns(env *project.Environment, chosen map[*project.Root]bool) bool {
	for _, path := range s.Paths {
		if rooted.IsBelow(env.Place(), path) || rooted.IsBelow(path, env.Place()) {
			return true
		}
	}
	for _, r := range env.Roots() {
		if chosen[r] {
			return true
		}
		for _, path := range s.Paths {
			if s.Absolute(r.Path) == path || r != env.Global && (rooted.IsBelow(r.Dir, path) || rooted.IsBelow(path, r.Dir)) {
				return true
			}
		}
	}
	return false
}
