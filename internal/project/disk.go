package project

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
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rooted"
)

// disk is what all phases of loading read: the tree, in which each directory is read once, the
// store of files, and Git's configuration files. It collects what cannot be read. All paths are
// absolute.
type disk struct {
	ctx   context.Context
	cwd   string
	store *data.Store
	tree  *tree
	ahead *readAhead

	folders   map[string]*folder
	stated    map[string]presence
	dataFiles map[string][]string // data files in and below directories
	away      map[string]bool     // see leadsAway
	tops      map[string]string   // see repositoryOf
	room      int                 // number of directories that may still be entered

	ignored    map[string]*gitignore.Tree // by the top of the tree
	submodules map[string][]string        // directories, by the top of the tree

	notes []*Unreadable
	noted map[string]bool // the paths of notes, without symbolic links
}

// maxDirectories limits the number of directories. A large control repo with all its modules has
// tens of thousands.
const maxDirectories = 1_000_000

func newDisk(ctx context.Context, cwd string, o Options) *disk {
	d := &disk{
		ctx: ctx, cwd: cwd, store: data.NewStore(), tree: &tree{}, room: maxDirectories,
		folders: map[string]*folder{}, stated: map[string]presence{}, dataFiles: map[string][]string{}, away: map[string]bool{}, tops: map[string]string{},
		ignored: map[string]*gitignore.Tree{}, submodules: map[string][]string{}, noted: map[string]bool{},
	}
	if o.Before != nil {
		d.store = o.Before.Store.Reloaded()
	}
	d.tree.store = d.store
	if o.Dir == "" {
		d.store.SetBaseDir(cwd)
	}
	d.store.LimitFiles(o.MaxFileSize)
	for path, text := range o.Overlay {
		if abs, err := filepath.Abs(path); err == nil {
			d.store.Overlay(abs, text)
		}
	}
	d.store.Hide(slices.Sorted(maps.Keys(o.Hidden))...)
	d.ahead = startReadAhead(ctx, d.store, o.Workers)
	return d
}

// presence is the result of stat.
type presence struct{ exists, isDir bool }

// stat returns what exists at a path. Results are cached, since many hierarchies have directories
// in common.
func (d *disk) stat(path string) presence {
	if known, ok := d.stated[path]; ok {
		return known
	}
	var found presence
	if info, err := d.store.Stat(path); err == nil {
		found = presence{true, info.IsDir()}
	}
	d.stated[path] = found
	return found
}

// isDir reports whether there is a directory at a path, or a symbolic link to one.
func (d *disk) isDir(path string) bool { return d.stat(path).isDir }

// enter reports whether to continue into a directory.
func (d *disk) enter(dir string) bool {
	if d.ctx.Err() != nil {
		return false
	}
	if d.room--; d.room == 0 {
		d.unreadable(dir, errTooMuch)
	}
	return d.room > 0
}

var errTooMuch = errors.New("too many directories")

// unreadable records what cannot be read. A link that is not followed is harmless.
func (d *disk) unreadable(path string, err error) {
	if errors.Is(err, source.ErrNotRegular) && d.isDir(path) {
		if u := d.note(path, "a directory, not a file", false); u != nil {
			u.Directory = true
		}
		return
	}
	u := d.note(path, reason(err), errors.Is(err, errOutside) || errors.Is(err, errCircle) || errors.Is(err, errNowhere) && d.leadsToPrivate(path))
	if u != nil && errors.Is(err, fs.ErrNotExist) {
		if near, ok := nearest.File(path, d.store.ReadDir); ok {
			u.Near = d.store.Name(near)
		}
	}
}

// note adds a note once, regardless of the name. It returns nil if there is one already.
func (d *disk) note(path, reason string, harmless bool) *Unreadable {
	itself := filepath.Join(d.tree.real(filepath.Dir(path)), filepath.Base(path))
	if d.noted[itself] {
		return nil
	}
	d.noted[itself] = true
	u := &Unreadable{File: source.New(d.store.Name(path), nil), Reason: reason, Harmless: harmless}
	d.notes = append(d.notes, u)
	return u
}

// absolute returns the absolute path for a name shown to users.
func (d *disk) absolute(name string) string { return rooted.Join(d.cwd, name) }

// exists reports whether there is anything at a path, including a broken link.
func (d *disk) exists(path string) bool {
	_, err := d.store.Tree().Lstat(path)
	return err == nil
}

func (d *disk) isFile(path string) bool {
	info, err := d.store.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// isEmptyDir reports whether a directory is empty or does not exist.
func (d *disk) isEmptyDir(dir string) bool {
	entries, err := d.store.ReadDir(dir)
	return len(entries) == 0 && (err == nil || errors.Is(err, os.ErrNotExist))
}

// isWithin reports whether the existing part of a directory is in the tree.
func (d *disk) isWithin(dir string) bool {
	return d.tree.within(d.tree.real(existing(dir, func(path string) bool { return d.stat(path).exists })))
}

// upwards returns a directory and those around it in the tree.
func (d *disk) upwards(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at := range rooted.Up(dir) {
			if !d.isWithin(at) || at == filepath.Dir(at) || !yield(at) {
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
