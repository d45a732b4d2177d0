package project

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/nearest"
)

// MissingDatadir is a data directory that does not exist, or is no directory.
type MissingDatadir struct {
	// Path is the directory as people name it: the first on the way to the data directory that is
	// not there. Name is what it is called in the hiera.yaml.
	Path, Name string
	// Nearest is a name beside it that was probably meant: that of a directory with data files; ""
	// when there is none.
	Nearest string
	// Mentioned means that the Puppetfile, .gitmodules or .gitignore speak of a directory of that
	// name: it is put there when the tree is deployed.
	Mentioned bool
	// File means that there is a file of the name.
	File bool
}

// usualDatadirs are what data directories are mostly called.
var usualDatadirs = []string{"data", "hieradata", "hiera", "hiera-data", "hiera_data"}

// missingDatadir looks for the data directory that text stands for below dir; nil when it exists, as
// far as it does not depend on variables. explainMissing finds out the rest about it.
func (d *disk) missingDatadir(text *pathTemplate, dir string) *MissingDatadir {
	for _, name := range strings.Split(text.text, "/") {
		if text.isOpen(name) {
			return nil
		}
		path := filepath.Join(dir, name)
		switch info, err := os.Lstat(path); {
		case err != nil && !d.isDir(path):
			return &MissingDatadir{Path: path, Name: name}
		case err == nil && info.Mode().IsRegular():
			return &MissingDatadir{Path: path, Name: name, File: true}
		}
		dir = path
	}
	return nil
}

// explainMissing completes what is known of the missing data directories, once all others are known.
// None is missing where the hierarchy has its data beside another root.
func explainMissing(d *disk, y *layout, files []*File) {
	for _, f := range files {
		for i := range f.Matches {
			if f.Matches[i].Assumed {
				f.Matches[i].Root.missing = nil
			}
		}
	}
	for _, root := range y.roots {
		for _, m := range root.missing {
			dir := filepath.Dir(m.Path)
			m.Nearest, m.Mentioned = dataBeside(d, y, dir, m.Name), d.isMentioned(dir, m.Name)
			m.Path = d.store.Name(m.Path)
		}
	}
}

// dataBeside is the directory in dir that was probably meant by name: one with a name like it, or one
// that is called as data directories mostly are and that no level reads from.
func dataBeside(d *disk, y *layout, dir, name string) string {
	f := d.folder(dir)
	if f == nil {
		return ""
	}
	var names []string
	for _, e := range f.entries {
		if e.dir && !strings.HasPrefix(e.name, ".") && d.holdsData(filepath.Join(dir, e.name)) {
			names = append(names, e.name)
		}
	}
	if near, ok := nearest.Name(name, names); ok {
		return near
	}
	for _, usual := range usualDatadirs {
		if slices.Contains(names, usual) && !y.isPlace[filepath.Join(dir, usual)] {
			return usual
		}
	}
	return ""
}

// holdsData reports whether there are data files in a directory, or in one directly below it.
func (d *disk) holdsData(dir string) bool {
	isData := func(e entry) bool {
		_, ok := data.FormatOf(e.name)
		return ok && !e.dir && e.err == nil && !strings.HasPrefix(e.name, ".")
	}
	f := d.folder(dir)
	if f == nil || slices.ContainsFunc(f.entries, isData) {
		return f != nil
	}
	return slices.ContainsFunc(f.entries, func(e entry) bool {
		sub := d.sub(f, e.name)
		return !e.link && sub != nil && slices.ContainsFunc(sub.entries, isData)
	})
}

// isMentioned reports whether the files that say what else is put into a tree, or what of it is not
// kept, speak of a directory.
func (d *disk) isMentioned(dir, name string) bool {
	for above, n := dir, 0; n < 3 && d.isWithin(above); above, n = filepath.Dir(above), n+1 {
		for _, file := range []string{"Puppetfile", ".gitmodules", ".gitignore"} {
			text, err := source.ReadFile(filepath.Join(above, file), 0)
			if err == nil && slices.Contains(strings.FieldsFunc(string(text), isNoName), name) {
				return true
			}
		}
		if filepath.Dir(above) == above {
			break
		}
	}
	return false
}

// isNoName reports whether a character cannot belong to the name of a directory.
func isNoName(r rune) bool { return strings.ContainsRune(" \t\r\n/'\",:=!*()[]{}#", r) }
