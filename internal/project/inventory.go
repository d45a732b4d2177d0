package project

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/environment"
)

// inventory is one walk through the tree, for what may lie anywhere in it: files that may be a hierarchy
// under whatever name, directories by their names, and folders of modules. Symbolic links are left
// alone: what they lead to is there by itself.
func (l *loader) inventory(dir string) {
	f := l.folder(dir)
	if f == nil || l.listed[dir] || !l.enter(dir) {
		return
	}
	l.listed[dir] = true
	isModule := l.isInModule(f)
	if !isModule && l.holdsModules(f) {
		l.moduleDirs = append(l.moduleDirs, dir)
	}
	for _, e := range f.entries {
		path := filepath.Join(dir, e.name)
		switch {
		case e.err != nil || e.link && e.dir || strings.HasPrefix(e.name, ".") || e.name == "node_modules":
		case !e.dir:
			if l.mayBeConfig(path, e.name) {
				l.mayBeConfigs = append(l.mayBeConfigs, path)
			}
		case isModule && !mayHoldConfig(e.name):
		default:
			l.dirsNamed[e.name] = append(l.dirsNamed[e.name], path)
			l.inventory(path)
		}
	}
}

// isInModule tells whether a folder is a module by what lies in it, or the folder of an environment that
// looks the same.
func (l *loader) isInModule(f *folder) bool {
	return l.sub(f, "manifests").hasFile("init.pp") || f.hasFile("metadata.json") && hasManifest(l.sub(f, "manifests"))
}

// mayHoldConfig tells whether a folder of a module may hold the configuration that a server is given:
// its files and templates, and the data of a repository that is a module as well.
func mayHoldConfig(name string) bool {
	return name == "files" || name == "templates" || slices.Contains(usualDatadirs, name)
}

// sniffed is how much of a file is looked at for what it is.
const sniffed = 4096

// mayBeConfig tells whether a file is worth being read as a hierarchy: it is called like one, or speaks
// of one near its start. Data directories are full of other files.
func (l *loader) mayBeConfig(path, name string) bool {
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
	return !template && !isDataFolder(path) && !l.tree.overlay[path] && speaksOfHierarchy(path)
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

// isCanonical tells whether a file is a hiera.yaml that Puppet finds by itself, in an environment or a
// module that was found.
func (l *loader) isCanonical(path string) bool {
	_, known := l.roots[path]
	return known || filepath.Base(path) == environment.ConfigName && l.modules[l.tree.real(filepath.Dir(path))]
}
