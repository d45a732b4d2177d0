// Package rubypath knows paths as Ruby and Puppet's data write them.
package rubypath

import (
	"path/filepath"
	"strings"
)

// IsAbs reports whether Ruby treats a path as absolute: if it starts with a slash, on all systems. On Windows, such
// paths also start with a drive.
func IsAbs(path string) bool { return strings.HasPrefix(path, "/") || filepath.IsAbs(path) }
