package project

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/environment"
)

// usualModuleDirs are folders of modules in the environments of most sites, in the order in which they
// count.
var usualModuleDirs = []string{"modules", "site-modules", "site", "dist", "modules/local", "site/modules", "dist/modules", "local", "vendor_modules", "core_modules", "vendor", "vendor/modules"}

// open opens an environment. Its modulepath is that of environment.conf, with the directories of the
// server looked for in the tree by how they end. Where that leaves open what there is, since settings of
// a server are not here, modules lie where those of most sites do, or where most modules of the tree lie.
func (c *classifier) open(f *folder, name string) (*environment.Environment, error) {
	o := environment.Options{Store: c.store, Name: name, ModulePath: c.options.Modulepath}
	if said := c.optionsFor(f.dir); o.ModulePath == nil && said != nil {
		o.ModulePath = said.Modulepath
	}
	env, err := environment.Open(f.dir, o)
	if err != nil || o.ModulePath != nil {
		return env, err
	}
	isOpen := c.mapModulePath(env)
	switch {
	case env.Conf.Get("modulepath") == nil:
		env.ModulePath = withModuleDirs(env.ModulePath, c.modulesAround(f))
	case isOpen:
		env.ModulePath = withModuleDirs(env.ModulePath, c.usualModuleDirs(f.dir, usualModuleDirs[:1]))
		if !slices.ContainsFunc(env.ModulePath, isDir) {
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

// mapModulePath replaces directories of the server in a modulepath by those of the tree that they end
// like. isOpen reports whether there may be other directories.
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
			if d.isDir(at) || !filepath.IsAbs(entry.Text) {
				continue
			}
			isOpen = true
			// What the modulepath names anyway is not the directory of the server.
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

// moduleDirLike finds a directory of modules of the server in the tree by how it ends: one that is not in an
// environment there in the outermost folder that has it, others in the environment before all.
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

// modulesAround are the folders of modules of an environment whose modulepath nothing says: those
// with the usual names in it, others in it that have several modules, itself if a module lies directly in
// it, and those with the usual names in the folders around it if it has none.
func (c *classifier) modulesAround(f *folder) []string {
	for _, home := range c.homes(f.dir, f.dir) {
		found := c.usualModuleDirs(home, usualModuleDirs)
		for _, at := range c.moduleDirs {
			if home == f.dir && below(at, home) && !slices.Contains(found, at) && c.isModuleFolder(home, at) {
				found = append(found, at)
			}
		}
		if home != f.dir { // what lies in a folder of modules is a module there, and not its own
			found = slices.DeleteFunc(found, func(at string) bool { return below(f.dir, at) })
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

// usualModuleDirs are the folders of modules in a directory that have one of the names.
func (d *disk) usualModuleDirs(dir string, names []string) []string {
	var found []string
	for _, name := range names {
		if at := filepath.Join(dir, filepath.FromSlash(name)); d.isDir(at) && d.holdsModules(d.folder(at)) {
			found = append(found, at)
		}
	}
	return found
}

// isModuleFolder reports whether a folder below home is one of modules, by what is in it: several that have
// classes of their own name.
func (d *disk) isModuleFolder(home, dir string) bool {
	rel := strings.Split(filepath.ToSlash(strings.TrimPrefix(dir, home)), "/")
	if len(rel) > maxModuleDepth || slices.ContainsFunc(rel, func(name string) bool { return passedOver[name] || name == "environments" || otherPurposes[name] != "" }) {
		return false
	}
	return d.modulesIn(d.folder(dir)) >= severalModules
}

// modulesIn is how many modules lie in a folder that have a class of their own name.
func (d *disk) modulesIn(f *folder) int {
	n := 0
	for _, e := range f.entries {
		if e.dir && environment.ValidModuleName(e.name) && d.sub(d.sub(f, e.name), "manifests").hasFile("init.pp") {
			n++
		}
	}
	return n
}

// isLooseModule reports whether a directory of an environment is a module by itself, which scripts link
// or copy into the modulepath: its manifests define classes below its own name, and no others.
func (d *disk) isLooseModule(f *folder, e entry) bool {
	if !e.dir || e.link || !environment.ValidModuleName(e.name) || passedOver[e.name] || otherPurposes[e.name] != "" {
		return false
	}
	defines := d.namespaces(d.sub(d.sub(f, e.name), "manifests"), maxModuleDepth)
	return len(defines) == 1 && defines[0] == e.name
}

// namespaces are the first names of the classes that the manifests in a folder define, or those of the
// folders in it if it has none itself.
func (d *disk) namespaces(manifests *folder, depth int) []string {
	if manifests == nil || depth == 0 {
		return nil
	}
	found := definitionsIn(manifests).namespaces
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
	// maxModuleDepth is how deep below an environment a folder of modules may lie.
	maxModuleDepth = 4
	// severalModules is how many modules make a folder one of modules.
	severalModules = 2
)
