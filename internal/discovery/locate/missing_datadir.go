package locate

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/levels"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
)

// missingDatadir returns the data directory that text names below dir if it does not exist, as far
// as that does not depend on variables; otherwise nil. ExplainMissing completes the result.
func (l *Locator) missingDatadir(text *levels.Path, dir string) *project.MissingDatadir {
	for name := range strings.SplitSeq(text.Text, "/") {
		if text.IsOpen(name) {
			return nil
		}
		path := filepath.Join(dir, name)
		switch info, err := l.Store.Lstat(path); {
		case err != nil && !l.IsDir(path), l.Folder(dir).HasInOtherCase(name):
			return &project.MissingDatadir{Path: path, Name: name}
		case err == nil && info.Mode().IsRegular():
			return &project.MissingDatadir{Path: path, Name: name, File: true}
		}
		dir = path
	}
	return nil
}

// misspelledDatadir returns the data directory of a server that a level reads if the tree does not contain it, but one with
// almost the same name in which the level finds data; otherwise nil.
func (l *Locator) misspelledDatadir(r *Reach, level *config.Level) *project.MissingDatadir {
	t, ok := levels.Datadir(level)
	if !ok || !isOnServer(level) || len(t.Text) > maxPath {
		return nil
	}
	t.Text = strings.TrimPrefix(t.Text, "/")
	t.Clean("/")
	names := strings.Split(t.Text, "/")
	for i, name := range slices.Backward(names) {
		if t.IsOpen(name) || i == 0 && len(names) > 1 {
			continue
		}
		for _, home := range r.Homes {
			if near := l.misspelledIn(home, &t, names[i:], level); near != "" && !l.IsMentioned(home, name) {
				return &project.MissingDatadir{Path: level.Datadir.Text, Name: name, Nearest: near}
			}
		}
	}
	return nil
}

// misspelledIn returns the directory in home of which the first of the names is probably a misspelling; "" if there is none. A
// level finds data in the directory that the other names lead to from there.
func (l *Locator) misspelledIn(home string, t *levels.Path, names []string, level *config.Level) string {
	f := l.Folder(home)
	if f == nil {
		return ""
	}
	for _, e := range f.Entries {
		if !e.Dir || !nearest.IsTypo(names[0], e.Name) {
			continue
		}
		there := slices.Concat([]string{e.Name}, names[1:])
		switch dir := filepath.Join(home, filepath.Join(there...)); {
		case slices.ContainsFunc(there, t.IsOpen):
			if l.leadsTo(t, home, there) && l.HoldsData(filepath.Join(home, e.Name)) {
				return e.Name
			}
		case l.IsDir(dir) && l.FindsIn(dir, level):
			return e.Name
		}
	}
	return ""
}

// IsMentioned reports whether a file that lists external or ignored parts of a tree mentions a
// directory.
func (l *Locator) IsMentioned(dir, name string) bool {
	for above, n := dir, 0; n < 3 && l.IsWithin(above); above, n = filepath.Dir(above), n+1 {
		for _, file := range []string{"Puppetfile", ".gitmodules", ".gitignore"} {
			text, err := l.Store.Text(filepath.Join(above, file))
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
