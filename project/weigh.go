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
	// reads are the data files that its paths lead to.
	reads map[string]bool
}

// weigh decides which of the configurations in the tree are used beside those that environments and
// modules read by their place, and why the others are not:
//
//   - One whose paths reach data that no other reaches is used, however it is called and wherever it
//     lies; of those that reach the same data the one that reaches most of it.
//   - One for tests or virtual machines is used for data of its own folder, and for data directories
//     from which nothing else reads.
func (l *loader) weigh() {
	contenders := l.contenders()
	if len(contenders) == 0 {
		return
	}
	covered := l.covered()
	for _, c := range contenders {
		if why := l.whyNotUsed(c, covered); why != "" {
			l.leaveOut(c, why)
			continue
		}
		l.use(c)
		maps.Copy(covered, c.reads)
	}
	slices.SortFunc(l.project.NotUsed, func(a, b NotUsed) int { return strings.Compare(a.Path, b.Path) })
	l.unused = indexLocations(l.unusedLocations)
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
		return cmp.Or(compareBool(a.purpose != "", b.purpose != ""), cmp.Compare(len(b.reads), len(a.reads)),
			cmp.Compare(strings.Count(a.path, "/"), strings.Count(b.path, "/")), strings.Compare(a.path, b.path))
	})
	return all
}

