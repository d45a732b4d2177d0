// Package serverpath maps paths on a server, such as /etc/puppetlabs/code/environments/production/data, to
// a tree by their end: when a project is loaded, with variables in place of some names, and in lookups,
// with their values.
package serverpath

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/internal/rooted"
)

// Map maps the directories of a server that a hierarchy names to those of the tree.
type Map struct {
	// Dir is the directory of the hiera.yaml. Home is the one that relative data directories refer to:
	// the same, unless the hiera.yaml is copied elsewhere before it is used.
	Dir, Home string
	// Homes are the directories in which paths of the server are searched for by their end.
	Homes []string
	// Mappings are the data directories that have a different name in the tree, and Elsewhere those
	// that are outside of the tree.
	Mappings  []Mapping
	Elsewhere []*regexp.Regexp
	// Files are the directories that paths of data files outside of data directories start with.
	Files []Mapping
}

// Mapping maps a data directory as written in a configuration to a directory in the tree.
type Mapping struct {
	written string
	values  *regexp.Regexp // matches it with values for its tokens
	dir     string
}

// withValues returns an expression that matches a data directory with values for its tokens.
func withValues(written string) *regexp.Regexp {
	pattern, end := `(?:\A|/)`, 0
	for token := range interpolate.Tokens(written) {
		pattern += regexp.QuoteMeta(written[end:token.Span.Start]) + `[^/]*`
		end = token.Span.End
	}
	return regexp.MustCompile(pattern + regexp.QuoteMeta(strings.TrimSuffix(written[end:], "/")) + `\z`) //nolint:forbidigo // the pattern depends on the data
}

// Add maps a data directory with any values for its tokens to a directory in the tree.
func (p *Map) Add(written, dir string) {
	p.Mappings = append(p.Mappings, Mapping{written, withValues(written), dir})
}

// AddExactly does so for the data directory as written, whose tokens may have any value elsewhere.
func (p *Map) AddExactly(written, dir string) {
	values := regexp.MustCompile(`\A` + regexp.QuoteMeta(written) + `\z`) //nolint:forbidigo // the pattern depends on the data
	p.Mappings = append(p.Mappings, Mapping{written, values, dir})
}

// Exclude records that a data directory, with any values for its tokens, is outside of the tree.
func (p *Map) Exclude(written string) { p.Elsewhere = append(p.Elsewhere, withValues(written)) }

// AddFiles maps the files below a directory of the server, given an expression that matches its path.
func (p *Map) AddFiles(pattern, dir string) {
	if !slices.ContainsFunc(p.Files, func(m Mapping) bool { return m.written == pattern && m.dir == dir }) {
		p.Files = append(p.Files, Mapping{pattern, regexp.MustCompile(pattern), dir}) //nolint:forbidigo // the pattern depends on the data
	}
}

// RelocateFile maps a data file, given its path with all values, that is in no data directory; ok is false
// if it is not found.
func (p *Map) RelocateFile(path string) (string, bool) {
	for _, m := range p.Files {
		if at := m.values.FindStringIndex(path); at != nil {
			return filepath.Join(m.dir, path[at[1]:]), true
		}
	}
	return "", false
}

// Mapped returns the directory that a data directory, as written in the configuration, is mapped to.
func (p *Map) Mapped(written string) (string, bool) {
	for _, m := range p.Mappings {
		if filepath.Clean(m.written) == filepath.Clean(written) {
			return m.dir, true
		}
	}
	return "", false
}

// Relocate maps a data directory, given its path with all values; ok is false if it is not found.
func (p *Map) Relocate(dir string, isDir func(path string) bool) (string, bool) {
	for _, m := range p.Mappings {
		if m.values.MatchString(dir) {
			return m.dir, true
		}
	}
	if slices.ContainsFunc(p.Elsewhere, func(e *regexp.Regexp) bool { return e.MatchString(dir) }) {
		return "", false
	}
	if rooted.Is(dir) && isDir(dir) || !rooted.Is(dir) && isDir(filepath.Join(p.Home, dir)) {
		return dir, true
	}
	if rest, ok := strings.CutPrefix(filepath.ToSlash(dir), filepath.ToSlash(p.Dir)+"/"); ok {
		if p.Home == p.Dir && !StartsOnServer(rest, "environments", p.Dir, isDir) && !StartsOnServer(rest, "modules", p.Dir, isDir) {
			return "", false
		}
		if at := filepath.Join(p.Home, rest); isDir(at) {
			return at, true
		}
		dir = rest
	}
	names := strings.Split(strings.Trim(dir, "/"), "/")
	isOpen := func(string) bool { return false }
	leads := func(home string, rest []string) bool { return isDir(filepath.Join(home, filepath.Join(rest...))) }
	if home, i, ok := FindByEnd(names, p.Homes, isOpen, leads); ok {
		return filepath.Join(home, filepath.Join(names[i:]...)), true
	}
	return "", false
}

// FindByEnd finds the directory with these names on a server in one of the homes. The longest end
// that leads to a directory is used; it starts at name i. isOpen reports whether a name depends on
// variables.
func FindByEnd(names, homes []string, isOpen func(name string) bool, leads func(home string, end []string) bool) (home string, i int, ok bool) {
	for i := range len(names) + 1 {
		if !mayBegin(names, i, isOpen) {
			continue
		}
		for _, home := range homes {
			if leads(home, names[i:]) {
				return home, i, true
			}
		}
	}
	return "", 0, false
}

// MountPoint is where Vagrant mounts the repository: /vagrant is not a directory of it. Since Vagrant copies a hiera.yaml
// to a directory below /tmp, ../../vagrant is the same.
const MountPoint = "vagrant"

// mayBegin reports whether the end of a server's path from name i on may be in the tree: what
// follows environments/<name> is in the environment; other names must exist.
func mayBegin(names []string, i int, isOpen func(name string) bool) bool {
	if i == 0 && len(names) > 0 && names[0] == MountPoint {
		return false
	}
	inEnvironment := i >= 2 && names[i-2] == "environments"
	return inEnvironment || i < len(names) && !isOpen(names[i])
}

// StartsOnServer reports whether a relative path starts with a directory that exists only on the
// server: the configuration is copied to the code directory before it is used, and the path is
// relative to that.
func StartsOnServer(path, folder, dir string, isDir func(path string) bool) bool {
	first, _, _ := strings.Cut(path, "/")
	return first == folder && !isDir(filepath.Join(dir, first))
}
