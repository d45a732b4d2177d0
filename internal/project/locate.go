package project

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rooted"
)

// A hierarchy reads its data in three steps, each of which is in a file of its own:
//
//   - a level has a data directory (datadir.go);
//   - data directories and absolute paths are those of a server, and found in the tree by their end
//     (serverpath.go);
//   - locations are relative to the data directory, and become patterns that match files (here).

// location is a path or glob of a level, prepared for matching.
type location struct {
	root      *Root
	hierarchy Hierarchy
	level     *config.Level
	index     int // in Level.Locations
	order     int // among all locations

	text    pathTemplate
	dir     string // the directory in the tree that text is relative to
	pattern *glob.Pattern
	globbed int  // number of files and directories that its glob, or a glob in place of its variables, reads
	assumed bool // see Match.Assumed
}

// locationID identifies a location in a hiera.yaml.
type locationID struct {
	level *config.Level
	index int // in Level.Locations
}

func (at *location) id() locationID { return locationID{at.level, at.index} }

func (m *Match) id() locationID { return locationID{m.Level, m.Location} }

// reach is the part of the tree in which a hierarchy finds its data.
type reach struct {
	root *Root
	// home is the directory that relative data directories refer to: that of the hiera.yaml, unless
	// it is copied elsewhere before it is used.
	home string
	// homes are the directories in which paths of the server are searched for by their end.
	homes []string
	// assumed reports that the server reads the hiera.yaml from another directory.
	assumed bool

	locations []*location
	datadirs  []string // existing data directories in the tree

	// hasDatadir reports that the tree contains a data directory of the server under its own name.
	hasDatadir bool
	mappings   []mapping        // of data directories that have a different name in the tree
	files      []mapping        // of the directories that locations of a server outside of data directories start with
	elsewhere  []*regexp.Regexp // data directories of the server outside of the tree
	unseen     map[*config.Level]Unseen
	missing    map[*config.Level]*MissingDatadir
	misspelled map[*config.Level]*MissingDatadir
}

// locator determines where in the tree hierarchies read their data.
type locator struct {
	*classifier
	modules map[string]bool // directories of modules in modulepaths, without symbolic links
}

// reachFrom returns the reach of a hiera.yaml as if it were in home.
func (l *locator) reachFrom(root *Root, home string) *reach {
	r := &reach{
		root: root, home: home, homes: l.homes(root.Dir, home),
		unseen: map[*config.Level]Unseen{}, missing: map[*config.Level]*MissingDatadir{}, misspelled: map[*config.Level]*MissingDatadir{},
		// Outside of the global layer, Puppet does not use version 3. But such a file is often the
		// global one, which is copied there.
		assumed: home != root.Dir || root.Config.Version == 3 && root.Layer != config.Global,
	}
	for _, level := range root.Config.AllLevels() {
		r.hasDatadir = r.hasDatadir || slices.ContainsFunc(views(root.Config, level), func(view *config.Level) bool { return l.hasDatadirOf(r, view) })
	}
	for hierarchy, levels := range [][]*config.Level{root.Config.Hierarchy, root.Config.DefaultHierarchy, root.Config.PlanHierarchy} {
		for _, level := range levels {
			l.locateLevel(r, Hierarchy(hierarchy), level)
		}
	}
	if at, ok := sharedDatadir(r.locations, home); ok {
		l.addDatadir(r, at)
	}
	return r
}

// sharedDatadir returns the directory in dir that all locations lead to, if it has the name of a
// data directory: if the datadir is `.`, the directory of the hiera.yaml, each path may contain it.
func sharedDatadir(locations []*location, dir string) (string, bool) {
	for _, name := range usualDatadirs {
		at := filepath.Join(dir, name)
		outside := func(l *location) bool {
			return filepath.Clean(l.level.Datadir.Text) != "." || !strings.HasPrefix(l.pattern.Prefix(), filepath.ToSlash(at)+"/")
		}
		if len(locations) > 0 && !slices.ContainsFunc(locations, outside) {
			return at, true
		}
	}
	return "", false
}

// maxPath is the maximum length of a path in bytes on Linux.
const maxPath = 4096

// locateLevel adds the locations of a level to a reach, or the reason why its data is unknown.
func (l *locator) locateLevel(r *reach, hierarchy Hierarchy, level *config.Level) {
	if formatOf(level) == unknownFormat {
		r.unseen[level] = ByCode
	}
	all := views(r.root.Config, level)
	before := len(r.locations)
	for _, view := range all {
		l.locateView(r, hierarchy, level, view)
	}
	if len(all) > 1 && len(r.locations) > before {
		r.unseen[level] = ByCode // even if some of its data directories are outside the tree
	}
}

