package project

import (
	"bytes"
	"cmp"
	"path/filepath"
	"strings"
)

// inventory is the result of one walk through the tree.
type inventory struct {
	configs    []string            // files that may be hierarchies, with any name
	dirsNamed  map[string][]string // directories by name
	moduleDirs []string            // directories of modules
}

// takeInventory walks through the repositories of the request. It does not follow symbolic links,
// since their targets are found anyway.
func takeInventory(d *disk, q *request) *inventory {
	v := &inventory{dirsNamed: map[string][]string{}}
	listed := map[string]bool{}
	for _, base := range q.bases {
		v.walk(d, cmp.Or(d.top(base), base), listed)
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
		case isModule && moduleCodeDirs[e.name]:
		default:
			v.dirsNamed[e.name] = append(v.dirsNamed[e.name], path)
			v.walk(d, path, listed)
		}
	}
}

// isInModule reports whether a directory looks like a part of a module, or of an environment that
// looks the same.
func (d *disk) isInModule(f *folder) bool {
	return d.sub(f, "manifests").hasFile("init.pp") || f.hasFile("metadata.json") && hasManifest(d.sub(f, "manifests"))
}

// moduleCodeDirs lists the directories of modules that contain code and tests. Others, such as files, templates, data, and
// vagrant, may contain the configuration of a server.
var moduleCodeDirs = map[string]bool{
	"acceptance": true, "examples": true, "facts.d": true, "functions": true, "lib": true, "locales": true, "manifests": true, "plans": true, "spec": true,
	"tasks": true, "test": true, "tests": true, "types": true,
}

// maxConfigStart is the number of bytes of a file that are read to determine what it is.
const maxConfigStart = 4096

// mayBeConfig reports whether a file may be a hierarchy: it is called like one, or mentions one
// near its start. Data directories contain many other files.
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
	return !template && !isDataFolder(path) && d.mentionsHierarchy(path)
}

// mentionsHierarchy reports whether a file has levels, or the backends of version 3, near its start.
func (d *disk) mentionsHierarchy(path string) bool {
	start, err := d.store.ReadStart(path, maxConfigStart)
	return err == nil && (bytes.Contains(start, []byte("\nhierarchy:")) || bytes.Contains(start, []byte(":hierarchy:")) || bytes.Contains(start, []byte(":backends:")))
}
