package project

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/rooted"
)

// usualDatadirs lists the common names of data directories.
var usualDatadirs = []string{"data", "hieradata", "hiera", "hiera-data", "hiera_data"}

// datadir is the data directory of a level in the tree.
type datadir struct {
	text      pathTemplate
	at        string // the directory that text is relative to
	relocated bool   // it has another path on the server
	inside    bool   // it is in the tree
}

// moveTo replaces the data directory by one that hiera.yaml does not name.
func (d *datadir) moveTo(dir string, inside bool) {
	*d = datadir{pathTemplate{text: filepath.Base(dir), wild: d.text.wild}, filepath.Dir(dir), true, inside}
}

// findDatadir finds the data directory of a level, or the reason why it is unknown. The level names a
// directory of a server, which is, with decreasing precedence:
//
//   - the directory of the hiera.yaml, if that is in its own data directory;
//   - the directory that the options map it to;
//   - the directory of the tree that its path leads to, unless that matches another data directory
//     of the hierarchy better;
//   - a directory that has another common name for data;
//   - the tree itself, if its paths start with the name of a data directory.
func (l *locator) findDatadir(r *reach, level *config.Level) (d datadir, why Unseen) {
	text, ok := datadirText(level)
	switch {
	case !ok:
		return d, Obscured
	case len(text.text) > maxPath:
		return d, TooLong
	}
	d.text = text
	d.at, d.relocated, d.inside = l.resolveDatadir(&d.text, r, level)
	isOther := d.inside && d.relocated && l.hasBetterDatadir(r, level, filepath.Join(d.at, d.text.text))
	if isOther {
		d.inside = false
		r.elsewhere = append(r.elsewhere, withValues(level.Datadir.Text))
	}
	if dir, isMapped := r.root.mapped(level.Datadir.Text); isMapped {
		d.moveTo(dir, l.isWithin(dir))
	}
	if dir, ok := l.datadirOtherwise(r, level, &d.text, !d.inside && !isOther); ok {
		d.moveTo(dir, true)
	} else if level.Datadir.Text == templateToken {
		return d, Obscured
	}
	return d, Seen
}

// datadirOtherwise finds the data directory of a level that does not have the name, or the end of
// the path, that hiera.yaml gives it. isMissing reports that the tree has no directory with that.
func (l *locator) datadirOtherwise(r *reach, level *config.Level, text *pathTemplate, isMissing bool) (dir string, ok bool) {
	if r.hasDatadir {
		return "", false
	}
	if dir, ok = l.enclosingDatadir(r, level, text); ok || !isMissing {
		return dir, ok
	}
	if dir, ok = l.datadirWithOtherName(r, level); ok {
		return dir, true
	}
	return l.treeWithOtherName(r, level)
}

// resolveDatadir resolves the data directory of a level. A directory that only has the last name in
// common with the one on the server is not meant if the hierarchy finds nothing in it, but finds
// data around its configuration.
func (l *locator) resolveDatadir(t *pathTemplate, r *reach, level *config.Level) (at string, relocated, ok bool) {
	before := *t
	homes := len(r.homes)
	at, relocated, ok = l.resolve(t, r, 0)
	if len(r.homes) > homes && !t.isOpen(t.text) && !l.readsIn(r, filepath.Join(at, t.text), level) && l.isDatadirItself(r.root.Dir) && l.readsIn(r, r.root.Dir, level) {
		*t, r.homes = before, r.homes[:homes]
		return "", false, false
	}
	return at, relocated, ok
}

