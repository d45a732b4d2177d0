package disk

import (
	"errors"
	"io/fs"
	"runtime"
	"strings"
	"syscall"

	"github.com/hieralint/hieralint/internal/ascii"
)

// listing holds the names in a directory in lower case, since the file system may ignore case.
type listing struct {
	names map[string]struct{}
	// unknown reports that some or all of the names are unknown.
	unknown bool
}

// Lacks reports whether path certainly does not exist, based on the names in its directory. Unlike
// State, it caches nothing for the path itself, and is meant for paths most of which do not exist.
func (d *Disk) Lacks(path string) bool {
	path = d.Locate(path)
	at := strings.LastIndexByte(path, '/')
	if at < 1 || strings.IndexByte(path, 0) >= 0 || runtime.GOOS == "windows" { // Windows files may have several names
		return false
	}
	name := path[at+1:]
	if name == "" || name == "." || name == ".." || !ascii.Is(name) {
		return false
	}
	l, ok := d.known.listings.Load(path[:at])
	if !ok {
		l = d.known.listings.Store(path[:at], d.newListing(path[:at]))
	}
	if l.unknown {
		return false
	}
	_, ok = l.names[strings.ToLower(name)]
	return !ok
}

// newListing reads the names in a directory. The result is empty if the directory does not exist.
func (d *Disk) newListing(dir string) *listing {
	if d.Lacks(dir) {
		return &listing{}
	}
	entries, err := d.Store.Tree().ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return &listing{}
	case err != nil:
		return &listing{unknown: true}
	}
	l := &listing{names: make(map[string]struct{}, len(entries))}
	for _, e := range entries {
		if !ascii.Is(e.Name()) {
			l.unknown = l.unknown || runtime.GOOS == "darwin" // names may be equivalent after Unicode normalization
		}
		l.names[strings.ToLower(e.Name())] = struct{}{}
	}
	return l
}
