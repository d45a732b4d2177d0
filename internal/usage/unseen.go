package usage

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rooted"
)

// Unseen is missing code of the environment, or missing data that may reference keys.
type Unseen struct {
	// What describes it in a few words.
	What string
	// Module is the name of a module, and Level that of a level whose data is missing; "" for others.
	Module, Level string
	// OfKeys reports that only keys in data indicate the module, whose namespace the site may have invented.
	OfKeys bool
	// Forge reports that it is a release of the Forge, which was written for any site and only
	// looks up keys in its own namespace.
	Forge bool
}

// Unseen returns the missing code that the environment has or may have, sorted. Besides the
// Puppetfile, included classes and keys with a namespace indicate modules.
func (x *Index) Unseen() []Unseen {
	x.notSeenOnce.Do(func() {
		seen := map[string]bool{}
		add := func(u Unseen) {
			if !seen[u.What] {
				seen[u.What] = true
				x.notSeen = append(x.notSeen, u)
			}
		}
		addModule := func(name string) {
			module := unseenModule(name)
			module.Forge = x.env.FromForge(name)
			add(module)
		}
		if !x.hasMain() {
			add(Unseen{What: "main manifest"})
		}
		if x.env.ComputesModules() {
			add(Unseen{What: "modules that the Puppetfile computes"})
		}
		for _, name := range x.env.NotInstalled() {
			addModule(name)
		}
		for _, module := range slices.Concat(x.empty(), x.included(), x.listed()) {
			addModule(module)
		}
		for _, name := range x.modulesOfKeys() {
			module := unseenModule(name)
			module.OfKeys = true
			add(module)
		}
		for _, e := range x.env.Entries {
			if missing := e.Unknown || slices.ContainsFunc(e.Dirs, x.isMissing); missing && rooted.Is(e.Text) {
				add(Unseen{What: "modules in " + e.Text})
			}
		}
		x.addLevels(add)
	})
	return x.notSeen
}

// unseenOutsideForge returns Unseen without modules from the Forge, which do not read the keys of a site.
func (x *Index) unseenOutsideForge() []Unseen {
	all := x.Unseen()
	x.outsideOnce.Do(func() { x.outside = lists.Filter(all, func(u Unseen) bool { return !u.Forge }) })
	return x.outside
}

func unseenModule(name string) Unseen { return Unseen{What: "module `" + name + "`", Module: name} }

// LacksProfiles reports whether a module of profiles is missing: code of the site that usually looks
// up keys of any name.
func (x *Index) LacksProfiles() bool { return x.lacksProfiles() }

func (x *Index) findWhetherLacksProfiles() bool {
	return slices.ContainsFunc(slices.Concat(x.env.NotInstalled(), x.included(), x.listed()), func(module string) bool {
		return strings.Contains(module, "profile") && !x.env.FromForge(module)
	})
}

func (s *surroundings) isMissing(dir string) bool {
	_, err := s.env.Store().Stat(dir)
	return err != nil
}

// emptyModules returns the modules whose directory is empty, such as submodules that were not
// checked out.
func (s *surroundings) emptyModules() []string {
	var names []string
	for _, m := range s.env.Environment.Modules() {
		if entries, err := s.env.Store().ReadDir(m.Dir); err != nil || len(entries) == 0 {
			names = append(names, m.Name)
		}
	}
	return names
}

// modulesOfClasses returns the missing modules of included classes.
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
	return lists.Distinct(modules)
}

// modulesOfListed returns the missing modules of classes that data lists, for keys whose values are the names of classes that
// code includes.
func (x *Index) modulesOfListed() []string {
	var modules []string
	byKey := map[string][]*manifest.Inclusion{}
	for _, i := range x.inclusions() {
		if key, ok := i.Path.Text(); ok {
			byKey[key] = append(byKey[key], i)
		}
	}
	for key, all := range byKey {
		for _, d := range x.project.Definitions(key) {
			for v := range d.Value.Strings() {
				if isExcluded(all, v.Text()) {
					continue
				}
				module, _, _ := strings.Cut(pp.LowerName(v.Text()), "::")
				if _, presence := x.code.Class(v.Text()); presence == manifest.Elsewhere && pp.IsDefinitionName(module) && !x.code.HasModule(module) {
					modules = append(modules, module)
				}
			}
		}
	}
	return lists.Distinct(modules)
}

// maxSelective is the maximum number of inclusions of the value of one key that are asked whether they exclude a class.
const maxSelective = 100

// isExcluded reports whether all inclusions of the value of a key exclude a class.
func isExcluded(inclusions []*manifest.Inclusion, class string) bool {
	return len(inclusions) <= maxSelective && lists.All(inclusions, func(i *manifest.Inclusion) bool { return i.Excludes(class) })
}

// inclusions returns those in code that was not installed.
func (s *surroundings) inclusions() []*manifest.Inclusion {
	all := slices.Clone(s.code.Site)
	for _, d := range slices.Concat(s.code.Nodes, s.code.Classes, s.code.DefinedTypes, s.code.Functions) {
		if len(d.Inclusions) > 0 && !s.isInstalled(d.Module) {
			all = append(all, d.Inclusions...)
		}
	}
	return all
}

// modulesOfKeys returns the missing modules whose namespace contains keys, except for those that do not exist.
func (x *Index) modulesOfKeys() []string {
	var modules []string
	known := map[string]bool{}
	for _, key := range x.project.Keys() {
		module, _, ok := strings.Cut(key, "::")
		if !ok || module == "" || known[module] || x.code.HasModule(module) || x.Lacks(module) || !x.defines(key) {
			continue
		}
		if x.IsRead(key) {
			continue // a name invented by the site
		}
		known[module] = true
		modules = append(modules, module)
	}
	return modules
}

// defines reports whether a hierarchy of an environment or the global layer reads the key.
func (x *Index) defines(key string) bool {
	return slices.ContainsFunc(x.project.Definitions(key), func(d project.Definition) bool {
		return slices.ContainsFunc(MatchesIn(x.env, d), func(m *project.Match) bool { return m.Root == x.env.Own || m.Root == x.env.Global })
	})
}

// addLevels adds the levels whose data is missing: functions that serve them may look up keys, and
// data elsewhere may reference them.
func (x *Index) addLevels(add func(Unseen)) {
	for _, root := range x.env.SiteRoots() {
		if root.Substitute {
			add(Unseen{What: "data of production"})
		}
		for _, u := range x.project.UnseenData(root) {
			switch {
			case root.Unseen(u.Level) == project.ByCode:
				add(Unseen{What: u.Level.Function.Described()})
			case u.Location < 0, u.Private:
				add(Unseen{What: "data of the level `" + u.Name() + "`", Level: u.Name()})
			}
		}
	}
}
