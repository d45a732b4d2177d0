package project

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rooted"
)

// location is a path or glob of a level, prepared for matching.
type location struct {
	root      *Root
	hierarchy Hierarchy
	level     *config.Level
	index     int // in Level.Locations
	order     int // among all locations

	text    pathTemplate
	dir     string // the directory that text is relative to
	pattern *glob.Pattern
	globbed int // files and directories that it reads if it is taken for a glob
	assumed bool
}

// reach describes where a hierarchy finds its data in the tree.
type reach struct {
	root *Root
	// home is the directory that relative data directories refer to.
	home string
	// homes are the directories in which paths of the server are searched for by their end.
	homes []string
	// assumed reports that the server reads the configuration from another place.
	assumed   bool
	locations []*location
	places    []string
	mappings  []mapping        // of data directories that have a different name in the tree
	elsewhere []*regexp.Regexp // data directories of the server outside of the tree
	settled   bool             // a data directory of the server was found in the tree, or is in it
	unseen    map[*config.Level]Unseen
	missing   map[*config.Level]*MissingDatadir
}

// placer determines where in the tree hierarchies read their data.
type placer struct {
	*classifier
	modules map[string]bool // directories of modules in modulepaths, without symbolic links
}

// reachFrom returns the reach of a hiera.yaml as if it were in home.
func (p *placer) reachFrom(root *Root, home string) *reach {
	r := &reach{
		root: root, home: home, homes: p.homes(root.Dir, home), unseen: map[*config.Level]Unseen{}, missing: map[*config.Level]*MissingDatadir{},
		// Outside of the global layer, Puppet does not use version 3. But such a file is often the
		// global one, which is copied there.
		assumed: home != root.Dir || root.Config.Version == 3 && root.Layer != config.Global,
	}
	hierarchies := [][]*config.Level{root.Config.Hierarchy, root.Config.DefaultHierarchy, root.Config.PlanHierarchy}
	for _, levels := range hierarchies {
		for _, level := range levels {
			r.settled = r.settled || slices.ContainsFunc(views(root.Config, level), func(view *config.Level) bool { return p.isSettled(r, view) })
		}
	}
	for hierarchy, levels := range hierarchies {
		for _, level := range levels {
			p.locateLevel(r, Hierarchy(hierarchy), level)
		}
	}
	if at, ok := sharedDatadir(r.locations, home); ok {
		p.addPlace(r, at)
	}
	return r
}

// homes returns the directories in which paths of the server are searched for: home, the directory
// of the configuration, and the enclosing ones.
func (d *disk) homes(dir, home string) []string {
	homes := []string{home}
	for ; d.tree.within(d.tree.real(dir)); dir = filepath.Dir(dir) {
		if dir != home {
			homes = append(homes, dir)
		}
		if !d.tree.closed || filepath.Dir(dir) == dir || d.folder(dir).has(".git") {
			break // directories around a repository do not belong to it
		}
	}
	return homes
}

