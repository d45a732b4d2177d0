package data

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hieralint/hieralint/engine/source"
)

// Store reads and parses each file once, whoever asks for it: the engine, the rules and the
// discovery share one. Buffers of an editor can stand in for files on disk.
//
// A file is the same file whether its path is given relative to the working directory or not. A
// Store is safe for concurrent use. It never forgets: make a new one to see later changes, see Later and With.
type Store struct {
	mu       sync.Mutex
	base     string // see NameFrom
	maxSize  int64  // see LimitFiles
	overlays map[string][]byte
	exists   map[string]bool // files that are not there and overlays make, and others that Hide hides
	files    map[string]*storedFile
	docs     map[storeKey]*storedDocument
	before   *Store // see Later; it has no store before it
}

type storeKey struct {
	path   string
	format Format
}

type storedFile struct {
	once sync.Once
	done atomic.Bool
	file *source.File
	err  error
	info os.FileInfo // of the file on disk when it was read; nil for an overlay
	read time.Time
}

type storedDocument struct {
	once sync.Once
	done atomic.Bool
	doc  *Document
	err  error
}

// NewStore is an empty store.
func NewStore() *Store {
	return &Store{
		overlays: map[string][]byte{},
		exists:   map[string]bool{},
		files:    map[string]*storedFile{},
		docs:     map[storeKey]*storedDocument{},
	}
}

// NameFrom makes people see files below dir, an absolute path, by their path relative to it: that
// is source.File.Path then. Without it files are named as they are first asked for. Call it before
// files are read.
func (s *Store) NameFrom(dir string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.base = dir
}

// LimitFiles refuses files of more than maxSize bytes; 0 stands for source.DefaultMaxFileSize. Call it before files are
// read.
func (s *Store) LimitFiles(maxSize int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.maxSize = maxSize
}

// Name is what source.File.Path is for the file at path, with slashes.
func (s *Store) Name(path string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.name(path)
}

func (s *Store) name(path string) string {
	if s.base == "" {
		return filepath.ToSlash(path)
	}
	path = absolute(path)
	if path == s.base {
		return "."
	}
	if rest, ok := strings.CutPrefix(path, strings.TrimSuffix(s.base, string(filepath.Separator))+string(filepath.Separator)); ok {
		return filepath.ToSlash(rest)
	}
	return filepath.ToSlash(path)
}

// absolute is what a file is stored under.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// Overlay makes text the content of path, whatever is on disk, under whatever name the file is read.
// Call it before the file is read.
func (s *Store) Overlay(path string, text []byte) {
	path = absolute(path)
	real := realPath(path)
	_, err := os.Stat(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range []string{path, real} {
		s.overlays[name] = text
		if err != nil {
			s.exists[name] = true
		}
	}
}

// overlay is the text that replaces a file, by its absolute path.
func (s *Store) overlay(path string) (text []byte, ok bool) {
	s.mu.Lock()
	text, ok = s.overlays[path]
	others := !ok && len(s.overlays) > 0
	s.mu.Unlock()
	if !others {
		return text, ok
	}
	real := realPath(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	text, ok = s.overlays[real]
	return text, ok
}

// File is the content of path. The error is that of the operating system.
func (s *Store) File(path string) (*source.File, error) {
	key := absolute(path)
	s.mu.Lock()
	f := s.files[key]
	if f == nil {
		f = &storedFile{}
		s.files[key] = f
	}
	name, maxSize := s.name(path), s.maxSize
	s.mu.Unlock()
	f.once.Do(func() {
		defer f.done.Store(true)
		if overlay, ok := s.overlay(key); ok {
			f.file = s.sameFile(key, name, overlay)
			return
		}
		if exists, known := s.Presence(key); known && !exists {
			f.err = notThere("open", path)
			return
		}
		if f.info, f.err = regular(path); f.err != nil {
			return
		}
		f.read = time.Now()
		if f.file = s.unchanged(key, name, f.info); f.file != nil {
			return
		}
		var text []byte
		if text, f.err = source.ReadStated(path, f.info, maxSize); f.err == nil {
			f.file = s.sameFile(key, name, text)
		}
	})
	return f.file, f.err
}

// Document is path read as format. Everything that is wrong with the content is in the document;
// the error is that of the operating system when the file cannot be read.
func (s *Store) Document(path string, format Format) (*Document, error) {
	return s.DocumentBy(path, format, func(file *source.File) *Document { return Parse(file, format) })
}

// DocumentBy is Document for a format with a parser of another package.
func (s *Store) DocumentBy(path string, format Format, parse func(*source.File) *Document) (*Document, error) {
	key := storeKey{absolute(path), format}
	s.mu.Lock()
	d := s.docs[key]
	if d == nil {
		d = &storedDocument{}
		s.docs[key] = d
	}
	s.mu.Unlock()
	d.once.Do(func() {
		defer d.done.Store(true)
		file, err := s.File(path)
		var large *source.TooLargeError
		switch {
		case errors.As(err, &large):
			d.doc = &Document{File: source.New(s.Name(path), nil), Format: format}
			d.doc.fail(&Problem{Code: TooLarge, Message: large.Error() + ", so hieralint does not read it"})
			return
		case err != nil:
			d.err = err
			return
		}
		if d.doc = s.documentBefore(key, file); d.doc == nil {
			d.doc = parse(file)
		}
	})
	return d.doc, d.err
}

// regular describes a regular file, following symbolic links. Devices, sockets and pipes are refused:
// reading one may never end.
func regular(path string) (os.FileInfo, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = &os.PathError{Op: "read", Path: path, Err: source.ErrNotRegular}
	}
	return info, err
}
