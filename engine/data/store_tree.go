package data

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rooted"
)

// change is how what exists at a path differs from what is on disk.
type change uint8

const (
	hidden         change = iota + 1 // nothing exists
	addedFile                        // a file exists
	addedDirectory                   // a directory exists
)

// changes are changes by directory and name.
type changes map[string]map[string]change

func (all changes) at(path string) change { return all[filepath.Dir(path)][filepath.Base(path)] }

func (all changes) set(path string, c change) {
	dir := filepath.Dir(path)
	lists.PutIn(all, dir, filepath.Base(path), c)
}

func (all changes) clone() changes {
	cloned := make(changes, len(all))
	for dir, names := range all {
		cloned[dir] = maps.Clone(names)
	}
	return cloned
}

// add makes a file exist that is not on disk, and the directories that contain it.
func (s *Store) add(path string) {
	s.change(path, addedFile)
	for dir := filepath.Dir(path); !isThere(dir) && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		s.change(dir, addedDirectory)
	}
}

// change records a change to what exists at a path, by each of its names.
func (s *Store) change(path string, c change) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changes.set(path, c)
	s.names[filepath.Base(path)], s.names[filepath.Base(filepath.Dir(path))] = true, true
}

// Hide hides files, and directories that contain nothing else: for the store, they do not exist. It
// must be called after Overlay and before the files are read.
func (s *Store) Hide(paths ...string) {
	parents := map[string]bool{}
	hide := func(path string) {
		for _, name := range []string{path, rooted.Real(path)} {
			s.change(name, hidden)
			parents[filepath.Dir(name)] = true
		}
	}
	for _, path := range paths {
		hide(absolute(path))
	}
	for len(parents) > 0 {
		dirs := slices.Sorted(maps.Keys(parents))
		clear(parents)
		for _, dir := range dirs {
			if left, err := s.Tree().ReadDir(dir); err == nil && len(left) == 0 {
				hide(dir)
			}
		}
	}
}

// changeAt returns the change at an absolute path; 0 if there is none.
func (s *Store) changeAt(path string) change {
	s.mu.Lock()
	c, others := s.changes.at(path), len(s.changes) > 0
	s.mu.Unlock()
	if c != 0 || !others {
		return c
	}
	path = s.changedPath(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changes.at(path)
}

// changedPath is rooted.Real for a file with another content or presence than on disk. For others, it
// may be path: resolving symbolic links takes a system call for each directory, and most paths have
// a name that no changed file has.
func (s *Store) changedPath(path string) string {
	s.mu.Lock()
	mayBeChanged := s.names[filepath.Base(path)]
	s.mu.Unlock()
	if !mayBeChanged {
		if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path
		}
	}
	return rooted.Real(path)
}

// isThere reports whether something is on disk at a path.
func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// ReadDir returns the entries of a directory, sorted by name. It is read once. The slice is shared
// and must not be changed.
func (s *Store) ReadDir(path string) ([]fs.DirEntry, error) {
	key := absolute(path)
	s.mu.Lock()
	d := lists.GetOrPut(s.dirs, key, func() *storedDirectory { return &storedDirectory{} })
	s.mu.Unlock()
	d.once.Do(func() { d.entries, d.err = s.Tree().ReadDir(path) })
	return d.entries, d.err
}

// Deny records that something may exist at a path, but that this process may not see it. Puppet takes it for missing.
func (s *Store) Deny(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	lists.Put(&s.denied, path, true)
}

// Denied lists the paths of Deny, sorted.
func (s *Store) Denied() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.denied))
}

// Stat describes what exists at a path, following symbolic links.
func (s *Store) Stat(path string) (fs.FileInfo, error) { return s.Tree().Stat(path) }

// Lstat is Stat without following a symbolic link at the end of the path.
func (s *Store) Lstat(path string) (fs.FileInfo, error) { return s.Tree().Lstat(path) }

