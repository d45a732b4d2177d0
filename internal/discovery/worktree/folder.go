package worktree

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/lists"
)

// Folder is a directory and its entries.
type Folder struct {
	Dir     string
	Entries []Entry // sorted by name
}

// Folder reads a directory once; nil if it cannot be read.
func (t *Tree) Folder(dir string) *Folder {
	return t.folders.Of(dir, func() *Folder {
		entries, err := t.List(dir)
		if err != nil {
			return nil
		}
		f := &Folder{Dir: dir, Entries: entries}
		t.hideOutside(f)
		return f
	})
}

// hideOutside hides the files with settings that lead out of the tree, as if they were missing.
func (t *Tree) hideOutside(f *Folder) {
	for _, name := range []string{"environment.conf", "metadata.json", "Puppetfile"} {
		if e := f.Find(name); e != nil && errors.Is(e.Err, ErrOutside) {
			t.Store.Hide(filepath.Join(f.Dir, name))
		}
	}
}

// Find returns the entry with that name; nil if there is none or f is nil.
func (f *Folder) Find(name string) *Entry {
	if f == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(f.Entries, name, func(e Entry, name string) int { return strings.Compare(e.Name, name) })
	if !ok {
		return nil
	}
	return &f.Entries[i]
}

// Has reports whether there is an entry with that name.
func (f *Folder) Has(name string) bool { return f.Find(name) != nil }

// HasInOtherCase reports whether the name of an entry differs from a name only in case. File systems
// of servers tell them apart, even if that of this computer does not.
func (f *Folder) HasInOtherCase(name string) bool {
	return f != nil && !f.Has(name) && slices.ContainsFunc(f.Entries, func(e Entry) bool { return strings.EqualFold(e.Name, name) })
}

// HasFile reports whether there is a file with one of the names.
func (f *Folder) HasFile(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		e := f.Find(name)
		return e != nil && !e.Dir && e.Err == nil
	})
}

// HasDir reports whether there is a directory with one of the names.
func (f *Folder) HasDir(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		e := f.Find(name)
		return e != nil && e.Dir
	})
}

// Sub returns a subdirectory of f; nil if there is none.
func (t *Tree) Sub(f *Folder, name string) *Folder {
	if !f.HasDir(name) {
		return nil
	}
	return t.Folder(filepath.Join(f.Dir, name))
}

// ConfigName returns the name of the directory's hiera.yaml; "" if there is none. Puppet reads a
// `hiera.yml` only if the setting hiera_config names it, so that must be its purpose.
func (f *Folder) ConfigName() string {
	return lists.Find([]string{environment.ConfigName, "hiera.yml"}, func(name string) bool { return f.HasFile(name) })
}

// DataBelow returns the data files in a directory, which is read once. Symbolic links in it are not
// followed, because there may be exponentially many paths.
func (t *Tree) DataBelow(dir string) []string {
	return t.dataFiles.Of(dir, func() (files []string) {
		f := t.Folder(dir)
		if f == nil {
			return nil
		}
		for _, e := range f.Entries {
			path := filepath.Join(dir, e.Name)
			if e.Err != nil || e.Link && e.Dir || strings.HasPrefix(e.Name, ".") {
				continue
			}
			if e.Dir {
				files = append(files, t.DataBelow(path)...)
			} else if _, ok := data.FormatOf(e.Name); ok {
				files = append(files, path)
			}
		}
		return files
	})
}

// OwnDataBelow returns the data files in a directory, without symbolic links to files, since their
// targets are found anyway.
func (t *Tree) OwnDataBelow(dir string) []string {
	return lists.Filter(t.DataBelow(dir), func(path string) bool { return !t.Folder(filepath.Dir(path)).Find(filepath.Base(path)).Link })
}

// HoldsData reports whether a directory or one of its subdirectories contains data files.
func (t *Tree) HoldsData(dir string) bool {
	isData := func(e Entry) bool {
		_, ok := data.FormatOf(e.Name)
		return ok && !e.Dir && e.Err == nil && !strings.HasPrefix(e.Name, ".")
	}
	f := t.Folder(dir)
	if f == nil || slices.ContainsFunc(f.Entries, isData) {
		return f != nil
	}
	return slices.ContainsFunc(f.Entries, func(e Entry) bool {
		sub := t.Sub(f, e.Name)
		return !e.Link && sub != nil && slices.ContainsFunc(sub.Entries, isData)
	})
}
