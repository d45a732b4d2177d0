package classify

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/recognize"
	"github.com/hieralint/hieralint/internal/rooted"
)

// usualModuleDirs lists common directories of modules in environments, in order of precedence.
var usualModuleDirs = []string{"modules", "site-modules", "site", "dist", "modules/local", "site/modules", "dist/modules", "local", "vendor_modules", "core_modules", "vendor", "vendor/modules"}

// Open opens an environment. Its modulepath is that of environment.conf, in which directories of
// the server are mapped to the tree by the end of their paths; $basemodulepath is that of a
// puppet.conf in the tree. If it is unknown because it depends on settings of the server, modules are searched for where most sites have them, or where most
// modules of the tree are, or where a Vagrantfile has them.
func (c *Classifier) Open(f *worktree.Folder, name string) (*environment.Environment, error) {
	o := environment.Options{Store: c.Store, Name: name, ModulePath: c.Options.Modulepath}
	if given := c.OptionsFor(f.Dir); o.ModulePath == nil && given != nil {
		o.ModulePath = given.Modulepath
	}
	if base := c.baseModulePath(f.Dir, name); len(base) > 0 {
		o.Settings = map[string]string{"basemodulepath": strings.Join(base, string(filepath.ListSeparator))}
	}
	env, err := environment.Open(f.Dir, o)
	if err != nil || o.ModulePath != nil {
		return env, err
	}
	isOpen := c.mapModulePath(env)
	switch {
	case env.Conf.Get("modulepath") == nil:
		env.ModulePath = withModuleDirs(withModuleDirs(env.ModulePath, c.modulesAround(f)), c.modulesOfVagrant(f.Dir))
	case isOpen:
		env.ModulePath = withModuleDirs(env.ModulePath, c.usualModuleDirs(f.Dir, usualModuleDirs[:1]))
		if !slices.ContainsFunc(env.ModulePath, c.IsDir) {
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
func (c *Classifier) mapModulePath(env *environment.Environment) (isOpen bool) {
	var path []string
	known := map[string]bool{}
	for i := range env.Entries {
		entry := &env.Entries[i]
		if entry.Unknown {
			if found, ok := c.moduleDirLike(env.Dir, strings.TrimPrefix(entry.Text, "$")); ok && entry.Text != "$basemodulepath" {
				entry.Dirs, entry.Unknown = []string{found}, false
			}
			isOpen = isOpen || entry.Unknown
		}
		for j, at := range entry.Dirs {
			if c.IsDir(at) || !rooted.Is(entry.Text) {
				continue
			}
			isOpen = true
			// Directories that the modulepath contains anyway are not those of the server.
			if found, ok := c.moduleDirLike(env.Dir, at); ok && !known[found] {
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

// moduleSettings matches the settings of puppet.conf for directories of modules. Puppet 3 has only modulepath.
var moduleSettings = lazyregexp.New(`(?m)^[ \t]*(basemodulepath|modulepath)[ \t]*=[ \t]*["']?([^"'\r\n]+)`)

// baseModulePath returns the directories of the tree that the nearest puppet.conf around an environment names.
func (c *Classifier) baseModulePath(dir, environment string) []string {
	for _, home := range c.Homes(dir, dir) {
		if !c.Folder(home).HasFile("puppet.conf") {
			continue
		}
		text, err := c.Store.ReadStart(filepath.Join(home, "puppet.conf"), maxPuppetConf)
		if err != nil {
			return nil
		}
		settings := moduleSettings().FindAllSubmatch(text, -1)
		for _, name := range []string{"basemodulepath", "modulepath"} {
			var path []string
			for _, setting := range settings {
				if string(setting[1]) == name {
					path = withModuleDirs(path, c.moduleDirsIn(string(setting[2]), home, environment))
				}
			}
			if len(path) > 0 {
				return path
			}
		}
		return nil
	}
	return nil
}

// maxPuppetConf is the number of bytes of a puppet.conf that are read.
const maxPuppetConf = 64 << 10

// moduleDirsIn returns the directories of the tree in a list of puppet.conf, which is in home.
func (c *Classifier) moduleDirsIn(list, home, environment string) []string {
	var dirs []string
	variables := strings.NewReplacer("$confdir", home, "$codedir", home, "$environmentpath", filepath.Join(home, "environments"), "$environment", environment)
	for entry := range strings.SplitSeq(strings.TrimSpace(list), ":") {
		at := filepath.Clean(variables.Replace(entry))
		if rooted.IsBelow(at, home) && c.IsDir(at) && c.holdsModules(c.Folder(at)) {
			dirs = append(dirs, at)
		} else if found, ok := c.moduleDirLike(home, at); ok && strings.HasPrefix(entry, "/") {
			dirs = append(dirs, found)
		}
	}
	return dirs
}

// Misnamed finds the entries of the modulepath in environment.conf whose directories do not exist,
// if exactly one directory with modules is directly in the environment and not in the modulepath, or
// exactly one with the same name is below another directory: modules/site for site.
// Installed modules may be missing, so an entry `modules` is not one of them.
func (c *Classifier) Misnamed(env *environment.Environment) []project.MisnamedModules {
	if env.Conf.Get("modulepath") == nil {
		return nil
	}
	var missing []project.MisnamedModules
	var names []string // of the missing directories
	listed := map[string]bool{}
	for _, entry := range env.Entries {
		for _, at := range entry.Dirs {
			listed[at] = true
			if name := filepath.Base(at); filepath.Dir(at) == env.Dir && name != usualModuleDirs[0] && !strings.Contains(name, `\`) && !c.Folder(env.Dir).Has(name) {
				missing, names = append(missing, project.MisnamedModules{Entry: entry}), append(names, name)
			}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	direct := lists.Filter(c.moduleDirs, func(at string) bool {
		return filepath.Dir(at) == env.Dir && !listed[at] && (slices.Contains(usualModuleDirs, filepath.Base(at)) || c.isModuleFolder(env.Dir, at))
	})
	for i := range missing {
		found := direct
		if len(found) == 0 {
			found = lists.Filter(c.moduleDirs, func(at string) bool {
				return filepath.Base(at) == names[i] && at != env.Dir && rooted.IsBelow(at, env.Dir) && !listed[at] && c.isModuleFolder(env.Dir, at)
			})
		}
		if len(found) == 1 {
			actual, _ := rooted.Rel(env.Dir, found[0])
			missing[i].Actual = filepath.ToSlash(actual)
		}
	}
	return lists.Filter(missing, func(m project.MisnamedModules) bool { return m.Actual != "" })
}

// moduleDirLike finds the directory of the tree that corresponds to a module directory on the
// server, by the end of its path. It searches the environment first or, for a directory outside of
// the server's environments, the outermost directory that contains the environment.
func (c *Classifier) moduleDirLike(dir, path string) (string, bool) {
	names := strings.Split(strings.Trim(filepath.ToSlash(path), "/"), "/")
	homes := c.Homes(dir, dir)
	if !slices.Contains(names, "environments") {
		slices.Reverse(homes)
	}
	for i := range names {
		for _, home := range homes {
			if at := filepath.Join(append([]string{home}, names[i:]...)...); c.IsDir(at) && c.holdsModules(c.Folder(at)) {
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
func (c *Classifier) modulesAround(f *worktree.Folder) []string {
	for _, home := range c.Homes(f.Dir, f.Dir) {
		found := c.usualModuleDirs(home, usualModuleDirs)
		for _, at := range c.moduleDirs {
			if home == f.Dir && rooted.IsBelow(at, home) && !slices.Contains(found, at) && c.isModuleFolder(home, at) {
				found = append(found, at)
			}
		}
		if home != f.Dir { // in a directory of modules, they are modules of that directory
			found = slices.DeleteFunc(found, func(at string) bool { return rooted.IsBelow(f.Dir, at) })
		}
		if home == f.Dir && !slices.Contains(found, home) && slices.ContainsFunc(f.Entries, func(e worktree.Entry) bool { return c.isLooseModule(f, e) }) {
			found = append(found, home)
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// usualModuleDirs returns the directories of modules in a directory that have one of the names.
func (c *Classifier) usualModuleDirs(dir string, names []string) []string {
	var found []string
	for _, name := range names {
		if at := filepath.Join(dir, filepath.FromSlash(name)); c.IsDir(at) && c.holdsModules(c.Folder(at)) {
			found = append(found, at)
		}
	}
	return found
}

// isModuleFolder reports whether a directory below home contains several modules that have classes
// in their namespace, or is called modules and contains one.
func (c *Classifier) isModuleFolder(home, dir string) bool {
	rel := strings.Split(filepath.ToSlash(strings.TrimPrefix(dir, home)), "/")
	if len(rel) > MaxModuleDepth || slices.ContainsFunc(rel, func(name string) bool {
		return recognize.PassedOver[name] || name == "environments" || recognize.Purposes[name] != ""
	}) {
		return false
	}
	f := c.Folder(dir)
	n := c.modulesIn(f)
	if n < severalModules { // roles and profiles rarely have an init.pp
		n = len(lists.Filter(f.Entries, func(e worktree.Entry) bool { return c.isLooseModule(f, e) }))
	}
	return n >= severalModules || n > 0 && filepath.Base(dir) == usualModuleDirs[0]
}

// modulesIn returns the number of modules in a directory that have a class in their namespace.
func (c *Classifier) modulesIn(f *worktree.Folder) int {
	n := 0
	for _, e := range f.Entries {
		if e.Dir && environment.ValidModuleName(e.Name) && c.Sub(c.Sub(f, e.Name), "manifests").HasFile("init.pp") {
			n++
		}
	}
	return n
}

// isLooseModule reports whether a directory of an environment is a module that scripts link or copy
// to the modulepath: its manifests define only classes in its namespace.
func (c *Classifier) isLooseModule(f *worktree.Folder, e worktree.Entry) bool {
	if !e.Dir || e.Link || !environment.ValidModuleName(e.Name) || recognize.PassedOver[e.Name] || recognize.Purposes[e.Name] != "" {
		return false
	}
	defines := c.Namespaces(c.Sub(c.Sub(f, e.Name), "manifests"), MaxModuleDepth)
	return len(defines) == 1 && defines[0] == e.Name
}

// Namespaces returns the first segments of the names of classes that the manifests in a directory
// define or, if there are none, those in its subdirectories.
func (c *Classifier) Namespaces(manifests *worktree.Folder, depth int) []string {
	if manifests == nil || depth == 0 {
		return nil
	}
	found := c.DefinitionsIn(manifests).Namespaces
	if len(found) > 0 {
		return found
	}
	for _, e := range manifests.Entries {
		if !e.Dir || e.Link {
			continue
		}
		for _, name := range c.Namespaces(c.Folder(filepath.Join(manifests.Dir, e.Name)), depth-1) {
			if !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
	}
	return found
}

const (
	// MaxModuleDepth is the maximum depth of a directory of modules below an environment.
	MaxModuleDepth = 4
	// severalModules is the number of modules that make a directory one of modules.
	severalModules = 2
)
