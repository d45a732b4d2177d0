// Package rooted compares, joins, and resolves paths. It recognizes absolute paths that may have been written for another system.
package rooted

import (
	"iter"
	"os"
	"path/filepath"
	"strings"
)

// Is reports whether a path starts at the root of the file system: with a slash, on all systems, as Ruby has it. On
// Windows, such paths may also start with a drive.
func Is(path string) bool {
	return strings.HasPrefix(filepath.ToSlash(path), "/") || filepath.IsAbs(path)
}

// IsBelow reports whether a path is dir or in it. Both are clean paths of this system.
func IsBelow(path, dir string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator)))
	return ok && (rest == "" || rest[0] == filepath.Separator)
}

// Real returns a path without symbolic links, as far as it exists.
func Real(path string) string {
	const maxLinks = 40
	for range maxLinks {
		if resolved, err := filepath.EvalSymlinks(path); err == nil {
			return resolved
		}
		target, err := os.Readlink(path) // a link to nothing
		if err != nil {
			break
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	dir := filepath.Dir(path)
	if dir == path {
		return path
	}
	return filepath.Join(Real(dir), filepath.Base(path))
}

// Up returns a clean path and the directories that contain it, up to the root of the file system.
func Up(path string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for yield(path) && path != filepath.Dir(path) {
			path = filepath.Dir(path)
		}
	}
}

// CommonDir returns the innermost directory that contains all of some files, with a slash at its end; ""
// if there is none. The paths have slashes.
func CommonDir(files []string) string {
	common := ""
	for i, file := range files {
		dir := file[:strings.LastIndexByte(file, '/')+1]
		if i == 0 {
			common = dir
		}
		for !strings.HasPrefix(dir, common) {
			common = common[:strings.LastIndexByte(strings.TrimSuffix(common, "/"), '/')+1]
		}
	}
	return common
}

// Rel returns the path of a file relative to a directory that contains it. ok is false if the directory does not; symbolic
// links are not resolved.
func Rel(dir, path string) (relative string, ok bool) {
	relative, err := filepath.Rel(dir, path)
	return relative, err == nil && filepath.IsLocal(relative)
}

// Shown returns a path as shown to users: with slashes, and relative to the working directory if it is below it.
func Shown(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		if dir, err := os.Getwd(); err == nil {
			if relative, ok := Rel(dir, abs); ok {
				path = relative
			}
		}
	}
	return filepath.ToSlash(path)
}

// Join returns the absolute path of a path with slashes or of this system, which may be relative to a directory.
func Join(dir, path string) string {
	if path = filepath.FromSlash(path); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}
