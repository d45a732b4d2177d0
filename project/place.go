package project

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/glob"
)

// location is a path or glob of a level, ready to be matched.
type location struct {
	root      *Root
	hierarchy Hierarchy
	level     *config.Level
	index     int // in Level.Locations
	order     int // among all locations

	text    text
	dir     string // that text is relative to
	pattern *glob.Pattern
	assumed bool
}

// dataPlace is a data directory: what looks like data below it is data.
type dataPlace struct {
	dir  string
	root *Root
}

// locate finds out where the levels of root read their data: it adds to l.locations and l.places.
func (l *loader) locate(root *Root) { l.locateFrom(root, root.Dir, false) }

// locateFrom takes the hiera.yaml as if it lay in dir.
func (l *loader) locateFrom(root *Root, dir string, assumed bool) {
	root.unseen = map[*config.Level]Unseen{}
	if root.missing == nil {
		root.missing = map[*config.Level]*MissingDatadir{}
	}
	// Outside the global layer Puppet does not use version 3. Such a file often is the global one
	// all the same: it is copied there.
	assumed = assumed || root.Config.Version == 3 && root.Layer != config.Global
	first := len(l.locations)
	for hierarchy, levels := range [][]*config.Level{root.Config.Hierarchy, root.Config.DefaultHierarchy, root.Config.PlanHierarchy} {
		for _, level := range levels {
			l.locateLevel(root, Hierarchy(hierarchy), level, dir, assumed)
		}
	}
	if at, ok := sharedDatadir(l.locations[first:], dir); ok {
		l.addPlace(at, root)
	}
}

// sharedDatadir is the directory in dir into which all locations lead, if it is called as data directories are: where
// the datadir is `.`, that of the hiera.yaml, each path may name it.
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

func (l *loader) locateLevel(root *Root, hierarchy Hierarchy, level *config.Level, dir string, assumed bool) {
	if formatOf(level) == unknownFormat {
		root.unseen[level] = ByCode
	}
	if level.LocationKind == config.URI {
		root.unseen[level] = Remote
		return
	}
	datadir, ok := datadirText(level)
	if !ok {
		root.unseen[level] = Obscured
		return
	}
	datadirAt, datadirRelocated, inside := l.settle(&datadir, dir, 0)
	if inside {
		l.addPlaces(&datadir, root, datadirAt)
		if missing := l.missingDatadir(&datadir, datadirAt); missing != nil && dir == root.Dir {
			root.missing[level] = missing
		}
	}
	for i, written := range level.Locations {
		at := &location{root: root, hierarchy: hierarchy, level: level, index: i}
		if at.text, ok = locationText(level, datadir, written); !ok {
			root.unseen[level] = Obscured
			continue
		}
		relocated := datadirRelocated
		if strings.HasPrefix(written.Text, "/") {
			at.dir, relocated, ok = l.settle(&at.text, dir, 1)
		} else {
			at.dir = at.text.clean(datadirAt)
			ok = inside && l.isWithin(at.text.fixedDir(at.dir))
		}
		at.assumed = assumed || relocated
		if !ok {
			root.unseen[level] = Outside
			continue
		}
		pattern, err := glob.Compile(at.text.parts(at.dir)...)
		if err != nil {
			root.unseen[level] = Obscured
			continue
		}
		at.pattern = pattern
		l.locations = append(l.locations, at)
	}
}

// settle finds the directory that a datadir or absolute location is relative to: dir, that of the
// hiera.yaml, or for an absolute one the root of the file system when it leads into the tree. An
// absolute path of a server, as /etc/puppetlabs/code/environments/%{environment}/data, is looked for
// in this tree by how it ends; relocated tells that it is there. ok is false when it leads out of the
// tree. files is how many names at the end of the text are those of files.
func (l *loader) settle(t *text, dir string, files int) (at string, relocated, ok bool) {
	if !strings.HasPrefix(t.text, "/") {
		at = t.clean(dir)
		return at, false, l.isWithin(t.fixedDir(at))
	}
	t.text = strings.TrimPrefix(t.text, "/")
	t.clean("/")
	if l.isWithin(t.fixedDir("/")) {
		return "/", false, true
	}
	names := strings.Split(t.text, "/")
	for i := 0; i <= len(names)-files; i++ {
		// What is behind environments/<name> lies in the environment; other names must be there.
		inEnvironment := i >= 2 && names[i-2] == "environments"
		if !inEnvironment && (i == len(names)-files || t.isOpen(names[i])) {
			continue
		}
		fixed := dir
		for _, name := range names[i : len(names)-files] {
			if t.isOpen(name) {
				break
			}
			fixed = filepath.Join(fixed, name)
		}
		if l.tree.isDir(fixed) {
			t.text = strings.Join(names[i:], "/")
			return dir, true, true
		}
	}
	return "", false, false
}

// isWithin tells whether a directory, or what there is of it, lies in the tree.
func (l *loader) isWithin(dir string) bool { return l.tree.within(l.tree.real(existing(dir))) }

// existing is the nearest directory at or above dir that exists.
func existing(dir string) string {
	for {
		if _, err := os.Stat(dir); err == nil || filepath.Dir(dir) == dir {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

// addPlaces adds the data directories that a datadir stands for: several where it has holes. One
// that the hiera.yaml itself lies in is no data directory: most of what is there is something else.
func (l *loader) addPlaces(datadir *text, root *Root, at string) {
	dirs := []string{filepath.Join(at, datadir.text)}
	if datadir.isOpen(datadir.text) {
		dirs, _ = glob.Glob(glob.Disk, datadir.asGlob(at))
	}
	for _, d := range dirs {
		l.addPlace(d, root)
	}
}

func (l *loader) addPlace(dir string, root *Root) {
	known := slices.ContainsFunc(l.places, func(p dataPlace) bool { return p.dir == dir && p.root == root })
	if !known && !below(root.Dir, dir) && l.tree.isDir(dir) && l.tree.within(l.tree.real(dir)) {
		l.places = append(l.places, dataPlace{dir, root})
		l.readAhead(dir)
		l.isPlace[dir] = true
	}
}

// fileFormat is how a level reads its files.
type fileFormat uint8

const (
	unknownFormat fileFormat = iota // by a function that is not Puppet's
	yamlFormat
	jsonFormat
	otherFormat // HOCON
)

// formatOf tells how a level reads its files.
func formatOf(level *config.Level) fileFormat {
	switch level.Function.Name {
	case "yaml_data", "eyaml_lookup_key":
		return yamlFormat
	case "json_data":
		return jsonFormat
	case "hocon_data":
		return otherFormat
	}
	return unknownFormat
}

// dataFormat is the format in which a file is read by a level of the format; ok is false when it is
// none that is checked.
func (f fileFormat) dataFormat(path string) (format data.Format, ok bool) {
	switch f {
	case yamlFormat:
		return data.YAML, true
	case jsonFormat:
		return data.JSON, true
	case otherFormat:
		return data.YAML, false
	}
	return data.FormatOf(path)
}
