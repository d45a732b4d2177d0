package locate

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/discovery/classify"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/levels"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/recognize"
	"github.com/hieralint/hieralint/internal/rooted"
)

// datadir is the data directory of a level in the tree.
type datadir struct {
	text      levels.Path
	at        string // the directory that text is relative to
	relocated bool   // it has another path on the server
	inside    bool   // it is in the tree
}

// moveTo replaces the data directory by one that hiera.yaml does not name.
func (d *datadir) moveTo(dir string, inside bool) {
	*d = datadir{levels.Path{Text: filepath.Base(dir), Wild: d.text.Wild}, filepath.Dir(dir), true, inside}
}

// findDatadir finds the data directory of a level, or the reason why it is unknown. The level names a
// directory of a server, which is, with decreasing precedence:
//
//   - the directory of the hiera.yaml, if that is in its own data directory;
//   - the directory that the options map it to;
//   - the directory of the tree that its path leads to, unless that matches another data directory
//     of the hierarchy better;
//   - a directory that has another common name for data;
//   - the tree itself, if its paths start with the name of a data directory;
//   - the only directory of the tree with data where paths of the hierarchy lead that start with a fixed name.
func (l *Locator) findDatadir(r *Reach, level *config.Level) (d datadir, why project.Unseen) {
	text, ok := levels.Datadir(level)
	switch {
	case !ok:
		return d, project.Obscured
	case len(text.Text) > maxPath:
		return d, project.TooLong
	}
	d.text = text
	d.at, d.relocated, d.inside = l.resolveDatadir(&d.text, r, level)
	isOther := d.inside && d.relocated && l.hasBetterDatadir(r, level, filepath.Join(d.at, d.text.Text))
	if isOther {
		d.inside = false
		r.Exclude(level.Datadir.Text)
	}
	if dir, isMapped := r.Root.Sources.Mapped(level.Datadir.Text); isMapped {
		d.moveTo(dir, l.IsWithin(dir))
	}
	if dir, ok := l.datadirOtherwise(r, level, &d.text, !d.inside && !isOther); ok {
		d.moveTo(dir, true)
	} else if level.Datadir.Text == recognize.TemplateToken {
		return d, project.Obscured
	}
	return d, project.Seen
}

// datadirOtherwise finds the data directory of a level that does not have the name, or the end of
// the path, that hiera.yaml gives it. isMissing reports that the tree has no directory with that.
func (l *Locator) datadirOtherwise(r *Reach, level *config.Level, text *levels.Path, isMissing bool) (dir string, ok bool) {
	if r.hasDatadir {
		return "", false
	}
	if dir, ok = l.enclosingDatadir(r, level, text); ok || !isMissing {
		return dir, ok
	}
	if dir, ok = l.datadirWithOtherName(r, level); ok {
		return dir, true
	}
	if dir, ok = l.treeWithOtherName(r, level); ok {
		return dir, true
	}
	return l.directoryOfPaths(r, level)
}

// resolveDatadir resolves the data directory of a level. A directory that only has the last name in
// common with the one on the server is not meant if the hierarchy finds nothing in it, but finds
// data around its configuration, or by the first names of its paths.
func (l *Locator) resolveDatadir(t *levels.Path, r *Reach, level *config.Level) (at string, relocated, ok bool) {
	before := *t
	homes := len(r.Homes)
	at, relocated, ok = l.resolve(t, r, 0)
	if len(r.Homes) > homes && !t.IsOpen(t.Text) && !l.readsIn(r, filepath.Join(at, t.Text), level) && (l.isDatadirItself(r.Root.Dir) && l.readsIn(r, r.Root.Dir, level) ||
		slices.ContainsFunc(r.Homes[:homes], func(home string) bool { return l.datadirsOfPaths(home, level) != nil })) {
		*t, r.Homes = before, r.Homes[:homes]
		return "", false, false
	}
	return at, relocated, ok
}

