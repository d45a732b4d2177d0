package data

import (
	"bytes"
	"maps"
	"os"
	"time"

	"github.com/hieralint/hieralint/engine/source"
)

// Later is an empty store that reads the files again. A file whose content is the same is the same file, and its documents are the same
// documents.
func (s *Store) Later() *Store {
	s.mu.Lock()
	defer s.mu.Unlock()
	later := NewStore()
	later.base, later.maxSize = s.base, s.maxSize
	later.before = &Store{maxSize: s.maxSize, files: maps.Clone(s.files), docs: maps.Clone(s.docs)}
	return later
}

// With is the store with other contents of some files, by the absolute paths under which they are read; all else is as it was read. For
// a file whose other content is nil it is that on disk. A file whose content is what it was stays the same file.
func (s *Store) With(changed map[string][]byte) *Store {
	s.mu.Lock()
	defer s.mu.Unlock()
	with := &Store{base: s.base, maxSize: s.maxSize, overlays: maps.Clone(s.overlays), exists: maps.Clone(s.exists), files: maps.Clone(s.files), docs: maps.Clone(s.docs)}
	for path, text := range changed {
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
			delete(with.exists, path)
		}
	}
	return with
}

// Has reports whether the file at a path was read with that content; nil is that on disk.
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

// racy is how long after it was written a file is not known by its time alone: it may have been written again at the same time, as far
// as the file system tells.
const racy = 2 * time.Second

// unchanged is the file as it was read before, where that shows without reading it; else nil.
func (s *Store) unchanged(key, name string, now os.FileInfo) *source.File {
	before := s.fileBefore(key, name)
	if before == nil || before.info == nil || !os.SameFile(before.info, now) || before.info.Size() != now.Size() ||
		!before.info.ModTime().Equal(now.ModTime()) || before.read.Sub(now.ModTime()) < racy {
		return nil
	}
	return before.file
}

// sameFile is the file with a content: as it was read before, where that is the same.
func (s *Store) sameFile(key, name string, text []byte) *source.File {
	if before := s.fileBefore(key, name); before != nil && bytes.Equal(before.file.Text, text) {
		return before.file
	}
	return source.New(name, text)
}

// fileBefore is what was read of a file before; nil when it was not read.
func (s *Store) fileBefore(key, name string) *storedFile {
	if s.before == nil || s.before.maxSize != s.maxSize {
		return nil
	}
	if f := s.before.files[key]; f != nil && f.done.Load() && f.err == nil && f.file.Path == name {
		return f
	}
	return nil
}

// documentBefore is the document that was read of the same file before; nil when there is none. A HOCON file may include others.
func (s *Store) documentBefore(key storeKey, file *source.File) *Document {
	if s.before == nil || key.format == HOCON {
		return nil
	}
	if d := s.before.docs[key]; d != nil && d.done.Load() && d.err == nil && d.doc.File == file {
		return d.doc
	}
	return nil
}
