package project

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/rooted"
)

// contender is a configuration that no environment or module reads by default. Whether a server
// uses it is derived from the data files that its paths match.
type contender struct {
	path string
	doc  *data.Document
	// purpose is its purpose other than production, according to its name or directory; "" if it
	// may be for production.
	purpose string
	*reach
	// reads are the data files that its paths match. Those in firm match without values that
	// contain slashes; %{role}.yaml, for example, otherwise matches all files in a directory.
	reads, firm map[string]bool
}

// unusedConfigs are the configurations that production does not use.
type unusedConfigs struct {
	list      []NotUsed
	paths     map[string]bool // of the configurations
	dirs      map[string]bool // that contain them
	locations []*location     // where they would read data
	index     locationIndex   // the locations by directory
}

// weigher decides which configurations in the tree are used.
type weigher struct {
	*survey
	unused *unusedConfigs
	fits   map[fitKey][]fitting // see fitsIn
}

// weigh adds the configurations that are used to a survey, and returns the others.
func weigh(s *survey) *unusedConfigs {
	w := &weigher{s, &unusedConfigs{paths: map[string]bool{}, dirs: map[string]bool{}}, map[fitKey][]fitting{}}
	w.addSaid()
	w.weigh()
	w.unused.index = indexLocations(w.unused.locations)
	w.addBroken()
	w.dropHollow()
	return w.unused
}

// weigh decides which configurations in the tree are used in addition to those that environments
// and modules read by default, and why the others are not:
//
//   - A configuration is used if its paths match data that no other one matches, whatever its name
//     and location. If several match the same data, the one that matches the most is used.
//   - A configuration for tests or virtual machines is used for data in its own directory, and for
//     data directories that nothing else reads.
func (w *weigher) weigh() {
	w.claimForCopies()
	contenders := w.contenders()
	if len(contenders) == 0 {
		return
	}
	covered := w.covered()
	for _, c := range contenders {
		if why := w.whyNotUsed(c, covered); why != "" {
			if !w.isArgument(c.path) { // others are used anyway; see addNamed
				w.leaveOut(c, why)
			}
			continue
		}
		w.use(c)
		w.attach(c)
		maps.Copy(covered, c.reads)
	}
	slices.SortFunc(w.unused.list, func(a, b NotUsed) int { return strings.Compare(a.Path, b.Path) })
}

// dropHollow removes environments that only give the repository around them a name: that is an
// environment itself, and has the same hierarchy and modules.
func (w *weigher) dropHollow() {
	w.environments = slices.DeleteFunc(w.environments, func(env *Environment) bool {
		if filepath.Base(filepath.Dir(env.Dir)) != "environments" || env.Own != nil || len(env.Misnamed) > 0 || w.isNamedByUser(env.Dir) {
			return false
		}
		around := w.environmentIn(filepath.Dir(filepath.Dir(env.Dir)))
		return around != nil && around.Own == nil && around.Global == env.Global && readsSameModules(around, env) &&
			!slices.ContainsFunc(w.folder(env.Dir).entries, func(e entry) bool { return e.dir })
	})
}

// isNamedByUser reports whether a directory is an argument, or an environment of the options.
func (w *weigher) isNamedByUser(dir string) bool {
	return w.isArgument(dir) ||
		slices.ContainsFunc(w.options.Environments, func(o EnvironmentOptions) bool { return o.Dir == dir })
}

// isArgument reports whether a path was requested by itself.
func (w *weigher) isArgument(path string) bool {
	return slices.ContainsFunc(w.args, func(a argument) bool { return a.path == path })
}

// readsSameModules reports whether two environments have the same modules.
func readsSameModules(a, b *Environment) bool {
	dir := func(m *environment.Module) string { return m.Dir }
	return slices.Equal(lists.Map(a.Environment.Modules(), dir), lists.Map(b.Environment.Modules(), dir))
}

// claimForCopies records the data that a copy of a hierarchy for tests or virtual machines reads.
// It has no data directory of its own, but is used with that of another environment.
func (w *weigher) claimForCopies() {
	for _, root := range w.roots {
		path := filepath.Join(root.Dir, filepath.Base(root.Path))
		if root.Layer == config.Module || w.purposeOf(path) == "" || slices.ContainsFunc(w.places, func(p dataPlace) bool { return p.root == root && w.isDir(p.dir) }) {
			continue
		}
		if c := w.contenderNamed(path); c != nil {
			w.unused.locations = append(w.unused.locations, c.locations...)
		}
	}
}

