package environment

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The directories in a module in which Puppet looks for functions, and how their files end.
var functionPlaces = []struct{ dir, suffix string }{
	{filepath.Join("lib", "puppet", "functions"), ".rb"},
	{"functions", ".pp"},
}

// Functions are the names of the functions of the module that a hiera.yaml can name, in order: those
// with the name of the module in front, in Ruby or in the Puppet language. They are known by their
// files, as Puppet finds them.
func (m *Module) Functions() []string {
	var names []string
	for _, place := range functionPlaces {
		root := filepath.Join(m.Dir, place.dir)
		_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, place.suffix) {
				return nil //nolint:nilerr // what cannot be read has no functions
			}
			rel, err := filepath.Rel(root, strings.TrimSuffix(path, place.suffix))
			if err != nil {
				return nil //nolint:nilerr // it is below root
			}
			name := strings.ReplaceAll(filepath.ToSlash(rel), "/", "::")
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

// HasCode reports whether there is any code in the module: a directory that is empty, or holds data only,
// may be a place that the rest of it is put in later.
func (m *Module) HasCode() bool {
	for _, dir := range []string{"manifests", "lib", "functions"} {
		if entries, err := os.ReadDir(filepath.Join(m.Dir, dir)); err == nil && len(entries) > 0 {
			return true
		}
	}
	return false
}

// HasFunction reports whether the environment or one of its modules has a function with a name that is not qualified, be it of the old kind.
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
			info, err := os.Stat(filepath.Join(dir, file))
			return err == nil && info.Mode().IsRegular()
		})
	})
}
