package project

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rooted"
)

// usualModuleDirs lists common directories of modules in environments, in order of precedence.
var usualModuleDirs = []string{"modules", "site-modules", "site", "dist", "modules/local", "site/modules", "dist/modules", "local", "vendor_modules", "core_modules", "vendor", "vendor/modules"}

// open opens an environment. Its modulepath is that of environment.conf, in which directories of
// the server are mapped to the tree by the end of their paths. If it is unknown because it depends
// on settings of the server, modules are searched for where most sites have them, or where most
// modules of the tree are, or where a Vagrantfile has them.
func (c *classifier) open(f *folder, name string) (*environment.Environment, error) {
	o := environment.Options{Store: c.store, Name: name, ModulePath: c.options.Modulepath}
	if given := c.optionsFor(f.dir); o.ModulePath == nil && given != nil {
		o.ModulePath = given.Modulepath
	}
	env, err := environment.Open(f.dir, o)
	if err != nil || o.ModulePath != nil {
		return env, err
	}
	isOpen := c.mapModulePath(env)
	switch {
	case env.Conf.Get("modulepath") == nil:
		env.ModulePath = withModuleDirs(withModuleDirs(env.ModulePath, c.modulesAround(f)), c.modulesOfVagrant(f.dir))
	case isOpen:
		env.ModulePath = withModuleDirs(env.ModulePath, c.usualModuleDirs(f.dir, usualModuleDirs[:1]))
		if !slices.ContainsFunc(env.ModulePath, c.isDir) {
			env.ModulePath = withModuleDirs(env.ModulePath, c.modulesAround(f))
		}
	}
	return env, nil
}

func withModuleDirs(path, dirs []string) []string {
	path = slices.Clip(path)
	for _, dir := range dirs {
		if !slices.Contains(path, dir) {
			path = append(path, dir)
		}
	}
	return path
}

// mapModulePath replaces directories of the server in a modulepath by those in the tree with the
// same end. isOpen reports whether there may be other directories.
func (d *disk) mapModulePath(env *environment.Environment) (isOpen bool) {
	var path []string
	known := map[string]bool{}
	for i := range env.Entries {
		entry := &env.Entries[i]
		if entry.Unknown {
			if found, ok := d.moduleDirLike(env.Dir, strings.TrimPrefix(entry.Text, "$")); ok && entry.Text != "$basemodulepath" {
				entry.Dirs, entry.Unknown = []string{found}, false
			}
			isOpen = isOpen || entry.Unknown
		}
		for j, at := range entry.Dirs {
			if d.isDir(at) || !rooted.Is(entry.Text) {
				continue
			}
			isOpen = true
			// Directories that the modulepath contains anyway are not those of the server.
			if found, ok := d.moduleDirLike(env.Dir, at); ok && !known[found] {
				entry.Dirs[j] = found
			}
		}
		for _, at := range entry.Dirs {
			if !known[at] {
				known[at] = true
				path = append(path, at)
			}
		}
	}
	env.ModulePath = path
	return isOpen
}

