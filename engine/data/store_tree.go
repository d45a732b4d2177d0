package data

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/hieralint/hieralint/engine/glob"
)

// Hide makes path a file that does not exist, regardless of what is on disk. It must be called
// before the file is read.
func (s *Store) Hide(path string) {
	path = absolute(path)
	real := realPath(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range []string{path, real} {
		s.exists[name], s.names[filepath.Base(name)] = false, true
	}
}

// Presence reports whether there is a file at path. known is false unless Overlay or Hide
// determined that.
func (s *Store) Presence(path string) (exists, known bool) {
	path = absolute(path)
	s.mu.Lock()
	exists, known = s.exists[path]
	others := !known && len(s.exists) > 0
	s.mu.Unlock()
	if !others {
		return exists, known
	}
	real := s.changedPath(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	exists, known = s.exists[real]
	return exists, known
}

// changedPath is realPath for a file with another content or presence than on disk. For others, it
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
	return realPath(path)
}

// realPath resolves symbolic links in a path. For a file that is not on disk, it resolves its
// directory.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(dir, filepath.Base(path))
	}
	return path
}

// ReadDir returns the entries of a directory on disk, sorted by name, regardless of Overlay and Hide.
// It is read once. The slice is shared and must not be changed.
func (s *Store) ReadDir(path string) ([]fs.DirEntry, error) {
	key := absolute(path)
	s.mu.Lock()
	d := s.dirs[key]
	if d == nil {
		d = &storedDirectory{}
		s.dirs[key] = d
	}
	s.mu.Unlock()
	d.once.Do(func() { d.entries, d.err = os.ReadDir(path) })
	return d.entries, d.err
}

// Tree returns the file system with the files that the store adds and without those that it hides.
// Directories are those on disk.
func (s *Store) Tree() glob.Tree {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.exists) == 0 {
		return glob.Disk
	}
	return tree{s}
}

type tree struct{ store *Store }

func (t tree) ReadDir(dir string) ([]fs.DirEntry, error) {
	entries, err := glob.Disk.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	present := map[string]fs.DirEntry{}
	for _, e := range entries {
		present[e.Name()] = e
	}
	real := realPath(absolute(dir))
	t.store.mu.Lock()
	for path, exists := range t.store.exists {
		switch name := filepath.Base(path); {
		case filepath.Dir(path) != real:
		case !exists:
			delete(present, name)
		case present[name] == nil:
			present[name] = fs.FileInfoToDirEntry(added(name))
		}
	}
	t.store.mu.Unlock()
	return slices.SortedFunc(maps.Values(present), func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) }), nil
}

func (t tree) Stat(path string) (fs.FileInfo, error)  { return t.info("stat", path, glob.Disk.Stat) }
func (t tree) Lstat(path string) (fs.FileInfo, error) { return t.info("lstat", path, glob.Disk.Lstat) }

func (t tree) info(operation, path string, onDisk func(string) (fs.FileInfo, error)) (fs.FileInfo, error) {
	exists, known := t.store.Presence(path)
	if known && !exists {
		return nil, notThere(operation, path)
	}
	info, err := onDisk(path)
	if err != nil && known {
		return added(filepath.Base(path)), nil
	}
	return info, err
}

func notThere(operation, path string) error {
	return &os.PathError{Op: operation, Path: path, Err: syscall.ENOENT}
}

// added is the name of a regular file that is not on disk.
type added string

func (a added) Name() string     { return string(a) }
func (added) Size() int64        { return 0 }
func (added) Mode() fs.FileMode  { return 0o444 }
func (added) ModTime() time.Time { return time.Time{} }
func (added) IsDir() bool        { return false }
func (added) Sys() any           { return nil }
