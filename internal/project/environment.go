package project

import (
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/recognize"
	"github.com/hieralint/hieralint/internal/releases"
)

// Environment is an environment with the hierarchies that lookups in it search.
type Environment struct {
	*environment.Environment
	// Global and Own are the hierarchies of the global and environment layers; nil if the tree
	// contains none.
	Global, Own *Root
	// Modules are the hierarchies of the modules in the modulepath, sorted by name.
	Modules []*Root
	// ModuleDirs lists the existing directories of the modulepath in order, as shown to users.
	ModuleDirs []string

	// Unclaimed lists the data files in the environment's directory that the server reads through
	// an unknown hierarchy, since none was found for the global or environment layer. It also
	// lists the files that only custom functions of its hierarchy read. They are in the order of
	// paths.
	Unclaimed []*File

	// Misnamed lists the directories of the modulepath that do not exist although another directory,
	// which the modulepath does not contain, has modules.
	Misnamed []MisnamedModules

	// Puppetfile lists the modules that Puppetfiles install.
	Puppetfile recognize.Puppetfile
	// InstalledDirs are the directories of modules that were installed.
	InstalledDirs map[string]bool
	// Around is the repository around it, which it has in common with others there; nil for a standalone module.
	Around *Around
}

// MisnamedModules is an entry of the modulepath whose directory does not exist.
type MisnamedModules struct {
	environment.Entry
	Actual string // the directory with modules, relative to the environment
}

// Installed reports whether a module of the environment was installed, so that its users do not
// maintain it.
func (e *Environment) Installed(m *environment.Module) bool {
	return e.InstalledDirs[m.Dir]
}

// FromForge reports whether the Puppetfile gets a module from the Forge, so that its code was
// written for any site.
func (e *Environment) FromForge(module string) bool { return e.Puppetfile.Forge[module] }

// Release returns the release of a module that is missing from the tree, if the Puppetfile lists a known one.
func (e *Environment) Release(module string) (r releases.Release, ok bool) {
	if e.Presence(module) != Expected {
		return r, false
	}
	return e.Puppetfile.Versions[module].Release()
}

// Releases returns the known releases of modules that are missing from the tree.
func (p *Project) Releases() []releases.Release {
	var all []releases.Release
	for _, e := range p.Environments {
		for _, module := range e.NotInstalled() {
			if r, ok := e.Release(module); ok && !slices.Contains(all, r) {
				all = append(all, r)
			}
		}
	}
	return all
}

// ComputesModules reports whether the Puppetfile is a program that also computes names of modules.
func (e *Environment) ComputesModules() bool { return e.Puppetfile.Computed }

// Presence describes what the tree reveals about a module.
type Presence uint8

// The presences.
const (
	Present  Presence = iota // the module is in the tree
	Expected                 // it is missing, but the Puppetfile or metadata.json lists it
	Possible                 // it is missing, and nothing lists modules
	Absent                   // it is missing, and not listed
)

// Presence returns what is known about a module, given its name.
func (e *Environment) Presence(module string) Presence {
	if e.Module(module) != nil {
		return Present
	}
	switch named := e.named(); {
	case named[module]:
		return Expected
	case named == nil, e.Puppetfile.Computed:
		return Possible
	}
	return Absent
}

// NotInstalled returns the modules that the Puppetfile or metadata.json lists and that are missing
// from the tree, sorted.
func (e *Environment) NotInstalled() []string {
	return lists.Filter(slices.Sorted(maps.Keys(e.named())), func(name string) bool { return e.Module(name) == nil })
}

// named returns the names of the modules that the Puppetfile or metadata.json lists, or nil if
// neither exists. The caller must not modify the map.
func (e *Environment) named() map[string]bool {
	alone := e.alone()
	if len(alone) == 0 {
		return e.Puppetfile.Modules
	}
	named := maps.Clone(e.Puppetfile.Modules)
	for _, m := range alone {
		for _, name := range dependencies(m) {
			lists.Put(&named, name, true)
		}
	}
	return named
}

// ModuleAlone returns the name of the standalone module for which the environment was created; ""
// for other environments.
func (e *Environment) ModuleAlone() string {
	for _, m := range e.alone() {
		return m.Name
	}
	return ""
}

// alone returns the module for which an environment without a directory was created.
func (e *Environment) alone() []*environment.Module {
	if e.Dir != "" {
		return nil
	}
	return e.Environment.Modules()
}

// dependencies returns the names of the modules in the dependencies of a metadata.json.
func dependencies(m *environment.Module) []string {
	if m.Metadata == nil || m.Metadata.Value == nil {
		return nil
	}
	list, ok := m.Metadata.Value.Get("dependencies")
	if !ok {
		return nil
	}
	var names []string
	for _, d := range list.Items() {
		if name, ok := d.Get("name"); ok && name.Kind() == data.String {
			names = append(names, name.Text()[strings.LastIndexAny(name.Text(), "-/")+1:])
		}
	}
	return names
}

// Relocate maps a data directory of the server, given its path with all values, to the tree by its
// end, as when the hierarchies were matched with the files. A directory that is already in the
// tree, or not found, is returned unchanged.
func (e *Environment) Relocate(dir string) string {
	for _, root := range slices.Backward(e.SiteRoots()) {
		if at, ok := root.Sources.Relocate(dir, e.isDir); ok {
			return at
		}
	}
	return dir
}

func (e *Environment) isDir(path string) bool {
	info, err := e.Store().Stat(path)
	return err == nil && info.IsDir()
}

// Place returns the directory of an environment, or of the standalone module for which it was created.
func (e *Environment) Place() string {
	if e.Dir == "" && len(e.Modules) > 0 {
		return e.Modules[0].Dir
	}
	return e.Dir
}

// SiteRoots returns the hierarchies of the global and environment layers.
func (e *Environment) SiteRoots() []*Root {
	return lists.Filter([]*Root{e.Global, e.Own}, func(r *Root) bool { return r != nil })
}

// Roots returns the hierarchies of an environment: global, its own, and those of modules.
func (e *Environment) Roots() []*Root { return append(e.SiteRoots(), e.Modules...) }

// ConfigPath returns the path of the hiera.yaml that represents an environment; "" if it has none.
func (e *Environment) ConfigPath() string {
	for _, r := range append([]*Root{e.Own, e.Global}, e.Modules...) {
		if r != nil && !r.Installed {
			return r.Path
		}
	}
	return ""
}

// RelocatesFiles reports whether locations of a server in no data directory lead into the tree.
func (e *Environment) RelocatesFiles() bool {
	return slices.ContainsFunc(e.Roots(), func(r *Root) bool { return len(r.Sources.Files) > 0 })
}

// RelocateFile maps a data file of the server, given its path with all values, to the tree in the same way as Relocate does if
// the directory is not a data directory.
func (e *Environment) RelocateFile(path string) string {
	for _, root := range slices.Backward(e.SiteRoots()) {
		if at, ok := root.Sources.RelocateFile(path); ok {
			return at
		}
	}
	return path
}