// locateView does so for one of the views of the level, which may have another data directory and
// extension.
func (l *locator) locateView(r *reach, hierarchy Hierarchy, level, view *config.Level) {
	if level.LocationKind == config.URI {
		r.unseen[level] = Remote
		return
	}
	datadir, why := l.findDatadir(r, view)
	if why != Seen {
		r.unseen[level] = why
		return
	}
	if datadir.inside {
		l.addDatadirs(&datadir.text, r, datadir.at, view)
		if missing := l.missingDatadir(&datadir.text, datadir.at); missing != nil && r.home == r.root.Dir {
			r.missing[level] = missing
		}
	} else if misspelled := l.misspelledDatadir(r, view); misspelled != nil {
		r.misspelled[level] = misspelled
	}
	for i, written := range level.Locations {
		at := &location{root: r.root, hierarchy: hierarchy, level: level, index: i}
		if why := l.locate(at, r, view, &datadir, written); why != Seen {
			r.unseen[level] = why
			continue
		}
		r.locations = append(r.locations, at)
	}
}

// locate completes a location of a level, or returns the reason why it is unknown where it leads to.
func (l *locator) locate(at *location, r *reach, view *config.Level, datadir *datadir, written config.Location) Unseen {
	var ok bool
	if at.text, ok = locationText(view, datadir.text, written); !ok {
		return Obscured
	}
	if !at.text.wild && len(at.text.text) > maxPath {
		return TooLong
	}
	relocated := datadir.relocated
	before := at.text
	switch {
	case strings.HasPrefix(written.Text, "/"):
		if at.dir, relocated, ok = l.resolve(&at.text, r, 1); relocated {
			r.noteFiles(&before, &at.text, at.dir)
		}
	case datadir.inside:
		at.dir = at.text.clean(datadir.at)
		ok = l.isWithin(at.text.fixedDir(at.dir))
	default:
		if at.dir, ok = l.resolveInEnvironment(&at.text, r, strings.Count(datadir.text.text, "/")+1); ok {
			r.noteFiles(&before, &at.text, at.dir)
			relocated = true
		}
	}
	if !ok {
		return Outside
	}
	at.assumed = r.assumed || relocated
	pattern, err := glob.Compile(at.text.parts(at.dir)...)
	if err != nil {
		return Obscured
	}
	at.pattern = pattern
	return Seen
}

// addDatadirs adds the data directories that the datadir of a level leads to: several if it contains
// variables. If it is nothing but a variable, any directory may be meant, but only those count in
// which the hierarchy finds data.
func (l *locator) addDatadirs(datadir *pathTemplate, r *reach, at string, level *config.Level) {
	dirs := []string{filepath.Join(at, datadir.text)}
	if datadir.isOpen(datadir.text) {
		found, _ := glob.Glob(l.store.TreeReadOnce(), datadir.asGlob(at))
		dirs = lists.Map(found, filepath.FromSlash)
	}
	if utf8.RuneCountInString(datadir.text) == 1 && datadir.isOpen(datadir.text) {
		dirs = lists.Filter(dirs, func(dir string) bool { return l.readsIn(r, dir, level) })
	}
	for _, d := range dirs {
		l.addDatadir(r, d)
	}
}

// addDatadir adds a data directory. A directory that contains the hiera.yaml itself is only added if
// it has the name of a data directory, because most files in it are something else.
func (l *locator) addDatadir(r *reach, dir string) {
	isAround := rooted.IsBelow(r.home, dir) || rooted.IsBelow(r.root.Dir, dir)
	if !slices.Contains(r.datadirs, dir) && (!isAround || dir == r.root.Dir && l.isDatadirItself(dir)) && l.isDir(dir) && l.tree.within(l.tree.real(dir)) {
		r.datadirs = append(r.datadirs, dir)
	}
}

// isDatadirItself reports whether the directory of a configuration is a data directory: it has the
// name of one and is not in a module, where the backend module_data of old versions reads what is
// next to the data.
func (l *locator) isDatadirItself(dir string) bool {
	return slices.Contains(usualDatadirs, filepath.Base(dir)) && !slices.Contains(l.bases, dir) && l.holdsData(dir) && !l.isBelowModule(dir)
}

// isBelowModule reports whether a directory is in a module.
func (l *locator) isBelowModule(dir string) bool {
	for above := range l.upwards(filepath.Dir(dir)) {
		if slices.Contains(l.bases, above) {
			break
		}
		if f := l.folder(above); f != nil && (l.modules[l.tree.real(above)] || l.isInModule(f)) {
			return true
		}
	}
	return false
}
