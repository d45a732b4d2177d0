// Package environment reads an environment from disk as Puppet sees it: environment.conf, the
// modulepath, the modules with their metadata.json, and the location of each layer's hiera.yaml.
//
// It does not read hiera.yaml files (see package config) or data, and knows nothing of linting.
// Files are read when they are needed: a lookup reads only the metadata of its own module.
package environment

import (
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lists"
)

// ConfigName is the name of the configuration file in the directory of an environment or module.
const ConfigName = "hiera.yaml"

// Options configures an environment.
type Options struct {
	// Store reads the files; if nil, a new one is created.
	Store *data.Store
	// Name is the name of the environment; by default, that of its directory.
	Name string
	// Settings holds the known settings of puppet.conf by name. Paths are absolute, and lists are
	// separated by colons. If the environment is in a directory called `environments`, missing
	// settings environmentpath, codedir, and basemodulepath are set to that directory, its parent,
	// and the parent's subdirectory `modules`.
	Settings map[string]string
	// ModulePath, if not nil, replaces the modulepath in environment.conf.
	ModulePath []string
}

// Environment is an environment. It is safe for concurrent use.
type Environment struct {
	// Dir is the directory; "" for an environment returned by New.
	Dir, Name string
	// Conf is the environment.conf; nil if there is none.
	Conf *Conf
	// ModulePath lists the directories in which modules are searched, in order, whether they exist
	// or not. Entries lists the same directories by their position in the file.
	ModulePath []string
	Entries    []Entry
	// Problems lists what is wrong with environment.conf.
	Problems []*Problem

	globs   glob.Budget // cost of the globs in the modulepath so far
	globbed int         // number of directories they matched
	tooWide bool        // the limit was exceeded, which is reported
	store   *data.Store
	mu      sync.Mutex
	modules map[string]*moduleSlot
	added   []*Module
	listed  listedModules
}

// listedModules are the modules in the directories of a modulepath.
type listedModules struct {
	path    []string
	modules []*Module
}

// moduleSlot holds a module that is opened once.
type moduleSlot struct {
	once   sync.Once
	module *Module
}

// Open reads the environment in dir. It returns an error if dir is not a readable directory.
// Mistakes in the environment are in Problems.
func Open(dir string, opts Options) (*Environment, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	env := New(opts.Name, opts.Store)
	info, err := env.store.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &fs.PathError{Op: "open environment", Path: dir, Err: errors.New("not a directory")}
	}
	env.Dir = dir
	if env.Name == "" {
		env.Name = filepath.Base(dir)
	}
	env.Conf, env.Problems = readConf(env.store, filepath.Join(dir, "environment.conf"))
	if opts.ModulePath != nil {
		env.ModulePath = opts.ModulePath
	} else {
		env.resolveModulePath(settings(dir, opts.Settings))
	}
	return env, nil
}

// New returns an environment without a directory. It has the given modules and no hiera.yaml of its
// own. Keys of a standalone module are looked up in such an environment.
func New(name string, store *data.Store, modules ...*Module) *Environment {
	if store == nil {
		store = data.NewStore()
	}
	env := &Environment{Name: name, store: store, modules: map[string]*moduleSlot{}}
	for _, m := range modules {
		slot := &moduleSlot{module: m}
		slot.once.Do(func() {})
		env.modules[m.Name] = slot
	}
	return env
}

// Add adds a module that is not in the modulepath, unless that contains one with the same name.
func (e *Environment) Add(m *Module) {
	slot := e.slot(m.Name)
	if e.Module(m.Name) != nil {
		return
	}
	slot.module = m
	e.mu.Lock()
	defer e.mu.Unlock()
	e.added, e.listed = append(e.added, m), listedModules{}
}

// settings returns known and the settings that follow from the location of the environment.
func settings(dir string, known map[string]string) map[string]string {
	all := map[string]string{}
	if parent := filepath.Dir(dir); filepath.Base(parent) == "environments" {
		codedir := filepath.Dir(parent)
		all["environmentpath"] = parent
		all["codedir"] = codedir
		all["basemodulepath"] = filepath.Join(codedir, "modules")
	}
	maps.Copy(all, known)
	return all
}

// Store returns what the files of the environment are read with.
func (e *Environment) Store() *data.Store { return e.store }

// ValidName reports whether Puppet accepts a directory with that name as an environment. Names with
// hyphens are the most common ones that it does not accept.
func ValidName(name string) bool { return ascii.IsName(name) }

// Module returns the module with that name in the first directory of the modulepath that contains
// it; nil if there is none. Module.Visible reports whether Puppet accepts its metadata.json.
func (e *Environment) Module(name string) *Module {
	if !ValidModuleName(name) {
		return nil
	}
	slot := e.slot(name)
	slot.once.Do(func() {
		for _, dir := range e.ModulePath {
			if path := filepath.Join(dir, name); e.isDir(path) {
				slot.module = OpenModule(path, name, e.store)
				return
			}
		}
	})
	return slot.module
}

func (e *Environment) slot(name string) *moduleSlot {
	e.mu.Lock()
	defer e.mu.Unlock()
	return lists.GetOrPut(e.modules, name, func() *moduleSlot { return &moduleSlot{} })
}

// isDir reports whether path is a directory or a symbolic link to one.
func (e *Environment) isDir(path string) bool {
	info, err := e.store.Stat(path)
	return err == nil && info.IsDir()
}

// Misnamed returns the directories in the modulepath with code, such as `my-app`, that are no modules because of their names.
func (e *Environment) Misnamed() []string {
	var dirs []string
	for _, dir := range e.ModulePath {
		entries, err := e.store.Tree().ReadDir(dir)
		if err != nil {
			continue
		}
		for _, entry := range entries {
			if path := filepath.Join(dir, entry.Name()); !ValidModuleName(entry.Name()) && e.isDir(filepath.Join(path, "manifests")) {
				dirs = append(dirs, path)
			}
		}
	}
	return dirs
}

// Modules returns all modules, in the order of the modulepath and, within a directory, by name, followed by those that were
// added. The directories are read once.
func (e *Environment) Modules() []*Module {
	var modules []*Module
	if e.Dir == "" {
		e.mu.Lock()
		for _, slot := range e.modules {
			if slot.module != nil {
				modules = append(modules, slot.module)
			}
		}
		e.mu.Unlock()
		slices.SortFunc(modules, func(a, b *Module) int { return strings.Compare(a.Name, b.Name) })
		return modules
	}
	e.mu.Lock()
	listed, added := e.listed, e.added
	e.mu.Unlock()
	if listed.path != nil && slices.Equal(listed.path, e.ModulePath) {
		return slices.Clone(listed.modules)
	}
	seen := map[string]bool{}
	for _, dir := range e.ModulePath {
		entries, err := e.store.Tree().ReadDir(dir)
		if err != nil {
			continue
		}
		for _, entry := range entries {
			name := entry.Name()
			path := filepath.Join(dir, name)
			if seen[name] || !ValidModuleName(name) || !entry.IsDir() && (entry.Type()&fs.ModeSymlink == 0 || !e.isDir(path)) {
				continue
			}
			seen[name] = true
			slot := e.slot(name)
			slot.once.Do(func() { slot.module = OpenModule(path, name, e.store) }) // no earlier directory has it
			modules = append(modules, slot.module)
		}
	}
	modules = append(modules, added...)
	e.mu.Lock()
	e.listed = listedModules{slices.Clone(e.ModulePath), modules}
	e.mu.Unlock()
	return slices.Clone(modules)
}
