package sources

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/nodes/hashing"
	"github.com/hieralint/hieralint/internal/nodes/index"
)

// Finder finds the sources of the nodes of one environment. It is safe for concurrent use.
type Finder struct {
	files  *Files
	index  *index.Index
	groups memo.Map[*config.SourceGroup, *Group]
}

// NewFinder returns a Finder for an environment with an index. files are the files that are known.
func NewFinder(files *Files, x *index.Index) *Finder { return &Finder{files: files, index: x} }

// Files returns the files that are known, for another Finder.
func (f *Finder) Files() *Files { return f.files }

// Clear forgets the groups that nodes share.
func (f *Finder) Clear() { f.groups.Clear() }

// Find returns the sources of a node: those of the global and environment layers, or of a module.
func (f *Finder) Find(e *engine.Engine, scope *engine.Scope, module string) *Sources {
	found, defaults, err := e.Sources(scope, module)
	s := &Sources{Groups: make([]*Group, 0, len(found)+len(defaults))}
	if err != nil {
		s.Failure = err.Error()
	}
	for _, group := range found {
		s.add(f.group(e, group))
	}
	s.Regular = s.Groups
	for _, group := range defaults {
		s.add(f.group(e, group))
	}
	s.Class = hashing.Text(hashing.Mix(s.Class, uint64(len(found))), s.Failure)
	return s
}

// group returns sources with their files, once for all nodes.
func (f *Finder) group(e *engine.Engine, group *config.SourceGroup) *Group {
	return f.groups.Of(group, func() *Group {
		of := &Group{all: make([]Source, len(group.Sources))}
		for i, source := range group.Sources {
			of.all[i] = Source{source, f.file(e, source), hashing.Text(0, source.Level.Name)}
			of.add(&of.all[i])
		}
		return of
	})
}

// file returns the file of a source; nil if it has none.
func (f *Finder) file(e *engine.Engine, s *config.Source) *File {
	if s.Path == "" {
		return nil
	}
	doc := e.Document(s)
	if known := f.files.at(s.Path, doc); known != nil {
		return known
	}
	of := newFile(doc)
	of.Project, of.Real = f.index.Files[doc], s.Path
	if doc != nil {
		of.Real = f.files.realPath(filepath.FromSlash(doc.File.Path))
	}
	return f.files.keep(s.Path, of)
}

// Files holds the data files that nodes read, by path. The environments of edits of one project
// share them. It is safe for concurrent use.
type Files struct {
	mu     sync.Mutex
	byPath map[string]*File
	count  uint64            // number of files that ever existed
	dirs   map[string]string // without symbolic links
}

// at returns the file at a path; nil if it is unknown or has a different content.
func (all *Files) at(path string, doc *data.Document) *File {
	all.mu.Lock()
	defer all.mu.Unlock()
	if f := all.byPath[path]; f != nil && f.Doc == doc {
		return f
	}
	return nil
}

// keep stores the file at a path, unless another goroutine has already done so, and returns the
// stored one.
func (all *Files) keep(path string, f *File) *File {
	all.mu.Lock()
	defer all.mu.Unlock()
	if other := all.byPath[path]; other != nil && other.Doc == f.Doc {
		return other
	}
	all.count++
	f.ID = all.count
	lists.Put(&all.byPath, path, f)
	return f
}

// realPath resolves symbolic links in a path, as far as possible.
func (all *Files) realPath(path string) string {
	info, err := os.Lstat(path)
	isLink := err == nil && info.Mode()&fs.ModeType != 0
	if isLink || runtime.GOOS == "windows" { // names are case-insensitive
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return real
		}
		return filepath.ToSlash(path)
	}
	dir := filepath.Dir(path)
	all.mu.Lock()
	defer all.mu.Unlock()
	real, known := all.dirs[dir]
	if !known {
		if real, err = filepath.EvalSymlinks(dir); err != nil {
			real = dir
		}
		lists.Put(&all.dirs, dir, real)
	}
	return filepath.Join(real, filepath.Base(path))
}
