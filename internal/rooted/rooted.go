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
