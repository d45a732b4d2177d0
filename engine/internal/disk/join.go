package disk

import (
	"path/filepath"
	"strings"
)

// Join is Ruby's Pathname#+: if rest is absolute, it replaces base; leading `.` and `..` in rest
// are resolved, and everything else remains as written. If base is empty, nothing is resolved.
func Join(base, rest string) string {
	if strings.HasPrefix(rest, "/") || filepath.IsAbs(rest) || base == "" { // a backslash escapes a character of a glob
		return rest
	}
	first := func() string {
		name, _, _ := strings.Cut(rest, "/")
		return name
	}
	shift := func() { rest = strings.TrimLeft(strings.TrimPrefix(rest, first()), "/") }
	for {
		for first() == "." {
			shift()
		}
		parent, name := chopBasename(base)
		if name == "" {
			break
		}
		base = parent
		if name == "." {
			continue
		}
		if name == ".." || first() != ".." {
			base += name
			break
		}
		shift()
	}
	_, name := chopBasename(base)
	root := name == "" && base != ""
	for root && first() == ".." {
		shift()
	}
	switch {
	case rest == "" && base == "":
		return "."
	case rest == "":
		return base
	case base == "" || strings.HasSuffix(base, "/"):
		return base + rest
	}
	return base + "/" + rest
}

// chopBasename splits a path before its last name, which is "" for the root and an empty path.
func chopBasename(text string) (parent, name string) {
	trimmed := strings.TrimRight(text, "/")
	at := strings.LastIndexByte(trimmed, '/') + 1
	return trimmed[:at], trimmed[at:]
}
