// Package environment reads an environment from disk as Puppet sees it: environment.conf, the
// modulepath, the modules with their metadata.json, and where the hiera.yaml of each layer is.
//
// It does not read hiera.yaml itself (package config does) nor any data, and it knows nothing of
// linting. What is read is read when it is asked for: a lookup touches the metadata of its own
// module only.
package environment

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// ConfigName is the name of the configuration of each layer, in the directory of the environment
// or module. No other name is read there.
const ConfigName = "hiera.yaml"

// Options are what an environment does not say itself.
type Options struct {
	// Store reads the files; a new one when nil.
	Store *data.Store
	// Name is the name of the environment; by default that of its directory.
	Name string
	// Settings are values of settings of puppet.conf, by name, as far as they are known. Paths are
	// absolute, lists separated by colons. When the environment lies in a directory called
	// `environments`, the settings environmentpath, codedir and basemodulepath that are not given
	// are taken from there: that directory, its parent and the directory `modules` in the parent.
	Settings map[string]string
	// ModulePath is used instead of what environment.conf says, when not nil.
	ModulePath []string
}

// Environment is an environment. It may be used by several goroutines.
type Environment struct {
	// Dir is its directory; "" for an environment made by New.
	Dir, Name string
	// Conf is its environment.conf; nil when there is none.
	Conf *Conf
	// ModulePath are the directories in which modules are looked for, in order, whether they
	// exist or not. Entries gives the same by where it is written.
	ModulePath []string
	Entries    []Entry
	// Problems is what is wrong with environment.conf.
	Problems []*Problem

	globs   glob.Budget // what the globs of the modulepath have cost
	globbed int         // how many directories they led to
	tooWide bool        // it was too much, which is reported
	store   *data.Store
	mu      sync.Mutex
	modules map[string]*moduleSlot
}

// moduleSlot is a module that is opened once.
type moduleSlot struct {
	once   sync.Once
	module *Module
}

// Open reads the environment in dir. The error means that dir is not a directory that can be read;
// what is wrong in it is in Problems.
func Open(dir string, opts Options) (*Environment, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &fs.PathError{Op: "open environment", Path: dir, Err: errors.New("not a directory")}
	}
	env := New(opts.Name, opts.Store)
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

// New is an environment that is no directory: it has the given modules, no others, and no
// hiera.yaml of its own. It is what a module that lies alone is looked up in.
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

// settings adds to known what follows from the place of the environment.
func settings(dir string, known map[string]string) map[string]string {
	all := map[string]string{}
	if parent := filepath.Dir(dir); filepath.Base(parent) == "environments" {
		codedir := filepath.Dir(parent)
		all["environmentpath"] = parent
		all["codedir"] = codedir
		all["basemodulepath"] = filepath.Join(codedir, "modules")
	}
	for name, value := range known {
		all[name] = value
	}
	return all
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

var validName = lazyregexp.New(`\A[0-9A-Za-z_]+\z`)

// ValidName reports whether Puppet takes a directory of that name for an environment. A hyphen is
// the usual reason why not.
func ValidName(name string) bool { return validName.MatchString(name) }

// Module is the module of that name in the first directory of the modulepath that has it; nil when
// there is none. Module.Visible reports whether Puppet accepts its metadata.json.
func (e *Environment) Module(name string) *Module {
	if !ValidModuleName(name) {
		return nil
	}
	slot := e.slot(name)
	slot.once.Do(func() {
		for _, dir := range e.ModulePath {
			if path := filepath.Join(dir, name); isDir(path) {
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
	slot := e.modules[name]
	if slot == nil {
		slot = &moduleSlot{}
		e.modules[name] = slot
	}
	return slot
}

// isDir reports whether there is a directory at a path, or a symbolic link to one.
func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Modules are all modules, in the order of the modulepath and of their names within a directory.
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
		sortModules(modules)
		return modules
	}
	seen := map[string]bool{}
	for _, dir := range e.ModulePath {
		entries, err := glob.Disk.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, entry := range entries {
			name := entry.Name()
			if path := filepath.Join(dir, name); !seen[name] && ValidModuleName(name) && isDir(path) {
				seen[name] = true
				slot := e.slot(name)
				slot.once.Do(func() { slot.module = OpenModule(path, name, e.store) }) // no directory before this one has it
				modules = append(modules, slot.module)
			}
		}
	}
	return modules
}
