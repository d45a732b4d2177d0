// Package glob finds files like Ruby's Dir.glob without flags, which Puppet uses for the `glob` and
// `globs` of a level and for the modulepath of an environment. A Pattern matches paths without
// accessing the file system.
//
// The package does not depend on Hiera: interpolation tokens in a glob have been replaced, and the
// datadir has been prepended. Patterns, however, may contain placeholders for
// variables: Pattern.Find returns the values for which a template matches a file.
//
// The rules were determined with Ruby 3.1; a test compares the results for random trees and
// patterns:
//
//   - Names are visited in byte order, and a directory is searched as soon as it is visited.
//   - `*` and `?` match neither a slash nor a leading dot. A class matches one character, and
//     `[!…]` and `[^…]` any other; named classes such as `[:alpha:]` are not supported.
//   - `**/` matches any number of directories, including none. It neither enters hidden directories
//     nor follows symbolic links, so it always terminates. `**` that is not followed by a slash is
//     `*`.
//   - `{b,a}` tries b in all directories before a, except after `**/`, where both are matched with
//     each name in turn.
//   - `\` escapes a character.
//   - An unclosed `[` or `{` matches nothing.
package glob

import (
	"errors"
	"strings"
)

// ErrNUL is Ruby's error for a pattern that contains a NUL.
var ErrNUL = errors.New("nul-separated glob pattern is deprecated")

// ErrTooMuch means that a glob is longer than any real one, that its braces expand to too much, or
// that it visits too many directories: a mistake, or cyclic symbolic links.
var ErrTooMuch = errors.New("the glob matches too many paths")

const (
	maxLength      = 64 << 10 // bytes of a pattern
	maxExpansion   = 4 << 20  // characters in all expansions of its braces
	maxDirectories = 20_000   // directories that are read
	// entriesOfDirectory is the number of entries that cost as much as a directory.
	entriesOfDirectory = 50
)

// Glob lists what pattern matches in tree, in Ruby's order: files, directories, and dangling
// symbolic links, each named as in the pattern. A file that several expansions of braces match is
// listed several times. Directories that cannot be read are treated as empty.
func Glob(tree Tree, pattern string) ([]string, error) {
	return new(Budget).Glob(tree, pattern)
}

// Budget limits the total cost of several globs. The zero value is ready to use.
type Budget struct{ directories int }

// Glob is like the function Glob, and charges the budget.
func (b *Budget) Glob(tree Tree, pattern string) ([]string, error) {
	switch {
	case pattern == "":
		return nil, nil
	case strings.IndexByte(pattern, 0) >= 0:
		return nil, ErrNUL
	case len(pattern) > maxLength:
		return nil, ErrTooMuch
	}
	g := &globber{tree: tree, expansion: maxExpansion, budget: b}
	below := strings.TrimLeft(pattern, "/")
	root := strings.TrimSuffix(pattern, below)
	g.walk(root, false, true, []*segment{parse(lex(below))})
	return g.found, g.err
}

// Files is Glob without directories, as Puppet uses it for the globs of a level. Puppet treats a
// dangling symbolic link as a file, and then fails to read it.
func Files(tree Tree, pattern string) ([]string, error) {
	found, err := Glob(tree, pattern)
	files := found[:0]
	for _, path := range found {
		if info, err := tree.Stat(path); err != nil || !info.IsDir() {
			files = append(files, path)
		}
	}
	return files, err
}