// repositoryOf returns the top of the Git repository in the tree that contains a directory; "" if
// there is none.
func (d *disk) repositoryOf(dir string) string {
	if top, known := d.tops[dir]; known {
		return top
	}
	top := ""
	if d.tree.within(d.tree.real(dir)) {
		if parent := filepath.Dir(dir); d.folder(dir).has(".git") {
			top = dir
		} else if parent != dir {
			top = d.repositoryOf(parent)
		}
	}
	d.tops[dir] = top
	return top
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

func (p *placer) locateLevel(r *reach, hierarchy Hierarchy, level *config.Level) {
	if formatOf(level) == unknownFormat {
		r.unseen[level] = ByCode
	}
	all := views(r.root.Config, level)
	before := len(r.locations)
	for _, view := range all {
		p.locateView(r, hierarchy, level, view)
	}
	if len(all) > 1 && len(r.locations) > before {
		r.unseen[level] = ByCode // even if some of its data directories are outside the tree
	}
}

// locateView determines where a level reads its data, with the data directory and the extension of
// view.
func (p *placer) locateView(r *reach, hierarchy Hierarchy, level, view *config.Level) {
	if level.LocationKind == config.URI {
		r.unseen[level] = Remote
		return
	}
	datadir, why := p.findDatadir(r, view)
	if why != Seen {
		r.unseen[level] = why
		return
	}
	if datadir.inside {
		p.addPlaces(&datadir.text, r, datadir.at, view)
		if missing := p.missingDatadir(&datadir.text, datadir.at); missing != nil && r.home == r.root.Dir {
			r.missing[level] = missing
		}
	}
	for i, written := range level.Locations {
		at := &location{root: r.root, hierarchy: hierarchy, level: level, index: i}
		if why := p.locate(at, r, view, &datadir, written); why != Seen {
			r.unseen[level] = why
			continue
		}
		r.locations = append(r.locations, at)
	}
}

// locate determines where a location of a level leads to, or the reason why that is unknown.
func (p *placer) locate(at *location, r *reach, view *config.Level, datadir *datadir, written config.Location) Unseen {
	var ok bool
	if at.text, ok = locationText(view, datadir.text, written); !ok {
		return Obscured
	}
	if !at.text.wild && len(at.text.text) > maxPath {
		return TooLong
	}
	relocated := datadir.relocated
	if strings.HasPrefix(written.Text, "/") {
		at.dir, relocated, ok = p.settle(&at.text, r, 1)
	} else {
		at.dir = at.text.clean(datadir.at)
		ok = datadir.inside && p.isWithin(at.text.fixedDir(at.dir))
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

// findDatadir finds the data directory of a level, or the reason why it is unknown.
func (p *placer) findDatadir(r *reach, level *config.Level) (d datadir, why Unseen) {
	text, ok := datadirText(level)
	switch {
	case !ok:
		return d, Obscured
	case len(text.text) > maxPath:
		return d, TooLong
	}
	d.text = text
	d.at, d.relocated, d.inside = p.settleDatadir(&d.text, r, level)
	isOther := d.inside && d.relocated && p.hasBetterDatadir(r, level, filepath.Join(d.at, d.text.text))
	if isOther {
		d.inside = false
		r.elsewhere = append(r.elsewhere, withValues(level.Datadir.Text))
	}
	if dir, isMapped := r.root.mapped(level.Datadir.Text); isMapped {
		d.moveTo(dir, p.isWithin(dir))
	}
	dir, ok := p.enclosingDatadir(r, level, &d.text)
	if !ok && !d.inside && !isOther {
		if dir, ok = p.datadirWithOtherName(r, level); !ok {
			dir, ok = p.treeWithOtherName(r, level)
		}
	}
	if ok {
		d.moveTo(dir, true)
	} else if level.Datadir.Text == templateToken {
		return d, Obscured
	}
	return d, Seen
}

// isSettled reports whether the data directory of a level is in the tree.
func (p *placer) isSettled(r *reach, level *config.Level) bool {
	datadir, ok := datadirText(level)
	if !ok || level.LocationKind == config.URI || len(datadir.text) > maxPath {
		return false
	}
	at, _, inside := p.settleDatadir(&datadir, r, level)
	return inside && !datadir.isOpen(datadir.text) && p.isDir(filepath.Join(at, datadir.text))
}

// datadirWithOtherName finds the data directory of a server that has another common name in the
// tree: there is one with such a name, and paths of the level lead to files in it.
func (p *placer) datadirWithOtherName(r *reach, level *config.Level) (string, bool) {
	written := level.Datadir.Text
	isDefault := r.root.Layer == config.Global && level.Datadir.Base == config.CodeDir && !p.isBelowModule(r.root.Dir)
	if r.settled || !rooted.Is(written) && !isDefault || !slices.ContainsFunc(strings.Split(written, "/"), func(name string) bool { return slices.Contains(usualDatadirs, name) }) {
		return "", false
	}
	for _, home := range r.homes {
		for _, name := range usualDatadirs {
			dir := filepath.Join(home, name)
			if p.isDir(dir) && !p.modules[p.tree.real(home)] && !p.isDataOfModule(dir) && p.findsIn(dir, level) {
				r.mappings = append(r.mappings, mapping{written, withValues(written), dir})
				return dir, true
			}
		}
	}
	return "", false
}

// isDataOfModule reports whether a directory is next to the hiera.yaml of a module that is in no modulepath.
func (p *placer) isDataOfModule(dir string) bool {
	f := p.folder(filepath.Dir(dir))
	return f.hasFile(environment.ConfigName) && p.kind(f) == moduleFolder
}

// enclosingDatadir finds the data directory of a configuration that is inside its own data directory, if
// its datadir is a variable, or a directory of the server whose name the tree does not contain.
// Paths of the level must lead to files in the data directory.
func (p *placer) enclosingDatadir(r *reach, level *config.Level, datadir *pathTemplate) (string, bool) {
	dir, written := r.root.Dir, level.Datadir.Text
	isOpen := !slices.ContainsFunc(strings.Split(strings.Trim(datadir.text, "/"), "/"), func(name string) bool { return !datadir.isOpen(name) })
	isAround := r.root.Layer == config.Global && p.isInDatadir(dir) || !isOpen && p.isInDataOnly(r.root, level)
	if r.settled || !isOpen && !isOnServer(level) || !isAround || !isOpen && p.namesDirectory(written, r) || !p.findsIn(dir, level) {
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
func (p *placer) isInDataOnly(root *Root, level *config.Level) bool {
	return root.Layer != config.Module && p.kind(p.folder(root.Dir)) == configFolder && !p.isBelowModule(root.Dir) && slices.ContainsFunc(root.Config.Hierarchy, func(other *config.Level) bool {
		return other.Datadir.Text == level.Datadir.Text && slices.ContainsFunc(other.Locations, func(location config.Location) bool {
			t, ok := locationText(other, pathTemplate{text: "."}, location)
			path := filepath.Join(root.Dir, t.text)
			return ok && !t.isOpen(t.text) && p.folder(filepath.Dir(path)).hasFile(filepath.Base(path))
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

// readsIn reports whether a level with the same data directory as the given one finds a data file in
// dir.
func (p *placer) readsIn(r *reach, dir string, level *config.Level) bool {
	return slices.ContainsFunc(r.root.Config.Hierarchy, func(other *config.Level) bool {
		return slices.ContainsFunc(views(r.root.Config, other), func(view *config.Level) bool {
			return view.Datadir.Text == level.Datadir.Text && p.findsIn(dir, view)
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

// treeWithOtherName finds the directory of the server that the tree itself corresponds to under
// another name. Paths of the level start with the name of a data directory, and lead to files in
// the directory of the tree with that name.
func (p *placer) treeWithOtherName(r *reach, level *config.Level) (string, bool) {
	written := level.Datadir.Text
	if r.settled || !rooted.Is(written) || strings.Contains(written, "%{") {
		return "", false
	}
	for _, home := range r.homes {
		found := false
		for _, location := range level.Locations {
			name, _, inFolder := strings.Cut(location.Text, "/")
			t, ok := locationText(level, pathTemplate{}, location)
			t.text = strings.TrimPrefix(t.text, "/")
			if dir := filepath.Join(home, name); ok && inFolder && slices.Contains(usualDatadirs, name) && p.leadsToData(dir, home, &t) {
				p.addPlace(r, dir)
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

// leadsTo reports whether a path exists in dir, as far as it does not depend on variables.
func (d *disk) leadsTo(t *pathTemplate, dir string, names []string) bool {
	for i, name := range names {
		if !t.isOpen(name) {
			if dir = filepath.Join(dir, name); !d.isDir(dir) {
				return false
			}
			continue
		}
		rest := names[i+1:]
		if !slices.ContainsFunc(rest, func(name string) bool { return !t.isOpen(name) }) {
			return true
		}
		f := d.folder(dir)
		return f != nil && slices.ContainsFunc(f.entries, func(e entry) bool { return e.dir && d.leadsTo(t, filepath.Join(dir, e.name), rest) })
	}
	return d.isDir(dir)
}

// isWithin reports whether the existing part of a directory is in the tree.
func (d *disk) isWithin(dir string) bool {
	return d.tree.within(d.tree.real(existing(dir, func(path string) bool { return d.stat(path).exists })))
}

// existing returns dir, or the nearest enclosing directory that exists.
func existing(dir string, exists func(path string) bool) string {
	for !exists(dir) && filepath.Dir(dir) != dir {
		dir = filepath.Dir(dir)
	}
	return dir
}

// addPlaces adds the data directories for the datadir of a level: several if it contains variables.
// If it is nothing but a variable, any directory may be meant, but only some contain data.
func (p *placer) addPlaces(datadir *pathTemplate, r *reach, at string, level *config.Level) {
	dirs := []string{filepath.Join(at, datadir.text)}
	if datadir.isOpen(datadir.text) {
		found, _ := glob.Glob(p.store.TreeReadOnce(), datadir.asGlob(at))
		dirs = lists.Map(found, filepath.FromSlash)
	}
	if utf8.RuneCountInString(datadir.text) == 1 && datadir.isOpen(datadir.text) {
		dirs = lists.Filter(dirs, func(dir string) bool { return p.readsIn(r, dir, level) })
	}
	for _, d := range dirs {
		p.addPlace(r, d)
	}
}

// addPlace adds a data directory. A directory that contains the hiera.yaml itself is only added if
// it has the name of a data directory, because most files in it are something else.
func (p *placer) addPlace(r *reach, dir string) {
	isAround := rooted.IsBelow(r.home, dir) || rooted.IsBelow(r.root.Dir, dir)
	if !slices.Contains(r.places, dir) && (!isAround || dir == r.root.Dir && p.isInDatadir(dir)) && p.isDir(dir) && p.tree.within(p.tree.real(dir)) {
		r.places = append(r.places, dir)
	}
}

// isInDatadir reports whether the directory of a configuration is a data directory: it has the
// name of one and is not in a module, where the backend module_data of old versions reads what is
// next to the data.
func (p *placer) isInDatadir(dir string) bool {
	return slices.Contains(usualDatadirs, filepath.Base(dir)) && !slices.Contains(p.bases, dir) && p.holdsData(dir) && !p.isBelowModule(dir)
}

// isBelowModule reports whether a directory is in a module.
func (p *placer) isBelowModule(dir string) bool {
	for above := filepath.Dir(dir); p.isWithin(above) && above != filepath.Dir(above) && !slices.Contains(p.bases, above); above = filepath.Dir(above) {
		if f := p.folder(above); f != nil && (p.modules[p.tree.real(above)] || p.isInModule(f)) {
			return true
		}
	}
	return false
}

// fileFormat is the way in which a level reads its files.
type fileFormat uint8

const (
	unknownFormat fileFormat = iota // by a custom function
	yamlFormat
	jsonFormat
	hoconFormat
)

// formatOf returns the way in which a level reads its files.
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

// dataFormat returns the format in which a level reads a file; ok is false for a file that is not
// data, if a custom function reads it.
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
