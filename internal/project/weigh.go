package project

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/plural"
)

// contender is a configuration that no environment or module reads by its place: whether a server is
// given it, the data files tell that it reaches.
type contender struct {
	path string
	doc  *data.Document
	// purpose is what else than production it is for, by its name or the folder that it lies in; ""
	// for one that may be for production.
	purpose string
	*reach
	// reads are the data files that its paths lead to. Those in firm fit them without values that have
	// slashes in them, as %{role}.yaml leads to all files of a directory.
	reads, firm map[string]bool
}

// weigh decides which of the configurations in the tree are used beside those that environments and
// modules read by their place, and why the others are not:
//
//   - One whose paths reach data that no other reaches is used, however it is called and wherever it
//     lies; of those that reach the same data the one that reaches most of it.
//   - One for tests or virtual machines is used for data of its own folder, and for data directories
//     from which nothing else reads.
func (l *loader) weigh() {
	defer func() { l.unused = indexLocations(l.unusedLocations) }()
	l.claimForCopies()
	contenders := l.contenders()
	if len(contenders) == 0 {
		return
	}
	covered := l.covered()
	for _, c := range contenders {
		why := l.whyNotUsed(c, covered)
		if l.saysAnother(c) {
			why = "the configuration of hieralint names another"
		}
		if why != "" {
			l.leaveOut(c, why)
			continue
		}
		l.use(c)
		l.attach(c)
		maps.Copy(covered, c.reads)
	}
	slices.SortFunc(l.project.NotUsed, func(a, b NotUsed) int { return strings.Compare(a.Path, b.Path) })
}

// claimForCopies notes the data that a copy of a hierarchy for tests or virtual machines reads, which has no data
// directory where it lies: it is used with that of another environment.
func (l *loader) claimForCopies() {
	for _, root := range l.project.Roots {
		path := filepath.Join(root.Dir, filepath.Base(root.Path))
		if root.Layer == config.Module || l.purposeOf(path) == "" || slices.ContainsFunc(l.places, func(p dataPlace) bool { return p.root == root && l.tree.isDir(p.dir) }) {
			continue
		}
		if c := l.contenderNamed(path); c != nil {
			l.unusedLocations = append(l.unusedLocations, c.locations...)
		}
	}
}

// addBroken takes a hiera.yaml that cannot be parsed for that of the environment around it where there is no other: its text speaks of
// levels.
func (l *loader) addBroken() {
	if slices.ContainsFunc(l.project.Roots, func(r *Root) bool { return r.Layer != config.Module }) {
		return
	}
	for _, path := range l.mayBeConfigs {
		env := l.environmentAround(filepath.Dir(path))
		if env == nil || filepath.Base(path) != environment.ConfigName || l.isCanonical(path) || l.purposeOf(path) != "" || !speaksOfHierarchy(path) {
			continue
		}
		if doc, err := l.store.Document(path, data.YAML); err == nil && doc.Err != nil {
			env.Global = l.addRoot(path, config.Global, "it speaks of levels, and there is no other")
			return
		}
	}
}

// contenders are the configurations to be weighed, the weightiest first.
func (l *loader) contenders() []*contender {
	var all []*contender
	for _, path := range l.mayBeConfigs {
		if l.isCanonical(path) || slices.ContainsFunc(l.args, func(a argument) bool { return a.path == path }) {
			continue
		}
		if c := l.contender(path); c != nil {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b *contender) int {
		return cmp.Or(compareBool(a.purpose != "", b.purpose != ""), compareBool(!isForProduction(a.path), !isForProduction(b.path)), cmp.Compare(len(b.firm), len(a.firm)), cmp.Compare(len(b.reads), len(a.reads)),
			cmp.Compare(strings.Count(a.path, "/"), strings.Count(b.path, "/")), strings.Compare(a.path, b.path))
	})
	return all
}

// contender reads a file as a configuration; nil when it is none.
func (l *loader) contender(path string) *contender {
	if dir := filepath.Dir(path); filepath.Base(path) == environment.ConfigName && l.kind(l.folder(dir)) == moduleFolder {
		if !l.isPassedOver(dir) && !l.scanned[l.tree.real(dir)] {
			l.addModule(l.folder(dir))
		}
		return nil
	}
	if isTemplate(path) {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil
		}
		l.store.Overlay(path, withoutTags(text))
		l.templates[l.store.Name(path)] = true
	}
	if doc, err := l.store.Document(path, data.YAML); err != nil || !isHierarchy(doc) {
		return nil
	}
	return l.contenderNamed(path)
}

