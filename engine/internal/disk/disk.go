// Package disk asks the file system what lookups need to know, once for each path.
package disk

import (
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/engine/internal/cache"
	"github.com/hieralint/hieralint/engine/source"
)

// State is what exists at a path.
type State uint8

// The states.
const (
	Missing State = iota
	File
	Directory
)

// Disk is the file system, with what was asked of it before. It is safe for concurrent use.
type Disk struct {
	// Store reads the files.
	Store *data.Store

	workingDir string
	known      *known
}

// known is what was asked of a file system.
type known struct {
	states   cache.Cache[string, State]
	globs    cache.Cache[string, matches]  // by pattern
	listings cache.Cache[string, *listing] // by directory
}

// matches are the files that match a pattern.
type matches struct {
	files []string
	err   error
}

// New is a Disk whose relative paths start from workingDir.
func New(store *data.Store, workingDir string) *Disk {
	return &Disk{Store: store, workingDir: workingDir, known: &known{}}
}

// With is the same file system, in which files have other contents: what exists is known already.
func (d *Disk) With(store *data.Store) *Disk {
	return &Disk{Store: store, workingDir: d.workingDir, known: d.known}
}

// Locate is where path leads. Only version 3 configurations have paths that are relative to the
// working directory; messages have them as they are written.
func (d *Disk) Locate(path string) string {
	if strings.HasPrefix(path, "/") || d.workingDir == "" {
		return path
	}
	return Join(d.workingDir, path)
}

// State is what exists at path.
func (d *Disk) State(path string) State {
	if s, ok := d.known.states.Load(path); ok {
		return s
	}
	state := Missing
	if info, err := d.Store.Tree().Stat(d.Locate(path)); err == nil {
		state = File
		if info.IsDir() {
			state = Directory
		}
	}
	return d.known.states.Store(path, state)
}

// HasFile reports whether there is a file of the name in dir, which may be empty for none.
func (d *Disk) HasFile(dir, name string) bool {
	return dir != "" && d.State(filepath.Join(dir, name)) == File
}

// Glob is the files that match a pattern as Ruby's Dir.glob does.
func (d *Disk) Glob(pattern string) ([]string, error) {
	m, ok := d.known.globs.Load(pattern)
	if !ok {
		files, err := glob.Files(d.Store.Tree(), pattern)
		m = d.known.globs.Store(pattern, matches{files, err})
	}
	return m.files, m.err
}

// File is the file at path.
func (d *Disk) File(path string) (*source.File, error) { return d.Store.File(d.Locate(path)) }

// Document is the file at path, parsed.
func (d *Disk) Document(path string, format data.Format) (*data.Document, error) {
	return d.Store.Document(d.Locate(path), format)
}
