package project

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/nearest"
)

// MissingDatadir is a data directory that does not exist, or is not a directory.
type MissingDatadir struct {
	// Path is the first directory on the way to the data directory that does not exist, as shown to
	// users. Name is its name in the hiera.yaml.
	Path, Name string
	// Nearest is the name that was probably meant, of a sibling directory with data files; "." if the
	// files are next to the hiera.yaml; "" if there is none.
	Nearest string
	// Mentioned reports that the Puppetfile, .gitmodules, or .gitignore mentions a directory with
	// that name, which is therefore created when the tree is deployed.
	Mentioned bool
	// File reports that a file with that name exists.
	File bool
}

// missingDatadir returns the data directory that text names below dir if it does not exist, as far
// as that does not depend on variables; otherwise nil. explainMissing completes the result.
func (d *disk) missingDatadir(text *pathTemplate, dir string) *MissingDatadir {
	for name := range strings.SplitSeq(text.text, "/") {
		if text.isOpen(name) {
			return nil
		}
		path := filepath.Join(dir, name)
		switch info, err := d.store.Lstat(path); {
		case err != nil && !d.isDir(path), d.folder(dir).hasInOtherCase(name):
			return &MissingDatadir{Path: path, Name: name}
		case err == nil && info.Mode().IsRegular():
			return &MissingDatadir{Path: path, Name: name, File: true}
		}
		dir = path
	}
	return nil
}

// misspelledDatadir returns the data directory of a server that a level reads if the tree does not contain it, but one with
// almost the same name in which the level finds data; otherwise nil.
func (l *locator) misspelledDatadir(r *reach, level *config.Level) *MissingDatadir {
	t, ok := datadirText(level)
	if !ok || !isOnServer(level) || len(t.text) > maxPath {
		return nil
	}
	t.text = strings.TrimPrefix(t.text, "/")
	t.clean("/")
	names := strings.Split(t.text, "/")
	for i, name := range slices.Backward(names) {
		if t.isOpen(name) || i == 0 && len(names) > 1 {
			continue
		}
		for _, home := range r.homes {
			if near := l.misspelledIn(home, &t, names[i:], level); near != "" && !l.isMentioned(home, name) {
				return &MissingDatadir{Path: level.Datadir.Text, Name: name, Nearest: near}
			}
		}
	}
	return nil
}

// misspelledIn returns the directory in home of which the first of the names is probably a misspelling; "" if there is none. A
// level finds data in the directory that the other names lead to from there.
func (l *locator) misspelledIn(home string, t *pathTemplate, names []string, level *config.Level) string {
	f := l.folder(home)
	if f == nil {
		return ""
	}
	for _, e := range f.entries {
		if !e.dir || !nearest.IsTypo(names[0], e.name) {
			continue
		}
		there := slices.Concat([]string{e.name}, names[1:])
		switch dir := filepath.Join(home, filepath.Join(there...)); {
		case slices.ContainsFunc(there, t.isOpen):
			if l.leadsTo(t, home, there) && l.holdsData(filepath.Join(home, e.name)) {
				return e.name
			}
		case l.isDir(dir) && l.findsIn(dir, level):
			return e.name
		}
	}
	return ""
}

// explainMissing completes the missing data directories once all others are known. If the hierarchy
// reads data next to another root, none is missing.
func explainMissing(d *disk, y *layout, files []*File) {
	for _, f := range files {
		for i := range f.Matches {
			if f.Matches[i].Assumed {
				f.Matches[i].Root.missing = nil
			}
		}
	}
	dirs := map[string]*dataDirs{}
	for _, root := range y.roots {
		for level, m := range root.missing {
			dir := filepath.Dir(m.Path)
			if dirs[dir] == nil {
				dirs[dir] = dataDirsIn(d, y, dir)
			}
			m.Nearest, m.Mentioned = dirs[dir].nearest(m.Name), d.isMentioned(dir, m.Name)
			if m.Nearest == "" && level.Datadir.Text == m.Name && d.hasDataBeside(root, m.Name) {
				m.Nearest = "."
			}
			m.Path = d.store.Name(m.Path)
		}
	}
}

// hasDataBeside reports whether files of levels with a datadir are next to the hiera.yaml instead.
func (d *disk) hasDataBeside(root *Root, datadir string) bool {
	return slices.ContainsFunc(root.Config.Hierarchy, func(level *config.Level) bool {
		return level.Datadir.Text == datadir && d.hasFilesOf(level, root.Dir)
	})
}

// hasFilesOf reports whether a directory contains what a level reads: a file of that name, or data in the directory that
// a path begins with.
func (d *disk) hasFilesOf(level *config.Level, dir string) bool {
	f := d.folder(dir)
	return f != nil && level.LocationKind == config.Path && slices.ContainsFunc(level.Locations, func(at config.Location) bool {
		first, _, isBelow := strings.Cut(at.Text, "/")
		return !isBelow && at.Template == nil && f.hasFile(first) || isBelow && f.hasDir(first) && d.holdsData(filepath.Join(dir, first))
	})
}

// dataDirs are the directories with data in a directory.
type dataDirs struct {
	names *nearest.Names
	usual string // one with a common name that no level reads from; "" if there is none
}

func dataDirsIn(d *disk, y *layout, dir string) *dataDirs {
	var names []string
	if f := d.folder(dir); f != nil {
		for _, e := range f.entries {
			if e.dir && !strings.HasPrefix(e.name, ".") && d.holdsData(filepath.Join(dir, e.name)) {
				names = append(names, e.name)
			}
		}
	}
	found := &dataDirs{names: nearest.NewNames(names)}
	for _, usual := range usualDatadirs {
		if slices.Contains(names, usual) && !y.isDatadir[filepath.Join(dir, usual)] {
			found.usual = usual
			break
		}
	}
	return found
}

// nearest returns the directory that name was probably meant to be: one with a similar name, or one with a common name
// that no level reads from.
func (d *dataDirs) nearest(name string) string {
	if near, ok := d.names.Nearest(name, nil); ok {
		return near
	}
	return d.usual
}

// isMentioned reports whether a file that lists external or ignored parts of a tree mentions a
// directory.
func (d *disk) isMentioned(dir, name string) bool {
	for above, n := dir, 0; n < 3 && d.isWithin(above); above, n = filepath.Dir(above), n+1 {
		for _, file := range []string{"Puppetfile", ".gitmodules", ".gitignore"} {
			text, err := d.store.Text(filepath.Join(above, file))
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

// isNoName reports whether a character cannot be part of a directory name.
func isNoName(r rune) bool { return strings.ContainsRune(" \t\r\n/'\",:=!*()[]{}#", r) }