// contenderNamed is a configuration with the home from which it reaches most; nil when it cannot be read.
func (l *loader) contenderNamed(path string) *contender {
	doc := l.configDocument(path)
	if doc == nil {
		return nil
	}
	c := &contender{path: path, doc: doc, purpose: l.purposeOf(path)}
	root := l.newRoot(path, doc, config.Global)
	if root == nil {
		return nil
	}
	if c.purpose == "" && isForVirtualMachine(root.Config) {
		c.purpose = "its data directories are those of a virtual machine"
	}
	for _, home := range l.possibleHomes(root.Dir) {
		at := l.reachFrom(root, home)
		if reads, firm := l.readBy(at); c.reach == nil || len(reads) > len(c.reads) {
			c.reach, c.reads, c.firm = at, reads, firm
		}
	}
	return c
}

// possibleHomes are the directories in which a configuration may lie when it is used: its own, those
// around it, the environments.
func (l *loader) possibleHomes(dir string) []string {
	homes := l.homes(dir, dir)
	for _, env := range l.project.Environments {
		if env.Dir != "" && !slices.Contains(homes, env.Dir) && len(homes) < maxHomes {
			homes = append(homes, env.Dir)
		}
	}
	return homes
}

// maxHomes is in how many directories a configuration is tried.
const maxHomes = 12

// readBy are the data files that the paths of a hierarchy lead to in its data directories, see contender.
func (l *loader) readBy(r *reach) (reads, firm map[string]bool) {
	reads, firm = map[string]bool{}, map[string]bool{}
	if len(r.locations) == 0 {
		return reads, firm
	}
	index := indexLocations(r.locations)
	for _, dir := range r.places {
		for _, path := range l.dataBelow(dir) {
			c := candidate{path: path}
			c.match(index)
			for _, reader := range c.readers {
				isFirm := reader.Fit < glob.Slashed
				// A path without an extension, that a function completes, matches whatever there is.
				if isFirm || formatOf(reader.Level) != unknownFormat {
					reads[path] = true
				}
				if isFirm {
					firm[path] = true
				}
			}
		}
	}
	return reads, firm
}

// isForProduction tells whether a configuration is called as that of production.
func isForProduction(path string) bool {
	return strings.Contains(strings.ToLower(filepath.Base(path)), "production")
}

// dataBelow are the data files below a directory, listed once. Symbolic links below it are left alone:
// there may be more ways through them than can be gone.
func (l *loader) dataBelow(dir string) []string {
	if files, ok := l.dataFiles[dir]; ok {
		return files
	}
	var files []string
	if f := l.folder(dir); f != nil {
		for _, e := range f.entries {
			path := filepath.Join(dir, e.name)
			if e.err != nil || e.link && e.dir || strings.HasPrefix(e.name, ".") {
				continue
			}
			if e.dir {
				files = append(files, l.dataBelow(path)...)
			} else if _, ok := data.FormatOf(e.name); ok {
				files = append(files, path)
			}
		}
	}
	l.dataFiles[dir] = files
	return files
}

// covered are the data files that the hierarchies above modules reach that are used by their place.
func (l *loader) covered() map[string]bool {
	covered := map[string]bool{}
	for _, root := range l.project.Roots {
		if root.Layer == config.Module {
			continue
		}
		r := &reach{}
		for _, at := range l.locations {
			if at.root == root {
				r.locations = append(r.locations, at)
			}
		}
		for _, place := range l.places {
			if place.root == root {
				r.places = append(r.places, place.dir)
			}
		}
		reads, _ := l.readBy(r)
		maps.Copy(covered, reads)
	}
	return covered
}

// whyNotUsed says why a contender is not used; "" when it is.
func (l *loader) whyNotUsed(c *contender, covered map[string]bool) string {
	fresh := false
	evidence := c.firm
	if len(evidence) == 0 {
		evidence = c.reads
	}
	for path := range evidence {
		fresh = fresh || !covered[path]
	}
	inTests := func(dir string) bool { return l.isPassedOver(dir) }
	switch {
	case l.isSaidOtherwise(c):
		return "the configuration of hieralint names another one"
	case len(c.reads) == 0:
		return "its paths reach no data file of the tree"
	case !fresh:
		return fmt.Sprintf("other hierarchies reach all of the %s that its paths reach", plural.Count(len(c.reads), "data file"))
	case c.purpose != "" && (slices.ContainsFunc(c.places, l.inPlace) || slices.ContainsFunc(c.places, inTests)):
		return c.purpose
	case !slices.ContainsFunc(c.places, func(dir string) bool { return !inTests(dir) }):
		return "its data is that of tests or examples"
	}
	return ""
}

