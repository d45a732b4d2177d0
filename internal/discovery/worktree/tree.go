// Package worktree reads the part of the file system that is searched: each directory and file once, and
// symbolic links only within its bounds. It records what cannot be read, and what Git says about the rest.
package worktree

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/gitignore"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rooted"
)

// Tree is what all phases of loading read: the tree, in which each directory is read once, the
// store of files, and Git's configuration files. It collects what cannot be read. All paths are
// absolute.
type Tree struct {
	ctx   context.Context
	Cwd   string
	Store *data.Store
	*links
	Ahead *readAhead

	folders   memo.Map[string, *Folder]
	stated    memo.Map[string, presence]
	dataFiles memo.Map[string, []string] // data files in and below directories
	away      map[string]bool            // see leadsAway
	tops      memo.Map[string, string]   // see RepositoryOf
	room      int                        // number of directories that may still be entered

	ignored    map[string]*gitignore.Tree // by the top of the tree
	submodules map[string][]string        // directories, by the top of the tree

	Notes []*project.Unreadable
	noted map[string]bool // the paths of notes, without symbolic links
}

// maxDirectories limits the number of directories. A large control repo with all its modules has
// tens of thousands.
const maxDirectories = 1_000_000

// New returns the tree around a working directory, without bounds, and starts to read ahead.
func New(ctx context.Context, cwd string, o Options) *Tree {
	t := &Tree{
		ctx: ctx, Cwd: cwd, Store: data.NewStore(), room: maxDirectories,
		away:    map[string]bool{},
		ignored: map[string]*gitignore.Tree{}, submodules: map[string][]string{}, noted: map[string]bool{},
	}
	if o.Before != nil {
		t.Store = o.Before.Store.Reloaded()
	}
	t.links = &links{store: t.Store}
	if o.Dir == "" {
		t.Store.SetBaseDir(cwd)
	}
	t.Store.LimitFiles(o.MaxFileSize)
	for path, text := range o.Overlay {
		if abs, err := filepath.Abs(path); err == nil {
			t.Store.Overlay(abs, text)
		}
	}
	t.Store.Hide(slices.Sorted(maps.Keys(o.Hidden))...)
	t.Ahead = startReadAhead(ctx, t.Store, o.Workers)
	return t
}

// Close ends the search for bounds, during which directories were read without any.
func (t *Tree) Close() {
	t.closed = true
	t.folders.Clear()
}

// Err returns the error of the context.
func (t *Tree) Err() error { return t.ctx.Err() }

// presence is the result of stat.
type presence struct{ exists, isDir bool }

// stat returns what exists at a path. Results are cached, since many hierarchies have directories
// in common.
func (t *Tree) stat(path string) presence {
	return t.stated.Of(path, func() presence {
		info, err := t.Store.Stat(path)
		return presence{err == nil, err == nil && info.IsDir()}
	})
}

// IsDir reports whether there is a directory at a path, or a symbolic link to one.
func (t *Tree) IsDir(path string) bool { return t.stat(path).isDir }

// Enter reports whether to continue into a directory.
func (t *Tree) Enter(dir string) bool {
	if t.ctx.Err() != nil {
		return false
	}
	if t.room--; t.room == 0 {
		t.CannotRead(dir, errTooMuch)
	}
	return t.room > 0
}

var errTooMuch = errors.New("too many directories")

// CannotRead records what cannot be read. A link that is not followed is harmless.
func (t *Tree) CannotRead(path string, err error) {
	if errors.Is(err, source.ErrNotRegular) && t.IsDir(path) {
		if u := t.Note(path, "a directory, not a file", false); u != nil {
			u.Directory = true
		}
		return
	}
	u := t.Note(path, reason(err), errors.Is(err, ErrOutside) || errors.Is(err, ErrCircle) || errors.Is(err, errNowhere) && t.leadsToPrivate(path))
	if u != nil && errors.Is(err, fs.ErrNotExist) {
		if near, ok := nearest.File(path, t.Store.ReadDir); ok {
			u.Near = t.Store.Name(near)
		}
	}
}

// Note adds a note once, regardless of the name. It returns nil if there is one already.
func (t *Tree) Note(path, reason string, harmless bool) *project.Unreadable {
	itself := filepath.Join(t.Real(filepath.Dir(path)), filepath.Base(path))
	if t.noted[itself] {
		return nil
	}
	t.noted[itself] = true
	u := &project.Unreadable{File: source.New(t.Store.Name(path), nil), Reason: reason, Harmless: harmless}
	t.Notes = append(t.Notes, u)
	return u
}

// Absolute returns the absolute path for a name shown to users.
func (t *Tree) Absolute(name string) string { return rooted.Join(t.Cwd, name) }

// Exists reports whether there is anything at a path, including a broken link.
func (t *Tree) Exists(path string) bool {
	_, err := t.Store.Tree().Lstat(path)
	return err == nil
}

// IsFile reports whether there is a regular file at a path.
func (t *Tree) IsFile(path string) bool {
	info, err := t.Store.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// isEmptyDir reports whether a directory is empty or does not exist.
func (t *Tree) isEmptyDir(dir string) bool {
	entries, err := t.Store.ReadDir(dir)
	return len(entries) == 0 && (err == nil || errors.Is(err, os.ErrNotExist))
}

// IsWithin reports whether the existing part of a directory is in the tree.
func (t *Tree) IsWithin(dir string) bool {
	return t.Within(t.Real(existing(dir, func(path string) bool { return t.stat(path).exists })))
}

// Upwards returns a directory and those around it in the tree.
func (t *Tree) Upwards(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at := range rooted.Up(dir) {
			if !t.IsWithin(at) || at == filepath.Dir(at) || !yield(at) {
				return
			}
		}
	}
}

// existing returns dir, or the nearest enclosing directory that exists.
func existing(dir string, exists func(path string) bool) string {
	for !exists(dir) && filepath.Dir(dir) != dir {
		dir = filepath.Dir(dir)
	}
	return dir
}