// addBroken uses a hiera.yaml that cannot be parsed for the environment that contains it, or for a new one, if there
// is no other hierarchy and its text mentions levels.
func (w *weigher) addBroken() {
	if slices.ContainsFunc(w.roots, func(r *Root) bool { return r.Layer != config.Module }) {
		return
	}
	for _, path := range w.configs {
		if filepath.Base(path) != environment.ConfigName || w.isCanonical(path) || w.isPassedOver(filepath.Dir(path)) || w.purposeOf(path) != "" || !w.speaksOfHierarchy(path) {
			continue
		}
		if doc, err := w.store.Document(path, data.YAML); err != nil || doc.Err == nil {
			continue
		}
		root := w.addRoot(path, config.Global, "it mentions levels, and there is no other hiera.yaml")
		switch env := w.environmentAround(filepath.Dir(path)); {
		case root == nil:
		case env != nil:
			env.Global = root
		default:
			w.addEnvironmentFor(&contender{path: path, reach: &reach{root: root}}, w.aroundData(filepath.Dir(path)))
		}
		return
	}
}

// aroundData returns the directory that contains dir if that is a data directory by its name; otherwise dir.
func (w *weigher) aroundData(dir string) string {
	if parent := filepath.Dir(dir); slices.Contains(usualDatadirs, filepath.Base(dir)) && w.isWithin(parent) {
		return parent
	}
	return dir
}

// contenders returns the configurations to consider, best first.
func (w *weigher) contenders() []*contender {
	var all []*contender
	for _, path := range w.configs {
		if w.isCanonical(path) {
			continue
		}
		if c := w.contender(path); c != nil {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b *contender) int {
		return cmp.Or(lists.CompareBool(a.purpose != "", b.purpose != ""), lists.CompareBool(!isForProduction(a.path), !isForProduction(b.path)), cmp.Compare(len(b.firm), len(a.firm)), cmp.Compare(len(b.reads), len(a.reads)),
			cmp.Compare(strings.Count(a.path, separator), strings.Count(b.path, separator)), strings.Compare(a.path, b.path))
	})
	return all
}

// contender reads a file as a configuration; nil if it is not one.
func (w *weigher) contender(path string) *contender {
	if dir := filepath.Dir(path); filepath.Base(path) == environment.ConfigName && w.kind(w.folder(dir)) == moduleFolder {
		if !w.isPassedOver(dir) && !w.scanned[w.tree.real(dir)] {
			w.addModule(w.folder(dir))
		}
		return nil
	}
	if strings.HasSuffix(path, ".erb") || strings.HasSuffix(path, ".epp") {
		text, err := w.store.Text(path)
		if err != nil {
			return nil
		}
		w.store.Overlay(path, withoutTags(text))
		w.templates[w.store.Name(path)] = true
	}
	if doc, err := w.store.Document(path, data.YAML); err != nil || !isHierarchy(doc) {
		return nil
	}
	return w.contenderNamed(path)
}

// contenderNamed returns a configuration with the home from which its paths match the most; nil if
// it cannot be read.
func (w *weigher) contenderNamed(path string) *contender {
	doc := w.configDocument(path)
	if doc == nil {
		return nil
	}
	c := &contender{path: path, doc: doc, purpose: w.purposeOf(path)}
	root := w.newRoot(path, doc, config.Global)
	if root == nil {
		return nil
	}
	if c.purpose == "" && isForVirtualMachine(root.Config) {
		c.purpose = "its data directories are those of a virtual machine"
	}
	repository := w.repositoryOf(root.Dir)
	for _, home := range w.possibleHomes(root.Dir) {
		if len(c.reads) > 0 && w.repositoryOf(home) != repository {
			continue // data of another repository is only read if its own has none
		}
		at := w.reachFrom(root, home)
		if reads, firm := w.readBy(at); c.reach == nil || len(reads) > len(c.reads) {
			c.reach, c.reads, c.firm = at, reads, firm
		}
	}
	return c
}

// possibleHomes returns the directories in which a configuration may be when it is used: its own,
// the enclosing ones, and the environments, starting with those of its repository.
func (w *weigher) possibleHomes(dir string) []string {
	homes := w.homes(dir, dir)
	repository := w.repositoryOf(dir)
	for _, own := range []bool{true, false} {
		for _, env := range w.environments {
			if env.Dir != "" && !slices.Contains(homes, env.Dir) && len(homes) < maxHomes && (w.repositoryOf(env.Dir) == repository) == own {
				homes = append(homes, env.Dir)
			}
		}
	}
	return homes
}