// isSaidOtherwise tells whether Options name the configuration of the environment that a contender is for.
func (l *loader) isSaidOtherwise(c *contender) bool {
	env := l.environmentAround(c.base())
	if env == nil {
		return false
	}
	said := l.optionsFor(env.Dir)
	return said != nil && said.HieraConfig != ""
}

func (l *loader) leaveOut(c *contender, why string) {
	l.hasOwnConfig[c.root.Dir] = true
	if dir := c.root.Dir; slices.Contains(usualDatadirs, filepath.Base(dir)) && l.modules[l.tree.real(filepath.Dir(dir))] {
		// The backend module_data of old versions reads what lies beside it.
		l.addLooseBelow(dir)
		why = "only the backend module_data of old versions, or a function of the site, reads it"
	}
	l.project.NotUsed = append(l.project.NotUsed, NotUsed{Path: c.root.Path, Why: why})
	l.notUsed[c.path] = true
	l.unusedLocations = append(l.unusedLocations, c.locations...)
}

// isClaimed tells whether a file that no level reads is read by a hierarchy that is not used.
func (l *loader) isClaimed(path string) bool {
	c := candidate{path: path}
	c.match(l.unused)
	for dir := filepath.Dir(path); !l.isPlace[dir] && l.inPlace(dir); dir = filepath.Dir(dir) {
		if l.hasOwnConfig[dir] {
			return true // a function reads it by the configuration beside it
		}
	}
	return len(c.readers) > 0
}

// use makes a contender a hierarchy of the project.
func (l *loader) use(c *contender) {
	root := c.root
	root.Why = fmt.Sprintf("its paths reach %s of the tree", plural.Count(len(c.reads), "data file"))
	root.Fallback = c.purpose != ""
	l.roots[c.path] = root
	l.project.Roots = append(l.project.Roots, root)
	l.adopt(c.reach)
}

// attach finds the environments that a contender serves: the one that its data lies in, else those
// beside its data; where there is none, it makes one where its data lies. One that has its data below it,
// in an environment that has another hierarchy, is something of its own.
func (l *loader) attach(c *contender) {
	base := c.base()
	around := l.environmentAround(base)
	served := l.environmentsBelow(base)
	switch {
	case around != nil && (around.Dir == base || base != c.root.Dir || around.Global == nil && around.Own == nil):
		l.serve(append([]*Environment{around}, slices.DeleteFunc(served, func(env *Environment) bool {
			return env == around || env.Global != nil || env.Own != nil
		})...), c.root)
	case around == nil && len(served) > 0:
		l.serve(served, c.root)
	default:
		l.addEnvironmentFor(c, base)
	}
}

// base is the directory that has all data of a contender in it: its home, unless the data was found by
// where it lies on the server.
func (c *contender) base() string {
	base := c.home
	if slices.Contains(c.places, base) {
		base = filepath.Dir(base)
	}
	if len(c.places) == 0 || slices.ContainsFunc(c.places, func(dir string) bool { return below(dir, base) }) {
		return base
	}
	base = filepath.Dir(c.places[0])
	for _, dir := range c.places {
		for !below(dir, base) {
			base = filepath.Dir(base)
		}
	}
	return base
}

// serve makes root the global hierarchy of environments. Where they have one, it is for another server:
// one of them is there again with it.
func (l *loader) serve(environments []*Environment, root *Root) {
	served := false
	for _, env := range environments {
		if env.Global == nil {
			env.Global, served = root, true
		}
	}
	if !served {
		other := *environments[0]
		other.Global = root
		l.project.Environments = append(l.project.Environments, &other)
	}
}

// environmentAround is the nearest environment at or around a directory; nil when there is none.
func (l *loader) environmentAround(dir string) *Environment {
	var nearest *Environment
	for _, env := range l.project.Environments {
		if env.Dir != "" && below(dir, env.Dir) && (nearest == nil || len(env.Dir) > len(nearest.Dir)) {
			nearest = env
		}
	}
	return nearest
}

// environmentsBelow are the environments in a directory, that for production first.
func (l *loader) environmentsBelow(dir string) []*Environment {
	var all []*Environment
	for _, env := range l.project.Environments {
		if env.Dir != "" && below(env.Dir, dir) {
			all = append(all, env)
		}
	}
	slices.SortStableFunc(all, func(a, b *Environment) int { return compareBool(a.Name != "production", b.Name != "production") })
	return all
}

