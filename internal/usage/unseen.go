package usage

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/project"
)

// Unseen is code of the environment that is not here, or data that may refer to keys.
type Unseen struct {
	// What names it in a few words.
	What string
	// Forge means that it is a release of the Forge: it was written for any site, and looks up no keys of its
	// own invention. Keys with its name in front it does read.
	Forge bool
}

// Unseen is the code that is not here although the environment has it, or may have it, in order. What it is
// depends on more than the Puppetfile: a class that is included and a key in a namespace name modules too.
func (x *Index) Unseen() []Unseen {
	x.notSeenOnce.Do(func() {
		seen := map[string]bool{}
		add := func(what string, forge bool) {
			if !seen[what] {
				seen[what] = true
				x.notSeen = append(x.notSeen, Unseen{what, forge})
			}
		}
		addModule := func(name string) { add("module `"+name+"`", x.env.FromForge(name)) }
		if !x.hasMain() {
			add("main manifest", false)
		}
		if x.env.ComputesModules() {
			add("modules that the Puppetfile computes", false)
		}
		for _, name := range x.env.NotInstalled() {
			addModule(name)
		}
		for _, module := range slices.Concat(x.empty(), x.included()) {
			addModule(module)
		}
		for _, module := range x.modulesOfKeys() {
			addModule(module)
		}
		for _, e := range x.env.Entries {
			if missing := e.Unknown || slices.ContainsFunc(e.Dirs, isMissing); missing && filepath.IsAbs(e.Text) {
				add("modules in "+e.Text, false)
			}
		}
		x.addLevels(add)
	})
	return x.notSeen
}

func isMissing(dir string) bool {
	_, err := os.Stat(dir)
	return err != nil
}

// emptyModules are the modules whose directory is empty, as that of a submodule is which was not checked out.
func (s *surroundings) emptyModules() []string {
	var names []string
	for _, m := range s.env.Environment.Modules() {
		if entries, err := os.ReadDir(m.Dir); err != nil || len(entries) == 0 {
			names = append(names, m.Name)
		}
	}
	return names
}

// modulesOfClasses are the modules that are not here although classes of theirs are included.
func (s *surroundings) modulesOfClasses() []string {
	var modules []string
	for _, i := range s.inclusions() {
		name := i.Class.String()
		if !strings.Contains(name, "*") {
			if _, presence := s.code.Class(name); presence != manifest.Elsewhere {
				continue
			}
		}
		module, _, _ := strings.Cut(name, "::")
		if module != "" && !strings.Contains(module, "*") && !s.code.HasModule(module) {
			modules = append(modules, module)
		}
	}
	slices.Sort(modules)
	return slices.Compact(modules)
}

// inclusions are those in code that is not from elsewhere: what such code includes if it is there is of no interest.
func (s *surroundings) inclusions() []*manifest.Inclusion {
	all := slices.Clone(s.code.Site)
	for _, definitions := range [][]*manifest.Definition{s.code.Nodes, s.code.Classes, s.code.DefinedTypes, s.code.Functions} {
		for _, d := range definitions {
			if len(d.Inclusions) > 0 && !s.isInstalled(d.Module) {
				all = append(all, d.Inclusions...)
			}
		}
	}
	return all
}

// modulesOfKeys are the modules that keys are named after and that are not here. Where a Puppetfile names all
// modules, keys of others are left over from modules that are gone.
func (x *Index) modulesOfKeys() []string {
	var modules []string
	known := map[string]bool{}
	for _, key := range x.project.Keys() {
		module, _, ok := strings.Cut(key, "::")
		if !ok || module == "" || known[module] || x.code.HasModule(module) || x.env.Presence(module) == project.Absent || x.Absence(module) != Elsewhere || !x.defines(key) {
			continue
		}
		if slices.ContainsFunc(x.known(key), KeyReader.Certain) {
			continue // a name that the site has invented
		}
		known[module] = true
		modules = append(modules, module)
	}
	return modules
}

// defines reports whether a hierarchy above modules reads the key.
func (x *Index) defines(key string) bool {
	return slices.ContainsFunc(x.project.Definitions(key), func(d project.Definition) bool {
		return slices.ContainsFunc(MatchesIn(x.env, d), func(m *project.Match) bool { return m.Root == x.env.Own || m.Root == x.env.Global })
	})
}

// addLevels adds the levels whose data is not here: the functions that serve them may look up keys, and data that lies
// elsewhere may refer to them.
func (x *Index) addLevels(add func(what string, forge bool)) {
	for _, root := range []*project.Root{x.env.Global, x.env.Own} {
		if root == nil {
			continue
		}
		for _, u := range x.project.UnseenData(root) {
			switch {
			case root.Unseen(u.Level) == project.ByCode:
				add("function `"+u.Level.Function.Name+"`", false)
			case u.Location < 0, u.Private:
				add("data of the level `"+u.Name()+"`", false)
			}
		}
	}
}
