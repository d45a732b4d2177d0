package project

import (
	"io/fs"
	"path/filepath"
	"strings"
)

// HasCode reports whether the environment contains Puppet code: its own manifests, or those of its
// modules. Without any, it is unknown which classes exist.
func (e *Environment) HasCode() bool {
	if e.Dir != "" && e.hasManifestBelow(filepath.Join(e.Dir, "manifests")) {
		return true
	}
	for _, m := range e.Environment.Modules() {
		if e.hasManifestBelow(filepath.Join(m.Dir, "manifests")) {
			return true
		}
	}
	return false
}

func (e *Environment) hasManifestBelow(dir string) bool {
	found := false
	_ = fs.WalkDir(e.Store().Dir(dir), ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(path, ".pp") {
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found
}
