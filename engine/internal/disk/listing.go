package disk

import (
	"errors"
	"io/fs"
	"runtime"
	"strings"
	"syscall"
)

// listing is the names in a directory, in lower case; a file system may not tell upper and lower case apart.
type listing struct {
	names map[string]struct{}
	// unknown reports that the names cannot be read.
	unknown bool
}

// Lacks reports whether there certainly is nothing at path, from the names in its directory. It is for paths that mostly do not exist:
// nothing is kept for each.
func (d *Disk) Lacks(path string) bool {
	at := strings.LastIndexByte(path, '/')
	if at < 1 || strings.IndexByte(path, 0) >= 0 || runtime.GOOS == "windows" { // which finds files by several names
		return false
	}
	name := path[at+1:]
	if name == "" || name == "." || name == ".." || !isASCII(name) {
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

// newListing reads the names in a directory; of one whose parent lacks it, there are none.
func (d *Disk) newListing(dir string) *listing {
	if d.Lacks(dir) {
		return &listing{}
	}
	entries, err := d.Store.Tree().ReadDir(d.Locate(dir))
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return &listing{}
	case err != nil:
		return &listing{unknown: true}
	}
	l := &listing{names: make(map[string]struct{}, len(entries))}
	for _, e := range entries {
		if !isASCII(e.Name()) {
			l.unknown = l.unknown || runtime.GOOS == "darwin" // where it may be the same as another
		}
		l.names[strings.ToLower(e.Name())] = struct{}{}
	}
	return l
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}