// hasBetterDatadir reports whether a directory of the tree matches another data directory of the hierarchy
// better than the one on the server that was mapped to it. Of /etc/puppet/hieradata and
// /etc/puppet/private/hieradata, only the first can be the hieradata of the tree.
func (l *Locator) hasBetterDatadir(r *Reach, level *config.Level, at string) bool {
	others := lists.FlatMap(r.Root.Config.Hierarchy, func(other *config.Level) []*config.Level { return levels.Views(r.Root.Config, other) })
	for _, other := range others {
		written := other.Datadir.Text
		if written == level.Datadir.Text || !isCloser(written, level.Datadir.Text) {
			continue
		}
		if t, ok := levels.Datadir(other); ok {
			if home, relocated, ok := l.resolveDatadir(&t, r, other); ok && relocated && filepath.Join(home, t.Text) == at {
				return true
			}
		}
	}
	return false
}

// isCloser reports whether a data directory of the server matches a directory of the tree better
// than another one with the same end: fewer names precede it, or it is in an environment and the
// other one is not.
func isCloser(written, than string) bool {
	if strings.Contains(written, "/environments/") && !strings.Contains(than, "/environments/") {
		return filepath.Base(written) == filepath.Base(than) && !slices.Contains(serverFolders, filepath.Base(filepath.Dir(than)))
	}
	if strings.Contains(written, "%{") || strings.Contains(than, "%{") {
		return false
	}
	return strings.Count(path.Clean(written), "/") < strings.Count(path.Clean(than), "/")
}

// serverFolders lists the directories of a server in which trees are usually deployed.
var serverFolders = []string{"puppet", "puppetlabs", "code"}

// hasDatadirOf reports whether the tree contains the data directory of a level under its own name. The default one of a custom
// backend of version 3 does not count, since the backend may not read it.
func (l *Locator) hasDatadirOf(r *Reach, level *config.Level) bool {
	datadir, ok := levels.Datadir(level)
	if !ok || level.LocationKind == config.URI || len(datadir.Text) > maxPath || levels.FormatOf(level) == levels.Custom && level.Datadir.Base == config.CodeDir {
		return false
	}
	at, _, inside := l.resolveDatadir(&datadir, r, level)
	return inside && !datadir.IsOpen(datadir.Text) && l.IsDir(filepath.Join(at, datadir.Text))
}

// datadirWithOtherName finds the data directory of a server that has another common name in the
// tree: there is one with such a name, and paths of the level lead to files in it.
func (l *Locator) datadirWithOtherName(r *Reach, level *config.Level) (string, bool) {
	written := level.Datadir.Text
	isDefault := r.Root.Layer == config.Global && level.Datadir.Base == config.CodeDir && !l.isBelowModule(r.Root.Dir)
	hasUsualName := slices.ContainsFunc(strings.Split(written, "/"), func(name string) bool { return slices.Contains(recognize.UsualDatadirs, name) })
	if !hasUsualName || !rooted.Is(written) && !isDefault {
		return "", false
	}
	for _, home := range r.Homes {
		for _, name := range recognize.UsualDatadirs {
			dir := filepath.Join(home, name)
			if l.IsDir(dir) && !l.Modules[l.Real(home)] && !l.isDataOfModule(dir) && l.FindsIn(dir, level) {
				r.Add(written, dir)
				return dir, true
			}
		}
	}
	return "", false
}

// isDataOfModule reports whether a directory is next to the hiera.yaml of a module that is in no modulepath.
func (l *Locator) isDataOfModule(dir string) bool {
	f := l.Folder(filepath.Dir(dir))
	return f.HasFile(environment.ConfigName) && l.Kind(f) == classify.ModuleFolder
}

// enclosingDatadir finds the data directory of a configuration that is inside its own data directory, if
// its datadir is a variable, or a directory of the server whose name the tree does not contain.
// Paths of the level must lead to files in the data directory.
func (l *Locator) enclosingDatadir(r *Reach, level *config.Level, datadir *levels.Path) (string, bool) {
	dir, written := r.Root.Dir, level.Datadir.Text
	isOpen := !slices.ContainsFunc(strings.Split(strings.Trim(datadir.Text, "/"), "/"), func(name string) bool { return !datadir.IsOpen(name) })
	isAround := r.Root.Layer == config.Global && l.isDatadirItself(dir) || !isOpen && l.isInDataOnly(r.Root, level)
	isElsewhere := isOpen || isOnServer(level) && !l.namesDirectory(written, r)
	if !isAround || !isElsewhere || !l.FindsIn(dir, level) {
		return "", false
	}
	if isOpen { // depending on its value, it may be any directory
		r.AddExactly(written, dir)
	} else {
		r.Add(written, dir)
	}
	return dir, true
}