// contender reads a file as a configuration; nil when it is none.
func (l *loader) contender(path string) *contender {
	if isTemplate(path) {
		file, err := l.store.File(path)
		if err != nil {
			return nil
		}
		l.store.Overlay(path, withoutTags(file.Text))
		l.templates[file.Path] = true
	}
	doc, err := l.store.Document(path, data.YAML)
	if err != nil || !isHierarchy(doc) {
		return nil
	}
	c := &contender{path: path, doc: doc, purpose: l.purposeOf(path)}
	root := &Root{Path: doc.File.Path, Dir: filepath.Dir(path), Layer: config.Global, Config: config.Read(doc, config.Global)}
	if c.purpose == "" && isForVirtualMachine(root.Config) {
		c.purpose = "its data directories are those of a virtual machine"
	}
	for _, home := range l.possibleHomes(root.Dir) {
		at := l.reachFrom(root, home)
		if reads := l.readBy(at); c.reach == nil || len(reads) > len(c.reads) {
			c.reach, c.reads = at, reads
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

// readBy are the data files that the paths of a hierarchy lead to in its data directories.
func (l *loader) readBy(r *reach) map[string]bool {
	reads := map[string]bool{}
	if len(r.locations) == 0 {
		return reads
	}
	index := indexLocations(r.locations)
	for _, dir := range r.places {
		for _, path := range l.dataBelow(dir) {
			c := candidate{path: path}
			if c.match(index); len(c.readers) > 0 {
				reads[path] = true
			}
		}
	}
	return reads
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
		maps.Copy(covered, l.readBy(r))
	}
	return covered
}

// whyNotUsed says why a contender is not used; "" when it is.
func (l *loader) whyNotUsed(c *contender, covered map[string]bool) string {
	own := len(c.places) > 0 && !slices.ContainsFunc(c.places, func(dir string) bool { return !below(dir, c.root.Dir) })
	fresh := 0
	for path := range c.reads {
		if !covered[path] {
			fresh++
		}
	}
	switch {
	case len(c.reads) == 0:
		return "its paths reach no data file of the tree"
	case fresh == 0:
		return fmt.Sprintf("other hierarchies reach all of the %s that its paths reach", plural.Count(len(c.reads), "data file"))
	case c.purpose == "", own && !l.isPassedOver(c.path):
		return ""
	case own || slices.ContainsFunc(c.places, l.inPlace):
		return c.purpose
	}
	return ""
}

func (l *loader) leaveOut(c *contender, why string) {
	l.project.NotUsed = append(l.project.NotUsed, NotUsed{Path: c.root.Path, Why: why})
	l.notUsed[c.path] = true
	l.unusedLocations = append(l.unusedLocations, c.locations...)
}

// isClaimed tells whether a file that no level reads is read by a hierarchy that is not used.
func (l *loader) isClaimed(path string) bool {
	c := candidate{path: path}
	c.match(l.unused)
	return len(c.readers) > 0
}

// use makes a contender the configuration of an environment.
func (l *loader) use(c *contender) {
	root := c.root
	root.Why = fmt.Sprintf("its paths reach %s of the tree", plural.Count(len(c.reads), "data file"))
	root.Fallback = c.purpose != ""
	l.roots[c.path] = root
	l.project.Roots = append(l.project.Roots, root)
	l.adopt(c.reach)
	l.attach(c)
}

// attach finds the environments that a contender serves: the one that its data lies in, else those
// beside its data; where there is none, it makes one where its data lies.
func (l *loader) attach(c *contender) {
	own := c.home == c.root.Dir && !slices.ContainsFunc(c.places, func(dir string) bool { return !below(dir, c.home) })
	around := l.environmentAround(c)
	if around == nil || own && around.Dir != c.home {
		if served := l.environmentsBelow(c.home); around == nil && len(served) > 0 {
			l.serve(served, c.root)
			return
		}
		l.addEnvironmentFor(c)
		return
	}
	l.serve([]*Environment{around}, c.root)
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

// environmentAround is the nearest environment around the home of a contender, or around all its data.
func (l *loader) environmentAround(c *contender) *Environment {
	var nearest *Environment
	for _, env := range l.project.Environments {
		if env.Dir == "" || !below(c.home, env.Dir) && slices.ContainsFunc(c.places, func(dir string) bool { return !below(dir, env.Dir) }) {
			continue
		}
		if nearest == nil || len(env.Dir) > len(nearest.Dir) {
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

// addEnvironmentFor makes an environment in the home of a contender.
func (l *loader) addEnvironmentFor(c *contender) {
	f := l.folder(c.home)
	env, err := l.open(f, environmentName(c.home))
	if err != nil {
		l.unreadable(c.home, err)
		return
	}
	made := &Environment{Environment: env, Global: c.root}
	if c.home == c.root.Dir && f.configName() == filepath.Base(c.path) {
		if layer, _ := l.layerOf(f, c.path); layer == config.Environment {
			c.root.Layer, c.root.Config = layer, config.Read(c.doc, layer)
			made.Global, made.Own = nil, c.root
		}
	}
	l.addModules(f, made)
	l.project.Environments = append(l.project.Environments, made)
}

// otherPurposes are parts of names of folders and files that are not for production, and what they are
// for.
var otherPurposes = map[string]string{
	"spec": "tests", "test": "tests", "tests": "tests", "acceptance": "tests", "fixtures": "tests", "rake": "tests", "beaker": "tests", "kitchen": "tests",
	"litmus": "tests", "onceover": "tests", "example": "examples", "examples": "examples", "sample": "examples", "samples": "examples", "doc": "examples", "docs": "examples",
	"skeleton": "examples", "vagrant": "virtual machines", "docker": "containers", "vm": "virtual machines", "sandbox": "tests",
	"old": "an earlier time", "bak": "an earlier time", "orig": "an earlier time", "dist": "examples", "template": "examples",
}

// purposeOf says what else than production a configuration is for, by its path within the tree.
func (l *loader) purposeOf(path string) string {
	rel := path
	for _, base := range l.bases {
		if below(path, base) && len(path)-len(base) < len(rel) {
			rel = strings.TrimPrefix(path[len(base):], "/")
		}
	}
	folders := strings.Split(filepath.ToSlash(rel), "/")
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

// isPassedOver tells whether a file lies in a folder of tests or examples, whose data is not that of any
// machine.
func (l *loader) isPassedOver(path string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(filepath.Dir(path)), "/"), func(name string) bool { return passedOver[name] })
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
	return f.configName() == environment.ConfigName && slices.Contains(l.bases, f.dir)
}
