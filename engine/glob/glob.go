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
	"io/fs"
	"os"
	"strings"
)

// ErrNUL is Ruby's error for a pattern that contains a NUL.
var ErrNUL = errors.New("nul-separated glob pattern is deprecated")

// ErrTooMuch means that a glob is longer than any real one, that its braces expand to too much, or
// that it visits too many directories: a mistake, or cyclic symbolic links.
var ErrTooMuch = errors.New("the glob matches too many paths")

// MaxLength is the maximum length of a pattern in bytes; longer ones are ErrTooMuch.
const MaxLength = 64 << 10

const (
	maxExpansion = 4 << 20   // characters in all expansions of the braces of a pattern
	maxEntries   = 1_000_000 // of the directories that are read
	// A directory, and an alternative of braces that is not matched with names, cost as much as this number of entries.
	entriesOfDirectory   = 50
	entriesOfAlternative = 5
)

// Glob lists what pattern matches in tree, in Ruby's order: files, directories, and dangling
// symbolic links, each named as in the pattern. A file that several expansions of braces match is
// listed several times. Directories that cannot be read are treated as empty.
func Glob(tree Tree, pattern string) ([]string, error) {
	return new(Budget).Glob(tree, pattern)
}

// Budget limits the total cost of several globs. The zero value is ready to use.
type Budget struct{ entries int }

// Glob is like the function Glob, and charges the budget.
func (b *Budget) Glob(tree Tree, pattern string) ([]string, error) {
	found, err := b.glob(tree, pattern)
	paths := make([]string, len(found))
	for i := range found {
		paths[i] = found[i].path
	}
	return paths, err
}

func (b *Budget) glob(tree Tree, pattern string) ([]match, error) {
	switch {
	case pattern == "":
		return nil, nil
	case strings.IndexByte(pattern, 0) >= 0:
		return nil, ErrNUL
	case len(pattern) > MaxLength:
		return nil, ErrTooMuch
	}
	g := &globber{tree: tree, expansion: maxExpansion, budget: b}
	below := strings.TrimLeft(pattern, "/")
	root := strings.TrimSuffix(pattern, below)
	g.walk(root, false, true, nil, []*segment{parse(lex(below))})
	return g.found, g.err
}

// Files is Glob without directories, as Puppet uses it for the globs of a level. Puppet treats a
// dangling symbolic link as a file, and then fails to read it.
func Files(tree Tree, pattern string) ([]string, error) { return new(Budget).Files(tree, pattern) }

// Files is like the function Files, and charges the budget.
func (b *Budget) Files(tree Tree, pattern string) ([]string, error) {
	found, err := b.glob(tree, pattern)
	var files []string
	for _, f := range found {
		if !f.isFile {
			if info, err := tree.Stat(f.path); err == nil && info.IsDir() {
				continue
			}
		}
		files = append(files, f.path)
	}
	return files, err
}

// Entries returns the number of entries of directories that the globs have read, and what costs as much.
func (b *Budget) Entries() int { return b.entries }

// Tree is the file system that a glob is matched in. The errors are those of package os.
type Tree interface {
	// ReadDir lists a directory in byte order of the names, without `.` and `..`. The type of an
	// entry is its own, even for a symbolic link.
	ReadDir(dir string) ([]fs.DirEntry, error)
	// Stat follows symbolic links, Lstat does not.
	Stat(path string) (fs.FileInfo, error)
	Lstat(path string) (fs.FileInfo, error)
}

// Disk is the real file system.
var Disk Tree = disk{}

type disk struct{}

func (disk) ReadDir(dir string) ([]fs.DirEntry, error) { return os.ReadDir(dir) }
func (disk) Stat(path string) (fs.FileInfo, error)     { return os.Stat(path) }
func (disk) Lstat(path string) (fs.FileInfo, error)    { return os.Lstat(path) }