// isInDataOnly reports whether there is no code next to a configuration, but a file that a path
// without variables names, below the same data directory as the level's.
func (l *Locator) isInDataOnly(root *project.Root, level *config.Level) bool {
	return root.Layer != config.Module && l.Kind(l.Folder(root.Dir)) == classify.ConfigFolder && !l.isBelowModule(root.Dir) && slices.ContainsFunc(root.Config.Hierarchy, func(other *config.Level) bool {
		return other.Datadir.Text == level.Datadir.Text && slices.ContainsFunc(other.Locations, func(location config.Location) bool {
			t, ok := levels.Location(other, levels.Path{Text: "."}, location)
			path := filepath.Join(root.Dir, t.Text)
			return ok && !t.IsOpen(t.Text) && l.Folder(filepath.Dir(path)).HasFile(filepath.Base(path))
		})
	})
}

// namesDirectory reports whether a path of the server ends in the name of a directory of the tree
// that contains the configuration.
func (l *Locator) namesDirectory(written string, r *Reach) bool {
	return slices.ContainsFunc(r.Homes, func(home string) bool { return l.IsDir(filepath.Join(home, filepath.Base(written))) })
}

// isOnServer reports whether the data directory of a level is in a fixed place on the server.
func isOnServer(level *config.Level) bool {
	return rooted.Is(level.Datadir.Text) || level.Datadir.Base == config.CodeDir
}

// treeWithOtherName finds the directory of the server that the tree itself corresponds to under
// another name. Paths of the level start with the name of a data directory, and lead to files in
// the directory of the tree with that name, or in the environments of the tree.
func (l *Locator) treeWithOtherName(r *Reach, level *config.Level) (string, bool) {
	for _, home := range r.Homes {
		if dirs := l.datadirsOfPaths(home, level); dirs != nil {
			for _, dir := range dirs {
				l.addDatadir(r, dir)
			}
			r.Add(level.Datadir.Text, home)
			return home, true
		}
	}
	return "", false
}

// directoryOfPaths finds the data directory of a server under an unusual name: the hierarchy reads all data files in it, some of
// them by paths that start with a fixed name, and there is no other such directory.
func (l *Locator) directoryOfPaths(r *Reach, level *config.Level) (string, bool) {
	written := level.Datadir.Text
	if r.Root.Layer != config.Global || !rooted.Is(written) || strings.Contains(written, "%{") || l.isBelowModule(r.Root.Dir) {
		return "", false
	}
	dir, known := r.ofPaths[written]
	if !known && len(r.ofPaths) < maxCandidates {
		dir = l.onlyDirectoryOfPaths(r, levelsIn(r.Root.Config, written))
		lists.Put(&r.ofPaths, written, dir)
	}
	if dir == "" {
		return "", false
	}
	r.Add(written, dir)
	return dir, true
}

const (
	// maxCandidates is the number of data directories, and of directories that may be one, from which none is searched for.
	maxCandidates = 20
	// maxCompared is the number of comparisons of files with paths for which a directory is considered.
	maxCompared = 100_000
)

// levelsIn returns the levels with a data directory.
func levelsIn(c *config.Config, written string) []*config.Level {
	return lists.FlatMap(c.Hierarchy, func(level *config.Level) []*config.Level {
		return lists.Filter(levels.Views(c, level), func(view *config.Level) bool { return view.Datadir.Text == written })
	})
}

