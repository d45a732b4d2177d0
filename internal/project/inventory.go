package project

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// inventory is what one walk through the tree finds of what may lie anywhere in it.
type inventory struct {
	configs    []string            // files that may be hierarchies, under whatever name
	dirsNamed  map[string][]string // directories by their names
	moduleDirs []string            // folders of modules
}

// takeInventory walks through the repositories around what was asked for. Symbolic links are left alone: what they
// lead to is found by itself.
func takeInventory(d *disk, q *request) *inventory {
	v := &inventory{dirsNamed: map[string][]string{}}
	listed := map[string]bool{}
	for _, base := range q.bases {
		v.walk(d, first(d.top(base), base), listed)
	}
	return v
}

func (v *inventory) walk(d *disk, dir string, listed map[string]bool) {
	f := d.folder(dir)
	if f == nil || listed[dir] || !d.enter(dir) {
		return
	}
	listed[dir] = true
	isModule := d.isInModule(f)
	if !isModule && d.holdsModules(f) {
		v.moduleDirs = append(v.moduleDirs, dir)
	}
	for _, e := range f.entries {
		path := filepath.Join(dir, e.name)
		switch {
		case e.err != nil || e.link && e.dir || strings.HasPrefix(e.name, ".") || e.name == "node_modules":
		case !e.dir:
			if d.mayBeConfig(path, e.name) {
				v.configs = append(v.configs, path)
			}
		case isModule && !mayHoldConfig(e.name):
		default:
			v.dirsNamed[e.name] = append(v.dirsNamed[e.name], path)
			v.walk(d, path, listed)
		}
	}
}

// isInModule reports whether a folder is a module by what lies in it, or the folder of an environment that
// looks the same.
func (d *disk) isInModule(f *folder) bool {
	return d.sub(f, "manifests").hasFile("init.pp") || f.hasFile("metadata.json") && hasManifest(d.sub(f, "manifests"))
}

// mayHoldConfig reports whether a folder of a module may hold the configuration that a server is given:
// its files and templates, and the data of a repository that is a module as well.
func mayHoldConfig(name string) bool {
	return name == "files" || name == "templates" || slices.Contains(usualDatadirs, name)
}

// sniffed is how much of a file is looked at for what it is.
const sniffed = 4096

// mayBeConfig reports whether a file is worth being read as a hierarchy: it is called like one, or speaks
// of one near its start. Data directories are full of other files.
func (d *disk) mayBeConfig(path, name string) bool {
	base, template := strings.CutSuffix(strings.TrimSuffix(name, ".epp"), ".erb")
	template = template || base != name
	switch filepath.Ext(base) {
	case ".yaml", ".yml":
	default:
		return false
	}
	if strings.Contains(strings.ToLower(name), "hiera") {
		return true
	}
	return !template && !isDataFolder(path) && !d.tree.overlay[path] && speaksOfHierarchy(path)
}

func speaksOfHierarchy(path string) bool {
	start := startOf(path, sniffed)
	return bytes.Contains(start, []byte("\nhierarchy:")) || bytes.Contains(start, []byte(":hierarchy:"))
}

// startOf are the first bytes of a file; none when it is no regular file that can be read.
func startOf(path string, n int64) []byte {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil // a pipe would be waited for
	}
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	start, err := io.ReadAll(io.LimitReader(file, n))
	if errors.Join(err, file.Close()) != nil {
		return nil
	}
	return start
}
