// Package rooted recognizes absolute paths that may have been written for another system.
package rooted

import (
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