// onlyDirectoryOfPaths returns the only directory in which the levels read all data files; "" if there is none, or several.
func (l *Locator) onlyDirectoryOfPaths(r *Reach, all []*config.Level) string {
	repository := l.RepositoryOf(r.Root.Dir)
	if l.hasDataIn(repository) {
		return ""
	}
	var found []string
	seen := map[string]bool{}
	for _, level := range all {
		for _, location := range level.Locations {
			for _, dir := range l.DirsNamed[fixedStart(location)] {
				home := filepath.Dir(dir)
				if seen[home] {
					continue
				}
				if seen[home] = true; len(seen) > maxCandidates {
					return ""
				}
				if l.RepositoryOf(home) == repository && l.PurposeOf(home) == "" && !l.isBelowModule(dir) && !l.isModule(dir, "") && l.readsAllIn(home, all) {
					found = append(found, home)
				}
			}
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// fixedStart returns the directory that a path starts with; "" if there is none, or it depends on variables.
func fixedStart(location config.Location) string {
	name, rest, _ := strings.Cut(location.Text, "/")
	if rest == "" || strings.ContainsAny(name, "%{*?[") {
		return ""
	}
	return name
}

// readsAllIn reports whether levels read all data files in dir for typical values of variables, and some by a path that starts
// with a fixed name.
func (l *Locator) readsAllIn(dir string, all []*config.Level) bool {
	files := l.DataBelow(dir)
	isRead := map[string]bool{}
	hasFixed := false
	compared := 0
	for _, level := range all {
		for _, location := range level.Locations {
			t, ok := levels.Location(level, levels.Path{Text: filepath.Base(dir)}, location)
			pattern, err := glob.Compile(t.Parts(filepath.Dir(dir))...)
			if compared += len(files); !ok || err != nil || compared > maxCompared {
				return false
			}
			for _, file := range files {
				if slices.ContainsFunc(pattern.Find(filepath.ToSlash(file)), func(m glob.Match) bool { return m.Fit == glob.Likely }) {
					isRead[file] = true
					hasFixed = hasFixed || fixedStart(location) != ""
				}
			}
		}
	}
	return hasFixed && len(isRead) == len(files)
}

// datadirsOfPaths returns the data directories below home that paths of a level lead to if its own data directory is in a
// fixed place on the server.
func (l *Locator) datadirsOfPaths(home string, level *config.Level) []string {
	if written := level.Datadir.Text; !rooted.Is(written) || strings.Contains(written, "%{") {
		return nil
	}
	var dirs []string
	for _, location := range level.Locations {
		t, ok := levels.Location(level, levels.Path{}, location)
		t.Text = strings.TrimPrefix(t.Text, "/")
		for _, dir := range l.datadirsIn(home, location.Text) {
			if ok && l.leadsToData(dir, home, &t) {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// datadirsIn returns the directories below home with the name of a data directory that the path of a level
// starts with, or that follows the name of an environment in it.
func (l *Locator) datadirsIn(home, path string) []string {
	names := strings.Split(path, "/")
	isDatadir := func(i int) bool { return len(names) > i+1 && slices.Contains(recognize.UsualDatadirs, names[i]) }
	switch {
	case isDatadir(0):
		return []string{filepath.Join(home, names[0])}
	case names[0] == "environments" && isDatadir(2):
		environments := l.Folder(filepath.Join(home, names[0]))
		if environments == nil {
			return nil
		}
		return lists.Map(environments.Entries, func(e worktree.Entry) string {
			return filepath.Join(home, names[0], e.Name, names[2])
		})
	}
	return nil
}

// readsIn reports whether a level with the same data directory as the given one finds a data file in
// dir.
func (l *Locator) readsIn(r *Reach, dir string, level *config.Level) bool {
	return slices.ContainsFunc(r.Root.Config.Hierarchy, func(other *config.Level) bool {
		return slices.ContainsFunc(levels.Views(r.Root.Config, other), func(view *config.Level) bool {
			return view.Datadir.Text == level.Datadir.Text && l.FindsIn(dir, view)
		})
	})
}

// FindsIn reports whether a path of a level leads to a data file in a directory.
func (l *Locator) FindsIn(dir string, level *config.Level) bool {
	return slices.ContainsFunc(level.Locations, func(location config.Location) bool {
		t, ok := levels.Location(level, levels.Path{Text: filepath.Base(dir)}, location)
		return ok && !strings.HasPrefix(location.Text, "/") && l.leadsToData(dir, filepath.Dir(dir), &t)
	})
}

// leadsToData reports whether a path below home leads to a data file in dir.
func (l *Locator) leadsToData(dir, home string, t *levels.Path) bool {
	pattern, err := glob.Compile(t.Parts(home)...)
	return err == nil && slices.ContainsFunc(l.DataBelow(dir), func(path string) bool { return len(pattern.Find(filepath.ToSlash(path))) > 0 })
}
