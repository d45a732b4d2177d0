package worktree

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rooted"
)

// links resolves symbolic links within bounds that they are not followed across. All paths are
// absolute.
type links struct {
	bounds []string // directories
	// closed reports that all bounds are known. Before that, all links are followed.
	closed bool
	// resolved caches the results of real, since many levels share a directory.
	resolved map[string]string
	// linked caches the results of list for directories with links.
	linked map[listedID][]Entry

	store *data.Store
}

// listedID is a directory and the number of bounds, on which the results of following its links depend.
type listedID struct {
	string
	int
	bool
}

// Entry is an entry of a directory.
type Entry struct {
	Name string
	Dir  bool // a directory, or a symbolic link to one
	Link bool // a symbolic link
	Err  error
}

// The reasons why a symbolic link is not followed.
var (
	ErrOutside = data.ErrOutside
	ErrCircle  = errors.New("points to a directory that contains it")
	errNowhere = errors.New("is dangling")
)

// List returns the entries of dir, sorted by name, which the caller must not change. An entry whose kind
// is unknown has an error: a symbolic link that leads nowhere, in a circle, or out of the bounds.
func (t *links) List(dir string) ([]Entry, error) {
	found, err := t.store.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	isLink := func(f fs.DirEntry) bool { return f.Type()&fs.ModeSymlink != 0 }
	if !slices.ContainsFunc(found, isLink) {
		return lists.Map(found, func(f fs.DirEntry) Entry { return Entry{Name: f.Name(), Dir: f.IsDir()} }), nil
	}
	id := listedID{t.Real(dir), len(t.bounds), t.closed}
	if known, ok := t.linked[id]; ok { // links lead to it, too
		return known, nil
	}
	entries := make([]Entry, 0, len(found))
	for _, f := range found {
		e := Entry{Name: f.Name(), Dir: f.IsDir(), Link: isLink(f)}
		if e.Link {
			e.Dir, e.Err = t.Follow(filepath.Join(dir, e.Name))
		}
		entries = append(entries, e)
	}
	lists.Put(&t.linked, id, entries)
	return entries, nil
}

// Follow reports whether the symbolic link at path leads to a directory.
func (t *links) Follow(path string) (dir bool, err error) {
	at, err := t.store.EvalSymlinks(path)
	if err != nil {
		// EvalSymlinks has a different error for circles.
		_, err = t.store.Stat(path)
		switch {
		case !errors.Is(err, fs.ErrNotExist):
		case t.Within(t.Real(existing(target(path), t.isThere))):
			err = errNowhere
		default:
			err = ErrOutside // its target is probably private
		}
		return false, err
	}
	if !t.Within(at) {
		if isDevice(at) {
			return false, source.ErrNotRegular
		}
		return false, ErrOutside
	}
	info, err := t.store.Stat(at)
	return err == nil && info.IsDir(), err
}

// isDevice reports whether a path is a device, pipe, or socket, which contains no data. The null
// device represents an empty file.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && path != os.DevNull && !info.Mode().IsRegular() && !info.IsDir()
}

// target returns the target of a symbolic link as written; link itself if it cannot be read.
func target(link string) string {
	text, err := os.Readlink(link)
	switch {
	case err != nil:
		return link
	case filepath.IsAbs(text):
		return filepath.Clean(text)
	}
	return filepath.Join(filepath.Dir(link), text)
}

// Within reports whether path, which must not contain symbolic links, is within the bounds.
func (t *links) Within(path string) bool {
	return !t.closed || slices.ContainsFunc(t.bounds, func(bound string) bool { return rooted.IsBelow(path, bound) })
}

// Bind adds a directory to the bounds, by its given name and its name without symbolic links.
func (t *links) Bind(dir string) {
	for _, d := range []string{dir, t.Real(dir)} {
		if !slices.Contains(t.bounds, d) {
			t.bounds = append(t.bounds, d)
		}
	}
}

// Real returns path without symbolic links, or path itself if it cannot be resolved.
func (t *links) Real(path string) string {
	if target, ok := t.resolved[path]; ok {
		return target
	}
	target := path
	if parent := filepath.Dir(path); parent != path {
		// If the parent is known, one system call is sufficient.
		own := filepath.Join(t.Real(parent), filepath.Base(path))
		if info, err := t.store.Lstat(own); err == nil && info.Mode()&fs.ModeSymlink == 0 {
			target = own
		} else if own, err = t.store.EvalSymlinks(own); err == nil {
			target = own
		}
	}
	lists.Put(&t.resolved, path, target)
	return target
}

func (t *links) isThere(path string) bool {
	_, err := t.store.Stat(path)
	return err == nil
}

// reason returns the reason why something cannot be read as a sentence.
func reason(err error) string {
	switch {
	case errors.Is(err, ErrOutside):
		return "the symbolic link points outside the tree and is not followed"
	case errors.Is(err, ErrCircle):
		return "the symbolic link points to a directory that contains it, and is not followed"
	case errors.Is(err, errNowhere):
		return "dangling symbolic link"
	case errors.Is(err, syscall.ELOOP):
		return "circular symbolic link"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	case errors.Is(err, fs.ErrNotExist):
		return "no such file or directory"
	case errors.Is(err, source.ErrNotRegular):
		return source.ErrNotRegular.Error()
	}
	return "it cannot be read: " + source.Cause(err).Error()
}