// hasBetterDatadir reports whether a directory of the tree matches another data directory of the hierarchy
// better than the one on the server that was mapped to it. Of /etc/puppet/hieradata and
// /etc/puppet/private/hieradata, only the first can be the hieradata of the tree.
func (l *locator) hasBetterDatadir(r *reach, level *config.Level, at string) bool {
	var others []*config.Level
	for _, other := range r.root.Config.Hierarchy {
		others = append(others, views(r.root.Config, other)...)
	}
	for _, other := range others {
		written := other.Datadir.Text
		if written == level.Datadir.Text || !isCloser(written, level.Datadir.Text) {
			continue
		}
		if t, ok := datadirText(other); ok {
			if home, relocated, ok := l.resolveDatadir(&t, r, other); ok && relocated && filepath.Join(home, t.text) == at {
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

// hasDatadirOf reports whether the tree contains the data directory of a level under its own name.
func (l *locator) hasDatadirOf(r *reach, level *config.Level) bool {
	datadir, ok := datadirText(level)
	if !ok || level.LocationKind == config.URI || len(datadir.text) > maxPath {
		return false
	}
	at, _, inside := l.resolveDatadir(&datadir, r, level)
	return inside && !datadir.isOpen(datadir.text) && l.isDir(filepath.Join(at, datadir.text))
}

// datadirWithOtherName finds the data directory of a server that has another common name in the
// tree: there is one with such a name, and paths of the level lead to files in it.
func (l *locator) datadirWithOtherName(r *reach, level *config.Level) (string, bool) {
	written := level.Datadir.Text
	isDefault := r.root.Layer == config.Global && level.Datadir.Base == config.CodeDir && !l.isBelowModule(r.root.Dir)
	hasUsualName := slices.ContainsFunc(strings.Split(written, "/"), func(name string) bool { return slices.Contains(usualDatadirs, name) })
	if !hasUsualName || !rooted.Is(written) && !isDefault {
		return "", false
	}
	for _, home := range r.homes {
		for _, name := range usualDatadirs {
			dir := filepath.Join(home, name)
			if l.isDir(dir) && !l.modules[l.tree.real(home)] && !l.isDataOfModule(dir) && l.findsIn(dir, level) {
				r.mapTo(written, dir)
				return dir, true
			}
		}
	}
	return "", false
}

// mapTo records that a data directory of the server has another name in the tree.
func (r *reach) mapTo(written, dir string) {
	r.mappings = append(r.mappings, mapping{written, withValues(written), dir})
}

// isDataOfModule reports whether a directory is next to the hiera.yaml of a module that is in no modulepath.
func (l *locator) isDataOfModule(dir string) bool {
	f := l.folder(filepath.Dir(dir))
	return f.hasFile(environment.ConfigName) && l.kind(f) == moduleFolder
}

// enclosingDatadir finds the data directory of a configuration that is inside its own data directory, if
// its datadir is a variable, or a directory of the server whose name the tree does not contain.
// Paths of the level must lead to files in the data directory.
func (l *locator) enclosingDatadir(r *reach, level *config.Level, datadir *pathTemplate) (string, bool) {
	dir, written := r.root.Dir, level.Datadir.Text
	isOpen := !slices.ContainsFunc(strings.Split(strings.Trim(datadir.text, "/"), "/"), func(name string) bool { return !datadir.isOpen(name) })
	isAround := r.root.Layer == config.Global && l.isDatadirItself(dir) || !isOpen && l.isInDataOnly(r.root, level)
	isElsewhere := isOpen || isOnServer(level) && !l.namesDirectory(written, r)
	if !isAround || !isElsewhere || !l.findsIn(dir, level) {
		return "", false
	}
	values := withValues(written)
	if isOpen { // depending on its value, it may be any directory
		values = regexp.MustCompile(`\A` + regexp.QuoteMeta(written) + `\z`) //nolint:forbidigo // the pattern depends on the data
	}
	r.mappings = append(r.mappings, mapping{written, values, dir})
	return dir, true
}

// isInDataOnly reports whether there is no code next to a configuration, but a file that a path
// without variables names, below the same data directory as the level's.
func (l *locator) isInDataOnly(root *Root, level *config.Level) bool {
	return root.Layer != config.Module && l.kind(l.folder(root.Dir)) == configFolder && !l.isBelowModule(root.Dir) && slices.ContainsFunc(root.Config.Hierarchy, func(other *config.Level) bool {
		return other.Datadir.Text == level.Datadir.Text && slices.ContainsFunc(other.Locations, func(location config.Location) bool {
			t, ok := locationText(other, pathTemplate{text: "."}, location)
			path := filepath.Join(root.Dir, t.text)
			return ok && !t.isOpen(t.text) && l.folder(filepath.Dir(path)).hasFile(filepath.Base(path))
		})
	})
}

// namesDirectory reports whether a path of the server ends in the name of a directory of the tree
// that contains the configuration.
func (d *disk) namesDirectory(written string, r *reach) bool {
	return slices.ContainsFunc(r.homes, func(home string) bool { return d.isDir(filepath.Join(home, filepath.Base(written))) })
}

// isOnServer reports whether the data directory of a level is in a fixed place on the server.
func isOnServer(level *config.Level) bool {
	return rooted.Is(level.Datadir.Text) || level.Datadir.Base == config.CodeDir
}

// treeWithOtherName finds the directory of the server that the tree itself corresponds to under
// another name. Paths of the level start with the name of a data directory, and lead to files in
// the directory of the tree with that name.
func (l *locator) treeWithOtherName(r *reach, level *config.Level) (string, bool) {
	written := level.Datadir.Text
	if !rooted.Is(written) || strings.Contains(written, "%{") {
		return "", false
	}
	for _, home := range r.homes {
		found := false
		for _, location := range level.Locations {
			name, _, inFolder := strings.Cut(location.Text, "/")
			t, ok := locationText(level, pathTemplate{}, location)
			t.text = strings.TrimPrefix(t.text, "/")
			if dir := filepath.Join(home, name); ok && inFolder && slices.Contains(usualDatadirs, name) && l.leadsToData(dir, home, &t) {
				l.addDatadir(r, dir)
				found = true
			}
		}
		if found {
			r.mapTo(written, home)
			return home, true
		}
	}
	return "", false
}

// readsIn reports whether a level with the same data directory as the given one finds a data file in
// dir.
func (l *locator) readsIn(r *reach, dir string, level *config.Level) bool {
	return slices.ContainsFunc(r.root.Config.Hierarchy, func(other *config.Level) bool {
		return slices.ContainsFunc(views(r.root.Config, other), func(view *config.Level) bool {
			return view.Datadir.Text == level.Datadir.Text && l.findsIn(dir, view)
		})
	})
}

// findsIn reports whether a path of a level leads to a data file in a directory.
func (d *disk) findsIn(dir string, level *config.Level) bool {
	return slices.ContainsFunc(level.Locations, func(location config.Location) bool {
		t, ok := locationText(level, pathTemplate{text: filepath.Base(dir)}, location)
		return ok && !strings.HasPrefix(location.Text, "/") && d.leadsToData(dir, filepath.Dir(dir), &t)
	})
}

// leadsToData reports whether a path below home leads to a data file in dir.
func (d *disk) leadsToData(dir, home string, t *pathTemplate) bool {
	pattern, err := glob.Compile(t.parts(home)...)
	return err == nil && slices.ContainsFunc(d.dataBelow(dir), func(path string) bool { return len(pattern.Find(filepath.ToSlash(path))) > 0 })
}

// holdsData reports whether a directory or one of its subdirectories contains data files.
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
