package project

import (
	"io/fs"
	"os"
	"sync"
)

// directories reads each directory once for all users: the search for hierarchies, the search for
// data files, and reading ahead. It is safe for concurrent use.
type directories struct {
	mu   sync.Mutex
	read map[string]*directory
}

type directory struct {
	once    sync.Once
	entries []fs.DirEntry
	err     error
}

// list returns the entries of the directory, sorted by name.
func (d *directories) list(path string) ([]fs.DirEntry, error) {
	d.mu.Lock()
	if d.read == nil {
		d.read = map[string]*directory{}
	}
	dir := d.read[path]
	if dir == nil {
		dir = &directory{}
		d.read[path] = dir
	}
	d.mu.Unlock()
	dir.once.Do(func() { dir.entries, dir.err = os.ReadDir(path) })
	return dir.entries, dir.err
}