// EvalSymlinks returns a path without symbolic links. The error is that of package os if nothing
// exists there.
func (s *Store) EvalSymlinks(path string) (string, error) {
	switch s.changeAt(absolute(path)) {
	case 0:
		return filepath.EvalSymlinks(path)
	case hidden:
		return "", notThere("lstat", path)
	}
	return rooted.Real(path), nil
}

// Dir returns the files below a directory. They are read with fs.ReadFile and fs.ReadDir.
func (s *Store) Dir(dir string) fs.FS { return below{s, dir} }

// below is a directory of a store.
type below struct {
	store *Store
	dir   string
}

func (b below) at(name string) string { return filepath.Join(b.dir, filepath.FromSlash(name)) }

func (b below) ReadDir(name string) ([]fs.DirEntry, error) { return b.store.Tree().ReadDir(b.at(name)) }
func (b below) Stat(name string) (fs.FileInfo, error)      { return b.store.Stat(b.at(name)) }
func (b below) ReadFile(name string) ([]byte, error)       { return b.store.Text(b.at(name)) }
func (b below) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: b.at(name), Err: errors.ErrUnsupported}
}

// Tree returns the file system with what Overlay adds and without what Hide hides.
func (s *Store) Tree() glob.Tree {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.changes) == 0 {
		return glob.Disk
	}
	return tree{s}
}

// TreeReadOnce returns the file system of Tree, but reads each directory only once, as ReadDir
// does.
func (s *Store) TreeReadOnce() glob.Tree { return treeReadOnce{tree{s}} }

type treeReadOnce struct{ tree }

func (t treeReadOnce) ReadDir(dir string) ([]fs.DirEntry, error) { return t.store.ReadDir(dir) }

type tree struct{ store *Store }

func (t tree) ReadDir(dir string) ([]fs.DirEntry, error) {
	at := absolute(dir)
	c := t.store.changeAt(at)
	if c == hidden {
		return nil, notThere("open", dir)
	}
	entries, err := glob.Disk.ReadDir(dir)
	if err != nil && c != addedDirectory {
		return nil, err
	}
	present := map[string]fs.DirEntry{}
	for _, e := range entries {
		present[e.Name()] = e
	}
	at = t.store.changedPath(at)
	t.store.mu.Lock()
	for name, c := range t.store.changes[at] {
		switch {
		case c == hidden:
			delete(present, name)
		case c != 0 && present[name] == nil:
			present[name] = fs.FileInfoToDirEntry(added{name, c})
		}
	}
	t.store.mu.Unlock()
	return slices.SortedFunc(maps.Values(present), func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) }), nil
}

func (t tree) Stat(path string) (fs.FileInfo, error) {
	return t.store.changeAt(absolute(path)).info("stat", path, glob.Disk.Stat)
}

func (t tree) Lstat(path string) (fs.FileInfo, error) {
	at := absolute(path)
	dir := t.store.changedPath(filepath.Dir(at))
	t.store.mu.Lock()
	c := t.store.changes[dir][filepath.Base(at)]
	t.store.mu.Unlock()
	return c.info("lstat", path, glob.Disk.Lstat)
}

// info returns the result of an operation on a path, given that for the disk.
func (c change) info(operation, path string, onDisk func(path string) (fs.FileInfo, error)) (fs.FileInfo, error) {
	if c == hidden {
		return nil, notThere(operation, path)
	}
	if info, err := onDisk(path); err == nil || c == 0 {
		return info, err
	}
	return added{filepath.Base(path), c}, nil
}

func notThere(operation, path string) error {
	return &os.PathError{Op: operation, Path: path, Err: syscall.ENOENT}
}

// added describes a file or directory that is not on disk.
type added struct {
	name   string
	change change
}

func (a added) Name() string     { return a.name }
func (added) Size() int64        { return 0 }
func (added) ModTime() time.Time { return time.Time{} }
func (a added) IsDir() bool      { return a.change == addedDirectory }
func (added) Sys() any           { return nil }

func (a added) Mode() fs.FileMode {
	if a.IsDir() {
		return fs.ModeDir | 0o555
	}
	return 0o444
}