// misnamed finds the entries of the modulepath in environment.conf whose directories do not exist,
// if exactly one directory with modules is directly in the environment and not in the modulepath.
// Installed modules may be missing, so an entry `modules` is not one of them.
func (c *classifier) misnamed(env *environment.Environment) []MisnamedModules {
	if env.Conf.Get("modulepath") == nil {
		return nil
	}
	var missing []MisnamedModules
	listed := map[string]bool{}
	for _, entry := range env.Entries {
		for _, at := range entry.Dirs {
			listed[at] = true
			if name := filepath.Base(at); filepath.Dir(at) == env.Dir && name != usualModuleDirs[0] && !strings.Contains(name, `\`) && !c.folder(env.Dir).has(name) {
				missing = append(missing, MisnamedModules{Entry: entry})
			}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	unlisted := lists.Filter(c.moduleDirs, func(at string) bool {
		return filepath.Dir(at) == env.Dir && !listed[at] && (slices.Contains(usualModuleDirs, filepath.Base(at)) || c.isModuleFolder(env.Dir, at))
	})
	if len(unlisted) != 1 {
		return nil
	}
	for i := range missing {
		missing[i].Actual = filepath.Base(unlisted[0])
	}
	return missing
}

// moduleDirLike finds the directory of the tree that corresponds to a module directory on the
// server, by the end of its path. It searches the environment first or, for a directory outside of
// the server's environments, the outermost directory that contains the environment.
func (d *disk) moduleDirLike(dir, path string) (string, bool) {
	names := strings.Split(strings.Trim(filepath.ToSlash(path), "/"), "/")
	homes := d.homes(dir, dir)
	if !slices.Contains(names, "environments") {
		slices.Reverse(homes)
	}
	for i := range names {
		for _, home := range homes {
			if at := filepath.Join(append([]string{home}, names[i:]...)...); d.isDir(at) && d.holdsModules(d.folder(at)) {
				return at, true
			}
		}
	}
	return "", false
}

// modulesAround returns the module directories of an environment whose modulepath is unknown:
// directories in it with a common name or with several modules, and the environment itself if a
// module is directly in it. If there are none, it returns those with common names in enclosing
// directories.
func (c *classifier) modulesAround(f *folder) []string {
	for _, home := range c.homes(f.dir, f.dir) {
		found := c.usualModuleDirs(home, usualModuleDirs)
		for _, at := range c.moduleDirs {
			if home == f.dir && rooted.IsBelow(at, home) && !slices.Contains(found, at) && c.isModuleFolder(home, at) {
				found = append(found, at)
			}
		}
		if home != f.dir { // in a directory of modules, they are modules of that directory
			found = slices.DeleteFunc(found, func(at string) bool { return rooted.IsBelow(f.dir, at) })
		}
		if home == f.dir && !slices.Contains(found, home) && slices.ContainsFunc(f.entries, func(e entry) bool { return c.isLooseModule(f, e) }) {
			found = append(found, home)
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// usualModuleDirs returns the directories of modules in a directory that have one of the names.
func (d *disk) usualModuleDirs(dir string, names []string) []string {
	var found []string
	for _, name := range names {
		if at := filepath.Join(dir, filepath.FromSlash(name)); d.isDir(at) && d.holdsModules(d.folder(at)) {
			found = append(found, at)
		}
	}
	return found
}

// isModuleFolder reports whether a directory below home contains several modules that have classes
// in their namespace, or is called modules and contains one.
func (d *disk) isModuleFolder(home, dir string) bool {
	rel := strings.Split(filepath.ToSlash(strings.TrimPrefix(dir, home)), "/")
	if len(rel) > maxModuleDepth || slices.ContainsFunc(rel, func(name string) bool { return passedOver[name] || name == "environments" || otherPurposes[name] != "" }) {
		return false
	}
	f := d.folder(dir)
	n := d.modulesIn(f)
	if n < severalModules { // roles and profiles rarely have an init.pp
		n = len(lists.Filter(f.entries, func(e entry) bool { return d.isLooseModule(f, e) }))
	}
	return n >= severalModules || n > 0 && filepath.Base(dir) == usualModuleDirs[0]
}

// modulesIn returns the number of modules in a directory that have a class in their namespace.
func (d *disk) modulesIn(f *folder) int {
	n := 0
	for _, e := range f.entries {
		if e.dir && environment.ValidModuleName(e.name) && d.sub(d.sub(f, e.name), "manifests").hasFile("init.pp") {
			n++
		}
	}
	return n
}

// isLooseModule reports whether a directory of an environment is a module that scripts link or copy
// to the modulepath: its manifests define only classes in its namespace.
func (d *disk) isLooseModule(f *folder, e entry) bool {
	if !e.dir || e.link || !environment.ValidModuleName(e.name) || passedOver[e.name] || otherPurposes[e.name] != "" {
		return false
	}
	defines := d.namespaces(d.sub(d.sub(f, e.name), "manifests"), maxModuleDepth)
	return len(defines) == 1 && defines[0] == e.name
}

// namespaces returns the first segments of the names of classes that the manifests in a directory
// define or, if there are none, those in its subdirectories.
func (d *disk) namespaces(manifests *folder, depth int) []string {
	if manifests == nil || depth == 0 {
		return nil
	}
	found := d.definitionsIn(manifests).namespaces
	if len(found) > 0 {
		return found
	}
	for _, e := range manifests.entries {
		if !e.dir || e.link {
			continue
		}
		for _, name := range d.namespaces(d.folder(filepath.Join(manifests.dir, e.name)), depth-1) {
			if !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
	}
	return found
}

const (
	// maxModuleDepth is the maximum depth of a directory of modules below an environment.
	maxModuleDepth = 4
	// severalModules is the number of modules that make a directory one of modules.
	severalModules = 2
)
