// Package locate determines where in the tree a hierarchy reads its data, in three steps, each of which is
// in a file of its own:
//
//   - a level has a data directory (datadir.go);
//   - data directories and absolute paths are those of a server, and found in the tree by their end
//     (serverpath.go);
//   - locations are relative to the data directory, and become patterns that match files (reach.go).
package locate

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/crash"
	"github.com/hieralint/hieralint/internal/discovery/classify"
	"github.com/hieralint/hieralint/internal/levels"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/recognize"
	"github.com/hieralint/hieralint/internal/rooted"
	"github.com/hieralint/hieralint/internal/serverpath"
)

// Location is a path or glob of a level, prepared for matching.
type Location struct {
	Root      *project.Root
	Hierarchy project.Hierarchy
	Level     *config.Level
	Index     int // in Level.Locations
	Order     int // among all locations

	Text    levels.Path
	Dir     string // the directory in the tree that text is relative to
	Pattern *glob.Pattern
	Globbed int  // number of files and directories that its glob, or a glob in place of its variables, reads
	assumed bool // see Match.Assumed
}

// ID returns what identifies the location.
func (at *Location) ID() project.LocationID {
	return project.LocationID{Level: at.Level, Index: at.Index}
}

// Reach is the part of the tree in which a hierarchy finds its data.
type Reach struct {
	Root *project.Root
	// Sources lacks the directories that the options map.
	project.Sources
	// assumed reports that the server reads the hiera.yaml from another directory.
	assumed bool

	Locations []*Location
	Datadirs  []string // existing data directories in the tree

	// hasDatadir reports that the tree contains a data directory of the server under its own name.
	hasDatadir bool
	ofPaths    map[string]string // the results of directoryOfPaths, by the directory of the server
}

// Locator determines where in the tree hierarchies read their data.
type Locator struct {
	*classify.Classifier
	Modules map[string]bool // directories of modules in modulepaths, without symbolic links
}

// New returns a locator that knows no modules.
func New(c *classify.Classifier) *Locator { return &Locator{Classifier: c, Modules: map[string]bool{}} }

// ReachFrom returns the reach of a hiera.yaml as if it were in home.
func (l *Locator) ReachFrom(root *project.Root, home string) *Reach {
	r := &Reach{
		Root: root,
		Sources: project.Sources{
			Map:    serverpath.Map{Dir: root.Dir, Home: home, Homes: l.Homes(root.Dir, home)},
			Unseen: map[*config.Level]project.Unseen{}, Missing: map[*config.Level]*project.MissingDatadir{}, Misspelled: map[*config.Level]*project.MissingDatadir{},
		},
		// Outside of the global layer, Puppet does not use version 3. But such a file is often the
		// global one, which is copied there.
		assumed: home != root.Dir || root.Config.Version == 3 && root.Layer != config.Global,
	}
	for _, level := range root.Config.AllLevels() {
		r.hasDatadir = r.hasDatadir || slices.ContainsFunc(levels.Views(root.Config, level), func(view *config.Level) bool { return l.hasDatadirOf(r, view) })
	}
	for hierarchy, levels := range [][]*config.Level{root.Config.Hierarchy, root.Config.DefaultHierarchy, root.Config.PlanHierarchy} {
		for _, level := range levels {
			l.locateLevel(r, project.Hierarchy(hierarchy), level)
		}
	}
	if at, ok := sharedDatadir(r.Locations, home); ok {
		l.addDatadir(r, at)
	}
	return r
}