// maxHomes is the maximum number of homes that are tried.
const maxHomes = 12

// readBy returns the data files that the paths of a hierarchy match in its data directories; see
// contender.
func (w *weigher) readBy(r *reach) (reads, firm map[string]bool) {
	reads, firm = map[string]bool{}, map[string]bool{}
	for _, at := range r.locations {
		for _, f := range w.readAt(r, at) {
			if f.fit < glob.Slashed || formatOf(at.level) != unknownFormat { // see Match.IsGuess
				reads[f.path] = true
			}
			if f.fit < glob.Slashed {
				firm[f.path] = true
			}
		}
	}
	return reads, firm
}

// readAt returns the data files that a location matches, some of them several times. Outside of the data directories, such as
// next to the configuration, most files are something else, so only those count that look like data
// and that the location names, or that are in a directory that it names.
func (w *weigher) readAt(r *reach, at *location) []fitting {
	var found []fitting
	for _, dir := range r.places {
		found = append(found, w.fitsIn(dir, at)...)
	}
	if w.isOutside(r, at) && namesPart(at) {
		paths, _ := glob.Files(w.store.TreeReadOnce(), at.text.asGlob(at.dir))
		for _, path := range paths {
			if fit, ok := at.pattern.Fit(filepath.ToSlash(path)); ok && fit < glob.Slashed && w.hasQualifiedKey(path) {
				found = append(found, fitting{filepath.Clean(path), fit})
			}
		}
	}
	return found
}

// isOutside reports whether a location leads to no data directory, although its configuration is
// not in one itself.
func (w *weigher) isOutside(r *reach, at *location) bool {
	from := at.text.fixedDir(at.dir)
	return !slices.Contains(usualDatadirs, filepath.Base(at.root.Dir)) && !slices.ContainsFunc(r.places, func(dir string) bool { return rooted.IsBelow(from, dir) })
}

// namesPart reports whether a location names a file or directory, as opposed to containing only
// variables.
func namesPart(at *location) bool {
	names := strings.Split(at.level.Locations[at.index].Text, "/")
	return !at.text.wild && slices.ContainsFunc(names, func(name string) bool { return !strings.Contains(name, "%{") })
}

// fitting is a data file that a location matches.
type fitting struct {
	path string
	fit  glob.Fit
}

// fitKey identifies a result of fitsIn.
type fitKey struct{ dir, at, text, holes string }

// fitsIn returns the data files in dir that the location matches. Results are cached, since several
// hierarchies and homes share locations.
func (w *weigher) fitsIn(dir string, at *location) []fitting {
	key := fitKey{dir, at.dir, at.text.text, strings.Join(at.text.holes, "/")}
	if at.text.wild {
		key.text = "glob:" + key.text
	}
	if known, ok := w.fits[key]; ok {
		return known
	}
	var found []fitting
	for _, path := range w.dataBelow(dir) {
		if fit, ok := at.pattern.Fit(filepath.ToSlash(path)); ok {
			found = append(found, fitting{path, fit})
		}
	}
	w.fits[key] = found
	return found
}

// isForProduction reports whether the name of a configuration contains that of production.
func isForProduction(path string) bool {
	return strings.Contains(strings.ToLower(filepath.Base(path)), "production")
}

// dataBelow returns the data files in a directory, which is read once. Symbolic links in it are not
// followed, because there may be exponentially many paths.
func (d *disk) dataBelow(dir string) []string {
	if files, ok := d.dataFiles[dir]; ok {
		return files
	}
	var files []string
	if f := d.folder(dir); f != nil {
		for _, e := range f.entries {
			path := filepath.Join(dir, e.name)
			if e.err != nil || e.link && e.dir || strings.HasPrefix(e.name, ".") {
				continue
			}
			if e.dir {
				files = append(files, d.dataBelow(path)...)
			} else if _, ok := data.FormatOf(e.name); ok {
				files = append(files, path)
			}
		}
	}
	d.dataFiles[dir] = files
	return files
}

// covered returns the data files that hierarchies of environments and the global layer match that
// are used by default.
func (w *weigher) covered() map[string]bool {
	covered := map[string]bool{}
	for _, root := range w.roots {
		if root.Layer == config.Module {
			continue
		}
		r := &reach{}
		for _, at := range w.locations {
			if at.root == root {
				r.locations = append(r.locations, at)
			}
		}
		for _, place := range w.places {
			if place.root == root {
				r.places = append(r.places, place.dir)
			}
		}
		reads, _ := w.readBy(r)
		maps.Copy(covered, reads)
	}
	return covered
}

