package project

import (
	"os"
	"path/filepath"
	"regexp"
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

// reach is where a hierarchy finds its data in the tree.
type reach struct {
	root *Root
	// home is the directory that relative data directories start from.
	home string
	// homes are the directories in which paths of the server are looked for by how they end.
	homes []string
	// assumed tells that the configuration is not read where it lies.
	assumed   bool
	locations []*location
	places    []string
	mappings  []mapping        // of data directories that are called otherwise in the tree
	elsewhere []*regexp.Regexp // data directories of the server that do not lie in the tree
	settled   bool             // a data directory of the server was found in the tree by how it ends, or lies there
	unseen    map[*config.Level]Unseen
	missing   map[*config.Level]*MissingDatadir
}

// locate finds out where the levels of root read their data, where the hiera.yaml lies.
func (l *loader) locate(root *Root) { l.adopt(l.reachFrom(root, root.Dir)) }

// adopt makes a reach that of its hierarchy: it adds to l.locations and l.places.
func (l *loader) adopt(r *reach) {
	r.root.unseen, r.root.missing, r.root.home, r.root.homes = r.unseen, r.missing, r.home, r.homes
	r.root.mappings = append(r.root.mappings, r.mappings...)
	r.root.elsewhere = r.elsewhere
	l.locations = append(l.locations, r.locations...)
	for _, dir := range r.places {
		l.places = append(l.places, dataPlace{dir, r.root})
		l.readAhead(dir)
		l.isPlace[dir] = true
	}
}

// reachFrom takes the hiera.yaml as if it lay in home.
func (l *loader) reachFrom(root *Root, home string) *reach {
	r := &reach{
		root: root, home: home, homes: l.homes(root.Dir, home), unseen: map[*config.Level]Unseen{}, missing: map[*config.Level]*MissingDatadir{},
		// Outside the global layer Puppet does not use version 3. Such a file often is the global one
		// all the same: it is copied there.
		assumed: home != root.Dir || root.Config.Version == 3 && root.Layer != config.Global,
	}
	hierarchies := [][]*config.Level{root.Config.Hierarchy, root.Config.DefaultHierarchy, root.Config.PlanHierarchy}
	for _, levels := range hierarchies {
		for _, level := range levels {
			r.settled = r.settled || l.isSettled(r, level)
		}
	}
	for hierarchy, levels := range hierarchies {
		for _, level := range levels {
			l.locateLevel(r, Hierarchy(hierarchy), level)
		}
	}
	if at, ok := sharedDatadir(r.locations, home); ok {
		l.addPlace(r, at)
	}
	return r
}

// homes are the directories in which paths of the server are looked for: home, that of the
// configuration, and those around it.
func (l *loader) homes(dir, home string) []string {
	homes := []string{home}
	for ; l.tree.within(l.tree.real(dir)); dir = filepath.Dir(dir) {
		if dir != home {
			homes = append(homes, dir)
		}
		if !l.tree.closed || filepath.Dir(dir) == dir || l.folder(dir).has(".git") {
			break // what lies around a repository does not belong to it
		}
	}
	return homes
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

func (l *loader) locateLevel(r *reach, hierarchy Hierarchy, level *config.Level) {
	if formatOf(level) == unknownFormat {
		r.unseen[level] = ByCode
	}
	if level.LocationKind == config.URI {
		r.unseen[level] = Remote
		return
	}
	datadir, ok := datadirText(level)
	if !ok || level.Datadir.Text == templateToken {
		r.unseen[level] = Obscured
		return
	}
	datadirAt, datadirRelocated, inside := l.settle(&datadir, r, 0)
	outdone := inside && datadirRelocated && l.isOutdone(r, level, filepath.Join(datadirAt, datadir.text))
	if outdone {
		inside = false
		r.elsewhere = append(r.elsewhere, withValues(level.Datadir.Text))
	}
	if dir, said := r.root.mapped(level.Datadir.Text); said {
		datadir = text{text: filepath.Base(dir), wild: datadir.wild}
		datadirAt, datadirRelocated, inside = filepath.Dir(dir), true, l.isWithin(dir)
	}
	dir, ok := l.dataAround(r, level, &datadir)
	if !ok && !inside && !outdone {
		if dir, ok = l.dataCalledOtherwise(r, level); !ok {
			dir, ok = l.dataBelowAnother(r, level)
		}
	}
	if ok {
		datadir = text{text: filepath.Base(dir), wild: datadir.wild}
		datadirAt, datadirRelocated, inside = filepath.Dir(dir), true, true
	}
	if inside {
		l.addPlaces(&datadir, r, datadirAt)
		if missing := l.missingDatadir(&datadir, datadirAt); missing != nil && r.home == r.root.Dir {
			r.missing[level] = missing
		}
	}
	for i, written := range level.Locations {
		at := &location{root: r.root, hierarchy: hierarchy, level: level, index: i}
		if at.text, ok = locationText(level, datadir, written); !ok {
			r.unseen[level] = Obscured
			continue
		}
		relocated := datadirRelocated
		if strings.HasPrefix(written.Text, "/") {
			at.dir, relocated, ok = l.settle(&at.text, r, 1)
		} else {
			at.dir = at.text.clean(datadirAt)
			ok = inside && l.isWithin(at.text.fixedDir(at.dir))
		}
		at.assumed = r.assumed || relocated
		if !ok {
			r.unseen[level] = Outside
			continue
		}
		pattern, err := glob.Compile(at.text.parts(at.dir)...)
		if err != nil {
			r.unseen[level] = Obscured
			continue
		}
		at.pattern = pattern
		r.locations = append(r.locations, at)
	}
}

// isSettled tells whether the data directory of a level leads to one of the tree.
func (l *loader) isSettled(r *reach, level *config.Level) bool {
	datadir, ok := datadirText(level)
	if !ok || level.LocationKind == config.URI {
		return false
	}
	at, _, inside := l.settle(&datadir, r, 0)
	return inside && !datadir.isOpen(datadir.text) && l.tree.isDir(filepath.Join(at, datadir.text))
}

// settle finds the directory that a datadir or absolute location is relative to: the home of the
// configuration, or for an absolute one the root of the file system when it leads into the tree. An
// absolute path of a server, as /etc/puppetlabs/code/environments/%{environment}/data, is looked for
// in this tree by how it ends; relocated tells that it is there. ok is false when it leads out of the
// tree. files is how many names at the end of the text are those of files.
func (l *loader) settle(t *text, r *reach, files int) (at string, relocated, ok bool) {
	if !strings.HasPrefix(t.text, "/") {
		at = t.clean(r.home)
		if rest, ok := l.inOwnModule(t, r); ok {
			t.text = rest
			return at, true, true
		}
		if !l.isElsewhere(t, at) {
			return at, false, l.isWithin(t.fixedDir(at))
		}
	} else {
		t.text = strings.TrimPrefix(t.text, "/")
		t.clean("/")
		if l.isWithin(t.fixedDir("/")) {
			return "/", false, true
		}
	}
	names := strings.Split(t.text, "/")
	for i := 0; i <= len(names)-files; i++ {
		if !startsHere(t, names, i, files) {
			continue
		}
		for _, home := range r.homes {
			if l.leadsTo(t, home, names[i:len(names)-files]) && !l.isModule(filepath.Join(home, strings.Join(names[i:len(names)-files], "/")), home) {
				t.text = strings.Join(names[i:], "/")
				return home, true, true
			}
		}
	}
	return l.settleAnywhere(t, r, names[:len(names)-files])
}

// mountPoint is where Vagrant mounts the repository: /vagrant is no folder of it.
const mountPoint = "vagrant"

// startsHere tells whether a path of the server may lie in the tree from its name i on: what is behind
// environments/<name> lies in the environment; other names must be there.
func startsHere(t *text, names []string, i, files int) bool {
	inEnvironment := i >= 2 && names[i-2] == "environments"
	if i == 0 && names[0] == mountPoint {
		return false
	}
	return inEnvironment || i < len(names)-files && !t.isOpen(names[i])
}

// isModule tells whether a directory is a module of an environment: that it is called like a directory of
// the server means nothing. The home of a configuration may be one.
func (l *loader) isModule(dir, home string) bool { return dir != home && l.modules[l.tree.real(dir)] }

// isElsewhere tells whether a relative datadir, which a configuration has that is copied to the code
// directory before it is used, leads from there into an environment.
func (l *loader) isElsewhere(t *text, at string) bool {
	first, _, _ := strings.Cut(t.text, "/")
	return first == "environments" && !l.tree.isDir(filepath.Join(at, first))
}

// inOwnModule tells whether a relative datadir leads into the module that the configuration lies in, as it
// is called in the modulepath: modules/hieradata/data in the repository of the module hieradata.
func (l *loader) inOwnModule(t *text, r *reach) (rest string, ok bool) {
	names := strings.SplitN(t.text, "/", 3)
	if len(names) < 3 || names[0] != "modules" || l.tree.isDir(filepath.Join(r.home, names[0])) || !l.folder(r.home).hasFile("metadata.json") {
		return "", false
	}
	return names[2], l.leadsTo(t, r.home, strings.Split(names[2], "/"))
}

// dataCalledOtherwise finds the data directory of a server that has another one of the usual names in the
// tree: there is one, and paths of the level lead to files in it.
func (l *loader) dataCalledOtherwise(r *reach, level *config.Level) (string, bool) {
	written := level.Datadir.Text
	if r.settled || !filepath.IsAbs(written) || !slices.ContainsFunc(strings.Split(written, "/"), func(name string) bool { return slices.Contains(usualDatadirs, name) }) {
		return "", false
	}
	for _, home := range r.homes {
		for _, name := range usualDatadirs {
			dir := filepath.Join(home, name)
			if l.tree.isDir(dir) && !l.modules[l.tree.real(home)] && l.findsIn(dir, level) {
				r.mappings = append(r.mappings, mapping{written, withValues(written), dir})
				return dir, true
			}
		}
	}
	return "", false
}

// dataAround finds the data directory of a configuration that lies in the data that it is for, where the
// configuration does not say where that is: in a variable, or on the server under a name that the tree does
// not have. Paths of the level must lead to files in it.
func (l *loader) dataAround(r *reach, level *config.Level, datadir *text) (string, bool) {
	dir, written := r.root.Dir, level.Datadir.Text
	isOpen := !slices.ContainsFunc(strings.Split(strings.Trim(datadir.text, "/"), "/"), func(name string) bool { return !datadir.isOpen(name) })
	if r.settled || !isOpen && !filepath.IsAbs(written) || r.root.Layer != config.Global || !l.isDataAround(dir) || !isOpen && l.namesDirectory(written, r) || !l.findsIn(dir, level) {
		return "", false
	}
	values := withValues(written)
	if isOpen {
		values = regexp.MustCompile(`\A` + regexp.QuoteMeta(written) + `\z`) // with a value it may be any directory
	}
	r.mappings = append(r.mappings, mapping{written, values, dir})
	return dir, true
}

// namesDirectory tells whether a path of the server ends in the name of a directory of the tree around a
// configuration.
func (l *loader) namesDirectory(written string, r *reach) bool {
	return slices.ContainsFunc(r.homes, func(home string) bool { return l.tree.isDir(filepath.Join(home, filepath.Base(written))) })
}

// findsIn tells whether a path of a level leads to a data file in a directory.
func (l *loader) findsIn(dir string, level *config.Level) bool {
	return slices.ContainsFunc(level.Locations, func(location config.Location) bool {
		t, ok := locationText(level, text{text: filepath.Base(dir)}, location)
		return ok && !strings.HasPrefix(location.Text, "/") && l.leadsToData(dir, filepath.Dir(dir), &t)
	})
}

// leadsToData tells whether a path below home leads to a data file in dir.
func (l *loader) leadsToData(dir, home string, t *text) bool {
	pattern, err := glob.Compile(t.parts(home)...)
	return err == nil && slices.ContainsFunc(l.dataBelow(dir), func(path string) bool { return len(pattern.Find(filepath.ToSlash(path))) > 0 })
}

// dataBelowAnother finds the directory of a server that the tree itself is, under another name: paths of the
// level start with a folder that is called as data directories are, and lead to files in that of the tree.
func (l *loader) dataBelowAnother(r *reach, level *config.Level) (string, bool) {
	written := level.Datadir.Text
	if r.settled || !filepath.IsAbs(written) || strings.Contains(written, "%{") {
		return "", false
	}
	for _, home := range r.homes {
		found := false
		for _, location := range level.Locations {
			name, _, inFolder := strings.Cut(location.Text, "/")
			t, ok := locationText(level, text{}, location)
			t.text = strings.TrimPrefix(t.text, "/")
			if dir := filepath.Join(home, name); ok && inFolder && slices.Contains(usualDatadirs, name) && l.leadsToData(dir, home, &t) {
				l.addPlace(r, dir)
				found = true
			}
		}
		if found {
			r.mappings = append(r.mappings, mapping{written, withValues(written), home})
			return home, true
		}
	}
	return "", false
}

// leadsTo tells whether a path exists in dir, as far as variables let it be told.
func (l *loader) leadsTo(t *text, dir string, names []string) bool {
	for i, name := range names {
		if !t.isOpen(name) {
			if dir = filepath.Join(dir, name); !l.tree.isDir(dir) {
				return false
			}
			continue
		}
		rest := names[i+1:]
		if !slices.ContainsFunc(rest, func(name string) bool { return !t.isOpen(name) }) {
			return true
		}
		f := l.folder(dir)
		return f != nil && slices.ContainsFunc(f.entries, func(e entry) bool { return e.dir && l.leadsTo(t, filepath.Join(dir, e.name), rest) })
	}
	return l.tree.isDir(dir)
}

// settleAnywhere finds the directory that a path of the server ends in by its name, if there is one of
// that name in the tree.
func (l *loader) settleAnywhere(t *text, r *reach, names []string) (at string, relocated, ok bool) {
	for i, name := range names {
		if t.isOpen(name) || i == 0 && len(names) > 1 {
			continue
		}
		var found []string
		for _, dir := range l.dirsNamed[name] {
			if l.leadsTo(t, filepath.Dir(dir), names[i:]) && l.holdsData(dir) && !l.isModule(dir, "") {
				found = append(found, filepath.Dir(dir))
			}
		}
		if len(found) == 1 {
			t.text = strings.Join(strings.Split(t.text, "/")[i:], "/")
			r.homes = append(r.homes, found[0])
			return found[0], true, true
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

// addPlaces adds the data directories that a datadir stands for: several where it has holes.
func (l *loader) addPlaces(datadir *text, r *reach, at string) {
	dirs := []string{filepath.Join(at, datadir.text)}
	if datadir.isOpen(datadir.text) {
		dirs, _ = glob.Glob(glob.Disk, datadir.asGlob(at))
	}
	for _, d := range dirs {
		l.addPlace(r, d)
	}
}

// addPlace adds a data directory. One that the hiera.yaml itself lies in is none, unless it is called as
// one: most of what is there is something else.
func (l *loader) addPlace(r *reach, dir string) {
	isAround := below(r.home, dir) || below(r.root.Dir, dir)
	if !slices.Contains(r.places, dir) && (!isAround || dir == r.root.Dir && l.isDataAround(dir)) && l.tree.isDir(dir) && l.tree.within(l.tree.real(dir)) {
		r.places = append(r.places, dir)
	}
}

// isDataAround tells whether the directory of a configuration is a data directory: it is called as one, and
// is in no module, where the backend module_data of old versions read what lies beside the data.
func (l *loader) isDataAround(dir string) bool {
	if !slices.Contains(usualDatadirs, filepath.Base(dir)) || slices.Contains(l.bases, dir) || !l.holdsData(dir) {
		return false
	}
	for above := filepath.Dir(dir); l.isWithin(above) && above != filepath.Dir(above) && !slices.Contains(l.bases, above); above = filepath.Dir(above) {
		if f := l.folder(above); f != nil && (l.modules[l.tree.real(above)] || l.isInModule(f)) {
			return false
		}
	}
	return true
}

// fileFormat is how a level reads its files.
type fileFormat uint8

const (
	unknownFormat fileFormat = iota // by a function that is not Puppet's
	yamlFormat
	jsonFormat
	hoconFormat
)

// formatOf tells how a level reads its files.
func formatOf(level *config.Level) fileFormat {
	switch level.Function.Name {
	case "yaml_data", "eyaml_lookup_key":
		return yamlFormat
	case "json_data":
		return jsonFormat
	case "hocon_data":
		return hoconFormat
	}
	return unknownFormat
}

// dataFormat is the format in which a file is read by a level of the format; ok is false for a file that is none of data
// where a function of the site reads it.
func (f fileFormat) dataFormat(path string) (format data.Format, ok bool) {
	switch f {
	case yamlFormat:
		return data.YAML, true
	case jsonFormat:
		return data.JSON, true
	case hoconFormat:
		return data.HOCON, true
	}
	return data.FormatOf(path)
}
