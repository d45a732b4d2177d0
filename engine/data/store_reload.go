package data

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"time"

	"github.com/hieralint/hieralint/engine/source"
)

// Reloaded returns an empty store that reads files again. A file whose content has not changed remains
// the same *source.File, with the same documents.
func (s *Store) Reloaded() *Store {
	s.mu.Lock()
	defer s.mu.Unlock()
	later := NewStore()
	later.base, later.maxSize = s.base, s.maxSize
	later.before = &Store{maxSize: s.maxSize, files: maps.Clone(s.files), docs: maps.Clone(s.docs)}
	return later
}

// With returns a store in which the given files, by absolute path, have different contents, and
// everything else is as in s. A nil content means the one on disk. A file whose content is
// unchanged remains the same *source.File.
func (s *Store) With(changed map[string][]byte) *Store {
	s.mu.Lock()
	defer s.mu.Unlock()
	with := &Store{base: s.base, maxSize: s.maxSize, within: s.within, overlays: maps.Clone(s.overlays), changes: s.changes.clone(), names: maps.Clone(s.names), files: maps.Clone(s.files), docs: maps.Clone(s.docs), dirs: map[string]*storedDirectory{}}
	for path, text := range changed {
		with.names[filepath.Base(path)] = true
		if text != nil && s.files[path].has(text) {
			with.overlays[path] = text
			continue
		}
		delete(with.files, path)
		for _, format := range []Format{YAML, JSON, HOCON} {
			delete(with.docs, storeKey{path, format})
		}
		if delete(with.overlays, path); text != nil {
			with.overlays[path] = text
		} else {
			with.changes.set(path, 0)
		}
	}
	with.chargeKept(s)
	return with
}

// Has reports whether the file at path was read with that content; nil means the one on disk.
func (s *Store) Has(path string, text []byte) bool {
	s.mu.Lock()
	f, maxSize := s.files[absolute(path)], s.maxSize
	s.mu.Unlock()
	if text == nil {
		var err error
		if text, err = source.ReadFile(path, maxSize); err != nil {
			return false
		}
	}
	return f.has(text)
}

func (f *storedFile) has(text []byte) bool {
	return f != nil && f.done.Load() && f.err == nil && bytes.Equal(f.file.Text, text)
}

// racy is the time after a write during which a file is not recognized by its modification time
// alone: within the resolution of the file system, it may have been written again.
const racy = 2 * time.Second

// unchanged returns the file as it was read before, if that is certain without reading it;
// otherwise nil.
func (s *Store) unchanged(key, name string, now os.FileInfo) *source.File {
	before := s.fileBefore(key, name)
	if before == nil || before.info == nil || !os.SameFile(before.info, now) || before.info.Size() != now.Size() || before.info.Mode() != now.Mode() ||
		!before.info.ModTime().Equal(now.ModTime()) || before.read.Sub(now.ModTime()) < racy {
		return nil
	}
	return before.file
}

// sameFile returns the file with a content, which is the previous *source.File if the content is
// the same.
func (s *Store) sameFile(key, name string, text []byte) *source.File {
	if before := s.fileBefore(key, name); before != nil && bytes.Equal(before.file.Text, text) {
		return before.file
	}
	return source.New(name, text)
}

// fileBefore returns what was read of a file before; nil if it was not read.
func (s *Store) fileBefore(key, name string) *storedFile {
	if s.before == nil || s.before.maxSize != s.maxSize {
		return nil
	}
	if f := s.before.files[key]; f != nil && f.done.Load() && f.err == nil && f.file.Path == name {
		return f
	}
	return nil
}

// documentBefore returns the document that was previously parsed from the same file; nil if there
// is none. A HOCON file may include others.
func (s *Store) documentBefore(key storeKey, file *source.File) *Document {
	if s.before == nil || key.format == HOCON {
		return nil
	}
	if d := s.before.docs[key]; d != nil && d.done.Load() && d.err == nil && d.doc.File == file {
		return d.doc
	}
	return nil
}