// whyNotUsed returns the reason why a contender is not used; "" if it is used.
func (w *weigher) whyNotUsed(c *contender, covered map[string]bool) string {
	fresh := false
	evidence := c.firm
	if len(evidence) == 0 {
		evidence = c.reads
	}
	for path := range evidence {
		fresh = fresh || !covered[path]
	}
	dirs := c.places
	if len(dirs) == 0 {
		for path := range c.reads {
			dirs = append(dirs, filepath.Dir(path))
		}
	}
	switch {
	case w.saysAnother(c):
		return "hieralint's configuration names another one"
	case len(c.reads) == 0:
		return "its paths match no data file in the tree"
	case w.isReplaced(c):
		return c.purpose + ", and " + environment.ConfigName + " is next to it"
	case w.isBesideModule(c):
		return "the " + environment.ConfigName + " of the module is next to it, and has all data that its paths match"
	case !fresh:
		return fmt.Sprintf("other hierarchies match all %s that its paths match", plural.Count(len(c.reads), "data file"))
	case c.purpose != "" && (slices.ContainsFunc(dirs, w.inPlace) || slices.ContainsFunc(dirs, w.isPassedOver)):
		return c.purpose
	case !slices.ContainsFunc(dirs, func(dir string) bool { return !w.isPassedOver(dir) }):
		return "its data is for tests or examples"
	case w.isInstalledWith(c.root.Dir, dirs):
		return "it is in a module that was installed, with its data"
	}
	return ""
}

// isReplaced reports whether a contender is called like an old version of the hiera.yaml next to it,
// even if that one finds no data.
func (w *weigher) isReplaced(c *contender) bool {
	return c.purpose == oldName && filepath.Base(c.path) != environment.ConfigName && w.folder(filepath.Dir(c.path)).hasFile(environment.ConfigName)
}

// isBesideModule reports whether a contender is next to the hiera.yaml of a module, whose data
// directories contain all data that it reads.
func (w *weigher) isBesideModule(c *contender) bool {
	return slices.ContainsFunc(w.roots, func(root *Root) bool {
		if root.Layer != config.Module || root.Dir != filepath.Dir(c.path) {
			return false
		}
		for path := range c.reads {
			if !slices.ContainsFunc(w.places, func(p dataPlace) bool { return p.root == root && rooted.IsBelow(path, p.dir) }) {
				return false
			}
		}
		return true
	})
}

// isInstalledWith reports whether a directory is in a module that was installed, which also contains
// the given directories.
func (w *weigher) isInstalledWith(dir string, others []string) bool {
	for ; w.isWithin(dir) && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if !w.modules[w.tree.real(dir)] {
			continue
		}
		i := &installation{w.disk, map[string]map[string]bool{}}
		isListed := slices.ContainsFunc(w.environments, func(env *Environment) bool { return env.installed[filepath.Base(dir)] })
		return (isListed || i.cameFromElsewhere(dir, true)) && !slices.ContainsFunc(others, func(other string) bool { return !rooted.IsBelow(other, dir) })
	}
	return false
}

func (w *weigher) leaveOut(c *contender, why string) {
	w.unused.dirs[c.root.Dir] = true
	if dir := c.root.Dir; slices.Contains(usualDatadirs, filepath.Base(dir)) && w.modules[w.tree.real(filepath.Dir(dir))] {
		// The backend module_data of old versions reads what is next to it.
		w.addLooseBelow(dir)
		why = "only the backend module_data of old Hiera versions, or a custom function, reads it"
	}
	w.unused.list = append(w.unused.list, NotUsed{Path: c.root.Path, Why: why})
	w.unused.paths[c.path] = true
	w.unused.locations = append(w.unused.locations, c.locations...)
}

// use adds a contender to the hierarchies of the project.
func (w *weigher) use(c *contender) {
	root := c.root
	root.Why = fmt.Sprintf("its paths match %s in the tree", plural.Count(len(c.reads), "data file"))
	root.Fallback = c.purpose != ""
	root.Substitute = w.isSubstitute(c)
	w.byPath[c.path] = root
	w.roots = append(w.roots, root)
	w.adopt(c.reach)
}

