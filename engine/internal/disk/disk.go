// Package disk caches what lookups need to know about the file system.
package disk

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/rooted"
)

// State is what exists at a path.
type State uint8

// The states.
const (
	Missing State = iota
	File
	Directory
)

// Disk is a file system with caches, which all users of a store share. It is safe for concurrent use.
type Disk struct {
	// Store reads the files.
	Store *data.Store

	workingDir string
	known      *known
}

// known holds cached information about a file system, by the paths that Locate returns.
type known struct {
	states   memo.Map[string, State]
	globs    memo.Map[string, matches]  // by pattern
	listings memo.Map[string, *listing] // by directory
}

type knownKey struct{}

// matches is the result of a glob.
type matches struct {
	files []string
	err   error
}

// New returns a Disk with paths relative to workingDir.
func New(store *data.Store, workingDir string) *Disk {
	return &Disk{store, workingDir, store.Derived(knownKey{}, func() any { return &known{} }).(*known)}
}

// With returns the same file system with other contents of files. It shares the caches of what
// exists.
func (d *Disk) With(store *data.Store) *Disk {
	return &Disk{Store: store, workingDir: d.workingDir, known: d.known}
}

// Locate returns the path with which a file is opened. Only version 3 configurations have paths
// relative to the working directory, and messages contain these as written.
func (d *Disk) Locate(path string) string {
	if rooted.Is(path) || d.workingDir == "" {
		return path
	}
	return Join(d.workingDir, path)
}

// State returns what exists at path.
func (d *Disk) State(path string) State {
	path = d.Locate(path)
	if s, ok := d.known.states.Load(path); ok {
		return s
	}
	state := Missing
	info, err := d.Store.Tree().Stat(path)
	switch {
	case errors.Is(err, fs.ErrPermission):
		d.Store.Deny(path)
	case err == nil && info.IsDir():
		state = Directory
	case err == nil:
		state = File
	}
	return d.known.states.Store(path, state)
}

// HasFile reports whether dir contains a file with that name. It returns false if dir is empty.
func (d *Disk) HasFile(dir, name string) bool {
	return dir != "" && d.State(filepath.Join(dir, name)) == File
}

// Glob returns the files that match a pattern, like Ruby's Dir.glob.
func (d *Disk) Glob(pattern string) ([]string, error) {
	m := d.known.globs.Of(pattern, func() matches {
		files, err := glob.Files(d.Store.TreeReadOnce(), pattern)
		return matches{files, err}
	})
	return m.files, m.err
}

// File returns the file at path.
func (d *Disk) File(path string) (*source.File, error) { return d.Store.File(d.Locate(path)) }

// Document returns the parsed file at path.
func (d *Disk) Document(path string, format data.Format) (*data.Document, error) {
	return d.Store.Document(d.Locate(path), format)
}
