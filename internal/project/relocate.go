package project

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Relocate is where in the tree a data directory of the server lies, given its path with all values: by
// how it ends, as when the hierarchies were matched with the files. A directory that is in the tree
// already, or not at all, stays as it is.
func (e *Environment) Relocate(dir string) string {
	for _, root := range []*Root{e.Own, e.Global} {
		if root == nil {
			continue
		}
		if at, ok := root.relocate(dir); ok {
			return at
		}
	}
	return dir
}

// relocate finds the directory; ok is false where the hierarchy has no place for it.
func (r *Root) relocate(dir string) (string, bool) {
	for _, m := range r.mappings {
		if m.values.MatchString(dir) {
			return m.dir, true
		}
	}
	if slices.ContainsFunc(r.elsewhere, func(e *regexp.Regexp) bool { return e.MatchString(dir) }) {
		return "", false
	}
	if filepath.IsAbs(dir) && isDir(dir) || !filepath.IsAbs(dir) && isDir(filepath.Join(r.home, dir)) {
		return dir, true
	}
	if rest, ok := strings.CutPrefix(dir, r.Dir+"/"); ok {
		first, _, _ := strings.Cut(rest, "/")
		if r.home == r.Dir && (first != "environments" && first != "modules" || isDir(filepath.Join(r.Dir, first))) {
			return "", false
		}
		if at := filepath.Join(r.home, rest); isDir(at) {
			return at, true
		}
		dir = rest
	}
	names := strings.Split(strings.Trim(dir, "/"), "/")
	for i := 0; i <= len(names); i++ {
		inEnvironment := i >= 2 && names[i-2] == "environments"
		if !inEnvironment && i == len(names) || i == 0 && names[0] == mountPoint {
			continue
		}
		for _, home := range r.homes {
			if at := filepath.Join(append([]string{home}, names[i:]...)...); isDir(at) {
				return at, true
			}
		}
	}
	return "", false
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Home is the directory that relative data directories of the hierarchy start from: that of the
// configuration, unless it is copied to where its data lies.
func (r *Root) Home() string { return r.home }