// isSubstitute reports whether a contender was made for another purpose, with data of production.
func (w *weigher) isSubstitute(c *contender) bool {
	if w.purposeOf(c.path) == "" {
		return false
	}
	for path := range c.reads {
		if w.purposeOf(path) == "" {
			return true
		}
	}
	return false
}

// attach determines the environments of a contender: the one that contains its data, or else those
// next to its data, or else a new one for its data. A contender is separate if its data is below
// it, in an environment with another hierarchy.
func (w *weigher) attach(c *contender) {
	base := c.base()
	around := w.environmentAround(base)
	served := w.environmentsBelow(base)
	switch {
	case around != nil && around.Own != nil && w.isOfBolt(c):
		w.addEnvironmentFor(c, around.Dir)
	case around != nil && (around.Dir == base || base != c.root.Dir || around.Global == nil && around.Own == nil):
		w.serve(append([]*Environment{around}, slices.DeleteFunc(served, func(env *Environment) bool {
			return env == around || env.Global != nil || env.Own != nil
		})...), c.root)
	case around == nil && len(served) > 0:
		w.serve(served, c.root)
	default:
		if beside := w.environmentsBeside(base); around == nil && len(beside) > 0 {
			w.serve(beside, c.root)
		} else {
			w.addEnvironmentFor(c, base)
		}
	}
}

// isOfBolt reports whether the Bolt project next to a contender uses it. Bolt reads no hierarchy of the
// environment layer.
func (w *weigher) isOfBolt(c *contender) bool {
	doc, err := w.store.Document(filepath.Join(c.root.Dir, "bolt-project.yaml"), data.YAML)
	if err != nil || doc.Value == nil || doc.Value.Kind() != data.Hash {
		return false
	}
	file, ok := doc.Value.Get("hiera-config")
	return ok && file.Kind() == data.String && filepath.Join(c.root.Dir, filepath.FromSlash(file.Text())) == c.path
}

// environmentsBeside returns the environments without a hierarchy in the innermost directory around
// base that contains environments, in the same repository.
func (w *weigher) environmentsBeside(base string) []*Environment {
	repository := w.repositoryOf(base)
	for dir := filepath.Dir(base); w.isWithin(dir) && w.repositoryOf(dir) == repository && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if all := w.environmentsBelow(dir); len(all) > 0 {
			return lists.Filter(all, func(env *Environment) bool { return env.Global == nil && env.Own == nil })
		}
	}
	return nil
}

// base returns the directory that contains all data of a contender: its home, unless the data was
// found by its location on the server.
func (c *contender) base() string {
	base := c.home
	if slices.Contains(c.places, base) {
		base = filepath.Dir(base)
	}
	if len(c.places) == 0 || slices.ContainsFunc(c.places, func(dir string) bool { return rooted.IsBelow(dir, base) }) {
		return base
	}
	base = filepath.Dir(c.places[0])
	for _, dir := range c.places {
		for !rooted.IsBelow(dir, base) && base != filepath.Dir(base) { // on Windows, they may be on different drives
			base = filepath.Dir(base)
		}
	}
	return base
}

// serve makes root the global hierarchy of environments. If they already have one, root is for
// another server, and one of the environments is added again with it.
func (w *weigher) serve(environments []*Environment, root *Root) {
	served := false
	for _, env := range environments {
		if env.Global == nil {
			env.Global, served = root, true
		}
	}
	if !served {
		other := *environments[0]
		other.Global = root
		w.environments = append(w.environments, &other)
	}
}

// addEnvironmentFor creates an environment for a contender in a directory.
func (w *weigher) addEnvironmentFor(c *contender, base string) {
	f := w.folder(base)
	env, err := w.open(f, environmentName(base))
	if err != nil {
		w.unreadable(base, err)
		return
	}
	made := &Environment{Environment: env, Global: c.root}
	if base == c.root.Dir && c.home == base && f.configName() == filepath.Base(c.path) {
		if layer, _ := w.layerOf(f, c.path); layer == config.Environment {
			w.makeOwn(c)
			made.Global, made.Own = nil, c.root
		}
	}
	w.addModules(f, made)
	if m := w.moduleAround(base); m != nil {
		env.Add(m)
	}
	w.environments = append(w.environments, made)
}