// sharedDatadir returns the directory in dir that all locations lead to, if it has the name of a
// data directory: if the datadir is `.`, the directory of the hiera.yaml, each path may contain it.
func sharedDatadir(locations []*Location, dir string) (string, bool) {
	for _, name := range recognize.UsualDatadirs {
		at := filepath.Join(dir, name)
		outside := func(l *Location) bool {
			return filepath.Clean(l.Level.Datadir.Text) != "." || !strings.HasPrefix(l.Pattern.Prefix(), filepath.ToSlash(at)+"/")
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
func (l *Locator) locateLevel(r *Reach, hierarchy project.Hierarchy, level *config.Level) {
	if levels.FormatOf(level) == levels.Custom {
		r.Unseen[level] = project.ByCode
	}
	all := levels.Views(r.Root.Config, level)
	before := len(r.Locations)
	for _, view := range all {
		l.locateView(r, hierarchy, level, view)
	}
	if len(all) > 1 && len(r.Locations) > before {
		r.Unseen[level] = project.ByCode // even if some of its data directories are outside the tree
	}
}

// locateView does so for one of the views of the level, which may have another data directory and
// extension.
func (l *Locator) locateView(r *Reach, hierarchy project.Hierarchy, level, view *config.Level) {
	if level.LocationKind == config.URI {
		r.Unseen[level] = project.Remote
		return
	}
	datadir, why := l.findDatadir(r, view)
	if why != project.Seen {
		r.Unseen[level] = why
		return
	}
	if datadir.inside {
		l.addDatadirs(&datadir.text, r, datadir.at, view)
		if missing := l.missingDatadir(&datadir.text, datadir.at); missing != nil && r.Home == r.Root.Dir {
			r.Missing[level] = missing
		}
	} else if misspelled := l.misspelledDatadir(r, view); misspelled != nil {
		r.Misspelled[level] = misspelled
	}
	for i, written := range level.Locations {
		at := &Location{Root: r.Root, Hierarchy: hierarchy, Level: level, Index: i}
		if why := l.locate(at, r, view, &datadir, written); why != project.Seen {
			r.Unseen[level] = why
			continue
		}
		r.Locations = append(r.Locations, at)
	}
}

// locate completes a location of a level, or returns the reason why it is unknown where it leads to.
func (l *Locator) locate(at *Location, r *Reach, view *config.Level, datadir *datadir, written config.Location) project.Unseen {
	var ok bool
	if at.Text, ok = levels.Location(view, datadir.text, written); !ok {
		return project.Obscured
	}
	switch {
	case !at.Text.Wild && len(at.Text.Text) > maxPath:
		return project.TooLong
	case len(at.Text.Text) > glob.MaxLength:
		return project.Obscured
	}
	relocated := datadir.relocated
	before := at.Text
	switch {
	case strings.HasPrefix(written.Text, "/"):
		if at.Dir, relocated, ok = l.resolve(&at.Text, r, 1); relocated {
			r.noteFiles(&before, &at.Text, at.Dir)
		}
	case datadir.inside:
		at.Dir = at.Text.Clean(datadir.at)
		ok = l.IsWithin(at.Text.FixedDir(at.Dir))
	default:
		if at.Dir, ok = l.resolveInEnvironment(&at.Text, r, strings.Count(datadir.text.Text, "/")+1); ok {
			r.noteFiles(&before, &at.Text, at.Dir)
			relocated = true
		}
	}
	if !ok {
		return project.Outside
	}
	at.assumed = r.assumed || relocated
	pattern, err := glob.Compile(at.Text.Parts(at.Dir)...)
	if err != nil {
		return project.Obscured
	}
	at.Pattern = pattern
	return project.Seen
}

// addDatadirs adds the data directories that the datadir of a level leads to: several if it contains
// variables. If it is nothing but a variable, any directory may be meant, but only those count in
// which the hierarchy finds data.
func (l *Locator) addDatadirs(datadir *levels.Path, r *Reach, at string, level *config.Level) {
	dirs := []string{filepath.Join(at, datadir.Text)}
	if datadir.IsOpen(datadir.Text) {
		found, _ := glob.Glob(l.Store.TreeReadOnce(), datadir.AsGlob(at))
		dirs = lists.Map(found, filepath.FromSlash)
	}
	if utf8.RuneCountInString(datadir.Text) == 1 && datadir.IsOpen(datadir.Text) {
		dirs = lists.Filter(dirs, func(dir string) bool { return l.readsIn(r, dir, level) })
	}
	for _, d := range dirs {
		l.addDatadir(r, d)
	}
}

// addDatadir adds a data directory. A directory that contains the hiera.yaml itself is only added if
// it has the name of a data directory, because most files in it are something else.
func (l *Locator) addDatadir(r *Reach, dir string) {
	isAround := rooted.IsBelow(r.Home, dir) || rooted.IsBelow(r.Root.Dir, dir)
	if !slices.Contains(r.Datadirs, dir) && (!isAround || dir == r.Root.Dir && l.isDatadirItself(dir)) && l.IsDir(dir) && l.Within(l.Real(dir)) {
		r.Datadirs = append(r.Datadirs, dir)
	}
}

// isDatadirItself reports whether the directory of a configuration is a data directory: it has the
// name of one and is not in a module, where the backend module_data of old versions reads what is
// next to the data.
func (l *Locator) isDatadirItself(dir string) bool {
	return slices.Contains(recognize.UsualDatadirs, filepath.Base(dir)) && l.Top(dir) != dir && l.HoldsData(dir) && !l.isBelowModule(dir)
}

// isBelowModule reports whether a directory is in a module.
func (l *Locator) isBelowModule(dir string) bool {
	for above := range l.Upwards(filepath.Dir(dir)) {
		if above == l.Top(dir) {
			break
		}
		if f := l.Folder(above); f != nil && (l.Modules[l.Real(above)] || l.IsInModule(f)) {
			return true
		}
	}
	return false
}

// NewRoot returns the hierarchy of a configuration in a layer; nil if it is not a valid
// configuration.
func (l *Locator) NewRoot(path string, doc *data.Document, layer config.Layer) *project.Root {
	root := &project.Root{Path: doc.File.Path, Dir: filepath.Dir(path), Layer: layer}
	root.Sources.Map = serverpath.Map{Dir: root.Dir, Mappings: l.MappingsFor(path)}
	if file, err := l.Store.File(path); err == nil {
		root.Declared = doc.Err == nil && doc.File != file
	}
	if crashed := crash.Guard("the file "+root.Path, func() { root.Config = config.ReadIn(l.Store, doc, layer) }); crashed != nil {
		l.CannotRead(path, crashed)
		return nil
	}
	return root
}

// MayRead reports whether a location leads to a file on nodes that may exist. A path without an extension does not lead to
// `web01.yaml`, since no host has this name.
func (r *Reach) MayRead(path string) bool {
	return slices.ContainsFunc(r.Locations, func(at *Location) bool {
		return slices.ContainsFunc(at.Pattern.Find(filepath.ToSlash(path)), func(m glob.Match) bool {
			return !slices.ContainsFunc(m.Values, func(v glob.Value) bool {
				_, impossible := levels.IsImpossible(v.Name, v.Text)
				return impossible
			})
		})
	})
}