// addEnvironmentFor makes an environment for a contender in a directory.
func (l *loader) addEnvironmentFor(c *contender, base string) {
	f := l.folder(base)
	env, err := l.open(f, environmentName(base))
	if err != nil {
		l.unreadable(base, err)
		return
	}
	made := &Environment{Environment: env, Global: c.root}
	if base == c.root.Dir && c.home == base && f.configName() == filepath.Base(c.path) {
		if layer, _ := l.layerOf(f, c.path); layer == config.Environment {
			l.makeOwn(c)
			made.Global, made.Own = nil, c.root
		}
	}
	l.addModules(f, made)
	l.project.Environments = append(l.project.Environments, made)
}

// makeOwn makes a contender that lies in the directory of its environment the hierarchy of that layer.
func (l *loader) makeOwn(c *contender) {
	own := l.newRoot(c.path, c.doc, config.Environment)
	if own == nil {
		return
	}
	l.locations = slices.DeleteFunc(l.locations, func(at *location) bool { return at.root == c.root })
	l.places = slices.DeleteFunc(l.places, func(at dataPlace) bool { return at.root == c.root })
	c.root.Layer, c.root.Config = own.Layer, own.Config
	c.reach = l.reachFrom(c.root, c.home)
	l.adopt(c.reach)
}

// otherPurposes are parts of names of folders and files that are not for production, and what they are
// for.
var otherPurposes = map[string]string{
	"spec": "tests", "test": "tests", "tests": "tests", "acceptance": "tests", "fixtures": "tests", "rake": "tests", "beaker": "tests", "kitchen": "tests",
	"litmus": "tests", "rspec": "tests", "serverspec": "tests", "integration": "tests", "onceover": "tests", "example": "examples", "examples": "examples", "sample": "examples", "samples": "examples", "doc": "examples", "docs": "examples",
	"skeleton": "examples", "vagrant": "virtual machines", "docker": "containers", "vm": "virtual machines", "sandbox": "tests",
	"old": "an earlier time", "bak": "an earlier time", "orig": "an earlier time", "dist": "examples", "template": "examples",
}

// purposeOf says what else than production a configuration is for, by its path within the tree.
func (l *loader) purposeOf(path string) string {
	folders := strings.Split(filepath.ToSlash(l.withinBase(path)), "/")
	for i, folder := range folders {
		for _, word := range strings.FieldsFunc(strings.ToLower(folder), func(r rune) bool { return strings.ContainsRune("-_. ", r) }) {
			purpose, ok := otherPurposes[word]
			isFile := i == len(folders)-1
			if !ok || !isFile && word != strings.ToLower(folder) && purpose == "examples" || word == "dist" && !isFile {
				continue
			}
			if isFile {
				return "it is called as one for " + purpose
			}
			return "it lies in a folder for " + purpose
		}
	}
	return ""
}

// isPassedOver tells whether a directory of the tree lies in one of tests or examples, whose data is not
// that of any machine.
func (l *loader) isPassedOver(dir string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(l.withinBase(dir)), "/"), func(name string) bool { return passedOver[name] })
}

// withinBase is a path relative to the innermost of the folders that are looked through, or to the top of the tree: what those
// themselves are called does not count.
func (l *loader) withinBase(path string) string {
	rel := path
	for _, base := range append([]string{l.top(path)}, l.bases...) {
		if base != "" && below(path, base) && len(path)-len(base) < len(rel) {
			rel = strings.TrimPrefix(path[len(base):], "/")
		}
	}
	return rel
}

// isForVirtualMachine tells whether all data directories lie where Vagrant mounts the repository.
func isForVirtualMachine(c *config.Config) bool {
	return len(c.Hierarchy) > 0 && !slices.ContainsFunc(c.Hierarchy, func(level *config.Level) bool {
		return !strings.HasPrefix(level.Datadir.Text, "/vagrant") && !strings.HasPrefix(level.Datadir.Text, "/tmp/vagrant")
	})
}

// isConfigAlone tells whether a file is the hiera.yaml of a folder that has nothing else of an
// environment, at the top of what was asked for: there is nothing to weigh it by.
func (l *loader) isConfigAlone(f *folder) bool {
	return f.configName() == environment.ConfigName && slices.Contains(l.bases, f.dir) && l.top(f.dir) == f.dir
}
