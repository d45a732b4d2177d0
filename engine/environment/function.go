package environment

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// The directories of a module in which Puppet looks for functions, with the suffix of the files.
var functionPlaces = []struct{ dir, suffix string }{
	{filepath.Join("lib", "puppet", "functions"), ".rb"},
	{"functions", ".pp"},
}

// Functions returns the names of the module's functions that a hiera.yaml can use, sorted: those in
// the module's namespace, in Ruby or the Puppet language. Like Puppet, it finds them by file name.
func (m *Module) Functions() []string {
	var names []string
	for _, place := range functionPlaces {
		_ = fs.WalkDir(m.store.Dir(filepath.Join(m.Dir, place.dir)), ".", func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, place.suffix) {
				return nil //nolint:nilerr // what cannot be read has no functions
			}
			name := strings.ReplaceAll(strings.TrimSuffix(path, place.suffix), "/", "::")
			if place.suffix == ".pp" {
				name = m.Name + "::" + name
			}
			if strings.HasPrefix(name, m.Name+"::") {
				names = append(names, name)
			}
			return nil
		})
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// HasCode reports whether the module contains any code. A directory that is empty or contains only
// data may be completed elsewhere.
func (m *Module) HasCode() bool {
	return slices.ContainsFunc([]string{"manifests", "lib", "functions"}, func(dir string) bool {
		entries, err := m.store.ReadDir(filepath.Join(m.Dir, dir))
		return err == nil && len(entries) > 0
	})
}

// HasFunction reports whether the environment or one of its modules has a function with an
// unqualified name, including functions of the old API.
func (e *Environment) HasFunction(name string) bool {
	dirs := []string{}
	if e.Dir != "" {
		dirs = append(dirs, e.Dir)
	}
	for _, m := range e.Modules() {
		dirs = append(dirs, m.Dir)
	}
	ruby := filepath.Join("lib", "puppet")
	files := []string{filepath.Join(ruby, "functions", name+".rb"), filepath.Join("functions", name+".pp"), filepath.Join(ruby, "parser", "functions", name+".rb")}
	return slices.ContainsFunc(dirs, func(dir string) bool {
		return slices.ContainsFunc(files, func(file string) bool {
			info, err := e.store.Stat(filepath.Join(dir, file))
			return err == nil && info.Mode().IsRegular()
		})
	})
}

// ClassFile returns the module of a class, given its name without leading colons, and the path in the module, with
// slashes, at which Puppet looks for its manifest.
func ClassFile(class string) (module, path string) {
	module, rest, isNested := strings.Cut(class, "::")
	if !isNested {
		rest = "init"
	}
	return module, "manifests/" + strings.ReplaceAll(rest, "::", "/") + ".pp"
}
