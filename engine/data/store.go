package data

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rooted"
)

// Store reads and parses each file once for all its users: the engine, the rules, and the discovery
// of files share one. Buffers of an editor can replace files on disk.
//
// A file is the same file, whether its path is absolute or relative to the working directory. A
// Store is safe for concurrent use. It does not notice changes on disk; see Reloaded and With.
type Store struct {
	mu       sync.Mutex
	base     string                 // see SetBaseDir
	maxSize  int64                  // see LimitFiles
	within   func(real string) bool // see Confine; nil for everywhere
	overlays map[string][]byte
	changes  changes         // what exists only because of overlays, and what Hide hides
	names    map[string]bool // base names of all in overlays and changes and of their directories, and perhaps others
	files    map[string]*storedFile
	docs     map[storeKey]*storedDocument
	dirs     map[string]*storedDirectory
	before   *Store // see Reloaded; it has no previous store itself
	totals   totals
	denied   map[string]bool // see Deny
	derived  sync.Map        // see Derived
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

type storedDirectory struct {
	once    sync.Once
	entries []fs.DirEntry
	err     error
}

// NewStore returns an empty store.
func NewStore() *Store {
	return &Store{
		overlays: map[string][]byte{},
		changes:  changes{},
		names:    map[string]bool{},
		files:    map[string]*storedFile{},
		docs:     map[storeKey]*storedDocument{},
		dirs:     map[string]*storedDirectory{},
	}
}

// SetBaseDir sets the absolute directory that source.File.Path is relative to, for files below it.
// Without it, files are named as they are first requested. It must be called before files are read.
func (s *Store) SetBaseDir(dir string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.base = dir
}

// LimitFiles rejects files of more than maxSize bytes; 0 means source.DefaultMaxFileSize. It must
// be called before files are read.
func (s *Store) LimitFiles(maxSize int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.maxSize = maxSize
}

// Name returns source.File.Path for the file at path, with slashes.
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

// absolute returns the key under which a file is stored.
func absolute(path string) string {
	if isClean(path) {
		return path
	}
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// isClean reports whether a path is certainly what filepath.Abs returns for it, faster than that.
func isClean(path string) bool {
	return filepath.Separator == '/' && strings.HasPrefix(path, "/") && !strings.HasSuffix(path, "/") &&
		!strings.Contains(path, "//") && !strings.Contains(path, "/.")
}

// Overlay replaces the content of path by text, regardless of what is on disk. It must be called
// before the file is read.
func (s *Store) Overlay(path string, text []byte) {
	path = absolute(path)
	isNew := !isThere(path)
	for _, name := range []string{path, rooted.Real(path)} {
		s.mu.Lock()
		s.overlays[name], s.names[filepath.Base(name)] = text, true
		s.mu.Unlock()
		if isNew {
			s.add(name)
		}
	}
}

// overlay returns the text that replaces a file, by its absolute path.
func (s *Store) overlay(path string) (text []byte, ok bool) {
	s.mu.Lock()
	text, ok = s.overlays[path]
	others := !ok && len(s.overlays) > 0
	s.mu.Unlock()
	if !others {
		return text, ok
	}
	path = s.changedPath(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	text, ok = s.overlays[path]
	return text, ok
}

// File returns the file at path. The error is that of the operating system.
func (s *Store) File(path string) (*source.File, error) {
	key := absolute(path)
	s.mu.Lock()
	f := lists.GetOrPut(s.files, key, func() *storedFile { return &storedFile{} })
	name, maxSize, within := s.name(path), s.maxSize, s.within
	s.mu.Unlock()
	f.once.Do(func() {
		defer f.done.Store(true)
		if overlay, known, err := s.override(path); known {
			_ = s.chargeFile(int64(len(overlay))) // it is in memory already
			if f.err = err; err == nil {
				f.file = s.sameFile(key, name, overlay)
			}
			return
		}
		if f.info, f.err = regular(path, within); f.err != nil {
			return
		}
		if f.err = s.chargeFile(f.info.Size()); f.err != nil {
			return
		}
		f.read = time.Now()
		if f.file = s.unchanged(key, name, f.info); f.file != nil {
			return
		}
		var text []byte
		if text, f.err = source.ReadFileInfo(path, f.info, maxSize); f.err == nil {
			f.file = s.sameFile(key, name, text)
		}
	})
	return f.file, f.err
}

// override returns the content or error of a file that Overlay or Hide determined; known is false
// for others.
func (s *Store) override(path string) (text []byte, known bool, err error) {
	path = absolute(path)
	if text, ok := s.overlay(path); ok {
		return text, true, nil
	}
	if s.changeAt(path) == hidden {
		return nil, true, notThere("open", path)
	}
	return nil, false, nil
}

// Text returns the content of a file that is read once, and is not kept.
func (s *Store) Text(path string) ([]byte, error) {
	if text, known, err := s.override(path); known {
		return text, err
	}
	return source.ReadFile(path, 0)
}

// ReadStart returns the first n bytes of a file, which is not kept.
func (s *Store) ReadStart(path string, n int64) ([]byte, error) {
	if text, known, err := s.override(path); known {
		return text[:min(int64(len(text)), n)], err
	}
	return source.ReadStart(path, n)
}

// Derived returns what all users of the store share under a key that only one package has: the result of create, which
// is called at least once, and must depend on nothing but the key and the files.
func (s *Store) Derived(key any, create func() any) any {
	if known, ok := s.derived.Load(key); ok {
		return known
	}
	known, _ := s.derived.LoadOrStore(key, create())
	return known
}

// Document returns the file at path parsed as format. Mistakes in its content are in the document;
// the error is that of the operating system if the file cannot be read.
func (s *Store) Document(path string, format Format) (*Document, error) {
	return s.DocumentBy(path, format, func(file *source.File) *Document { return Parse(file, format) })
}

// DocumentBy is Document for a format that another package parses.
func (s *Store) DocumentBy(path string, format Format, parse func(*source.File) *Document) (*Document, error) {
	key := storeKey{absolute(path), format}
	s.mu.Lock()
	d := lists.GetOrPut(s.docs, key, func() *storedDocument { return &storedDocument{} })
	s.mu.Unlock()
	d.once.Do(func() {
		defer d.done.Store(true)
		file, err := s.File(path)
		if err == nil {
			err = s.Err()
		}
		var large *source.TooLargeError
		var all *TreeTooLargeError
		switch {
		case errors.As(err, &large):
			d.doc = s.tooLarge(path, format, large.Error()+", so hieralint does not read it")
			return
		case errors.As(err, &all):
			d.doc = s.tooLarge(path, format, err.Error())
			return
		case err != nil:
			d.err = err
			return
		}
		if d.doc = s.documentBefore(key, file); d.doc != nil {
			s.chargeDocument(d.doc)
			return
		}
		if len(file.Text) >= largeFile && format != HOCON { // which may include other files
			s.totals.large.Lock()
			defer s.totals.large.Unlock()
			if err := s.Err(); err != nil {
				d.doc = s.tooLarge(path, format, err.Error())
				return
			}
		}
		d.doc = parse(file)
		s.chargeDocument(d.doc)
	})
	return d.doc, d.err
}

// tooLarge returns the document of a file that is not read.
func (s *Store) tooLarge(path string, format Format, why string) *Document {
	doc := &Document{File: source.New(s.Name(path), nil), Format: format}
	doc.Refuse(&Problem{Code: TooLarge, Message: why})
	return doc
}

// ErrOutside is the error for a symbolic link that is not followed; see Confine.
var ErrOutside = errors.New("points outside the tree")

// Confine sets where symbolic links to files may lead, as a function of their targets. A target elsewhere may be private, and
// what it contains does not belong into a report. It must be called before files are read.
func (s *Store) Confine(within func(real string) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.within = within
}

// LeadsOut reports whether a symbolic link is not followed.
func (s *Store) LeadsOut(link string) bool {
	s.mu.Lock()
	within := s.within
	s.mu.Unlock()
	return leadsOut(link, within)
}

func leadsOut(link string, within func(real string) bool) bool {
	if within == nil {
		return false
	}
	real, err := filepath.EvalSymlinks(link)
	return err == nil && !within(real)
}

// regular returns information about a regular file, following symbolic links. Devices, sockets, and
// pipes are errors, since reading one may never end.
func regular(path string, within func(real string) bool) (os.FileInfo, error) {
	info, err := os.Lstat(path)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		info, err = os.Stat(path)
		if err == nil && info.Mode().IsRegular() && leadsOut(path, within) {
			return nil, &os.PathError{Op: "open", Path: path, Err: ErrOutside}
		}
	}
	if err == nil && !info.Mode().IsRegular() {
		err = &os.PathError{Op: "read", Path: path, Err: source.ErrNotRegular}
	}
	return info, err
}