// moduleAround returns the module that a directory is in, or that it is, if the module has no
// hierarchy of its own; nil if there is none. An example is a repository with a module and the data
// of the servers that use it.
func (w *weigher) moduleAround(dir string) *environment.Module {
	for ; w.isWithin(dir) && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		f := w.folder(dir)
		if w.kind(f) != moduleFolder {
			continue
		}
		namespaces := w.namespaces(w.sub(f, "manifests"), maxModuleDepth)
		if len(namespaces) != 1 || f.hasFile(environment.ConfigName) {
			return nil
		}
		m := environment.OpenModule(dir, "", w.store)
		m.Name = moduleName(dir, metadataName(m.Metadata), namespaces)
		return m
	}
	return nil
}

// makeOwn makes a contender in the directory of its environment the hierarchy of the environment
// layer.
func (w *weigher) makeOwn(c *contender) {
	own := w.newRoot(c.path, c.doc, config.Environment)
	if own == nil {
		return
	}
	w.locations = slices.DeleteFunc(w.locations, func(at *location) bool { return at.root == c.root })
	w.places = slices.DeleteFunc(w.places, func(at dataPlace) bool { return at.root == c.root })
	c.root.Layer, c.root.Config = own.Layer, own.Config
	c.reach = w.reachFrom(c.root, c.home)
	w.adopt(c.reach)
}

// oldVersion is the purpose of a copy, and oldName that of one which is recognized by its own name.
const (
	oldVersion = "an old version"
	oldName    = "its name suggests " + oldVersion
)

// otherPurposes maps parts of file and directory names to purposes other than production.
var otherPurposes = map[string]string{
	"spec": "tests", "test": "tests", "tests": "tests", "acceptance": "tests", "fixtures": "tests", "rake": "tests", "beaker": "tests", "kitchen": "tests",
	"litmus": "tests", "rspec": "tests", "serverspec": "tests", "integration": "tests", "onceover": "tests", "example": "examples", "examples": "examples", "sample": "examples", "samples": "examples", "doc": "examples", "docs": "examples",
	"skeleton": "examples", "vagrant": "virtual machines", "docker": "containers", "vm": "virtual machines", "sandbox": "tests",
	"old": oldVersion, "bak": oldVersion, "orig": oldVersion, "dist": "examples", "template": "examples",
}

// purposeOf returns the purpose of a configuration other than production, according to its path in
// the tree.
func (c *classifier) purposeOf(path string) string {
	folders := strings.Split(filepath.ToSlash(c.withinBase(path)), "/")
	for i, folder := range folders {
		for _, word := range strings.FieldsFunc(strings.ToLower(folder), func(r rune) bool { return strings.ContainsRune("-_. ", r) }) {
			purpose, ok := otherPurposes[word]
			isFile := i == len(folders)-1
			if !ok || !isFile && word != strings.ToLower(folder) && purpose == "examples" || word == "dist" && !isFile {
				continue
			}
			if isFile {
				return "its name suggests " + purpose
			}
			return "it is in a directory for " + purpose
		}
	}
	return ""
}

// isPassedOver reports whether a directory is in one of tests or examples, whose data is not used
// by any machine.
func (c *classifier) isPassedOver(dir string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(c.withinBase(dir)), "/"), func(name string) bool { return passedOver[name] })
}

// withinBase returns a path relative to the innermost directory that is searched, or to the top of
// the tree, because the names of these directories do not matter.
func (c *classifier) withinBase(path string) string {
	rel := path
	for _, base := range append([]string{c.top(path)}, c.bases...) {
		if base != "" && rooted.IsBelow(path, base) && len(path)-len(base) < len(rel) {
			rel = strings.TrimPrefix(path[len(base):], separator)
		}
	}
	return rel
}

// isForVirtualMachine reports whether all data directories are where Vagrant mounts the repository.
func isForVirtualMachine(c *config.Config) bool {
	return len(c.Hierarchy) > 0 && !slices.ContainsFunc(c.Hierarchy, func(level *config.Level) bool {
		return !strings.HasPrefix(level.Datadir.Text, "/vagrant") && !strings.HasPrefix(level.Datadir.Text, "/tmp/vagrant")
	})
}

// isConfigAlone reports whether a file is the hiera.yaml of a requested directory that contains
// nothing else of an environment, so that there is nothing to compare it with. Above a code directory, as in
// Debian's /etc/puppet, it is that of the environments there.
func (c *classifier) isConfigAlone(f *folder) bool {
	code := c.sub(f, "code")
	return f.configName() == environment.ConfigName && slices.Contains(c.bases, f.dir) && c.top(f.dir) == f.dir && (code == nil || c.kind(code) != codeFolder)
}
