package project

import (
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

// weigh adds the configurations that are used to a survey.
func weigh(s *survey) *weigher {
	w := &weigher{s, &unusedConfigs{paths: map[string]bool{}, dirs: map[string]bool{}}, map[fitKey][]fitting{}}
	w.addConfigured()
	w.passDown()
	w.weigh()
	w.unused.index = indexLocations(w.unused.locations)
	w.addBroken()
	w.dropRedundant()
	return w
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

// passDown gives the global hierarchy of a directory without manifests to the environments below it, if they have no hierarchy
// and all modules: a script, such as a Vagrantfile, combines both.
func (w *weigher) passDown() {
	passed := map[*Environment]bool{}
	for _, env := range w.environments {
		if env.Global == nil || env.Own != nil || env.Dir != env.Global.Dir || w.isNamedByOptions(env.Dir) {
			continue
		}
		if f := w.folder(env.Dir); f.hasFile("environment.conf", "Puppetfile") || f.hasDir("manifests") {
			continue
		}
		repository := w.repositoryOf(env.Dir)
		below := lists.Filter(w.environmentsBelow(env.Dir), func(e *Environment) bool {
			return e != env && e.Global == nil && e.Own == nil && w.purposeOf(e.Dir) == "" && w.repositoryOf(e.Dir) == repository
		})
		isElsewhere := func(m *environment.Module) bool {
			return !slices.ContainsFunc(below, func(e *Environment) bool {
				return slices.ContainsFunc(e.Environment.Modules(), func(other *environment.Module) bool { return other.Dir == m.Dir })
			})
		}
		if len(below) == 0 || slices.ContainsFunc(env.Environment.Modules(), isElsewhere) {
			continue
		}
		passed[env] = true
		for _, e := range below {
			e.Global = env.Global
		}
	}
	w.environments = slices.DeleteFunc(w.environments, func(env *Environment) bool { return passed[env] })
}

// dropRedundant removes environments that only give the repository around them a name: that is an
// environment itself, and has the same hierarchy and modules.
func (w *weigher) dropRedundant() {
	w.environments = slices.DeleteFunc(w.environments, func(env *Environment) bool {
		if !isInEnvironments(env.Dir) || env.Own != nil || len(env.Misnamed) > 0 || w.isNamedByUser(env.Dir) {
			return false
		}
		around := w.environmentIn(filepath.Dir(filepath.Dir(env.Dir)))
		return around != nil && around.Own == nil && around.Global == env.Global && readsSameModules(around, env) &&
			!slices.ContainsFunc(w.folder(env.Dir).entries, func(e entry) bool { return e.dir })
	})
}

// isNamedByUser reports whether a directory is an argument, or an environment of the options.
func (w *weigher) isNamedByUser(dir string) bool {
	return w.isArgument(dir) || w.isNamedByOptions(dir)
}

// isNamedByOptions reports whether the options describe the environment in a directory.
func (w *weigher) isNamedByOptions(dir string) bool {
	return slices.ContainsFunc(w.options.Environments, func(o EnvironmentOptions) bool { return o.Dir == dir })
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
		if root.Layer == config.Module || w.purposeOf(path) == "" || slices.ContainsFunc(w.datadirs, func(p usedDatadir) bool { return p.root == root && w.isDir(p.dir) }) {
			continue
		}
		if c := w.contenderNamed(path); c != nil {
			w.unused.locations = append(w.unused.locations, c.locations...)
		}
	}
}

// addBroken uses a hiera.yaml that cannot be parsed for the environment that contains it, or for a new one, if there is no
// other hierarchy and its text mentions levels. The same goes for one that is invalid, unless a module installs it.
func (w *weigher) addBroken() {
	if slices.ContainsFunc(w.roots, func(r *Root) bool { return r.Layer != config.Module }) {
		return
	}
	for _, path := range w.configs {
		if filepath.Base(path) != environment.ConfigName || w.isCanonical(path) || w.isPassedOver(filepath.Dir(path)) || w.purposeOf(path) != "" || !w.mentionsHierarchy(path) {
			continue
		}
		if doc, err := w.store.Document(path, data.YAML); err != nil || doc.Err == nil && (w.isPartOfModule(path) || !w.isInvalid(path, doc)) {
			continue
		}
		w.useAlone(path, "it mentions levels, and there is no other hiera.yaml")
		return
	}
}

// useAlone makes a configuration the hierarchy of the environment that contains it, or of a new one.
func (w *weigher) useAlone(path, why string) {
	root := w.addRoot(path, config.Global, why)
	switch env := w.enclosingEnvironment(filepath.Dir(path)); {
	case root == nil:
		return
	case env != nil:
		env.Global = root
	default:
		w.addEnvironmentFor(&contender{path: path, reach: &reach{root: root}}, w.outsideDatadir(filepath.Dir(path)))
	}
	w.unused.list = slices.DeleteFunc(w.unused.list, func(u NotUsed) bool { return u.Path == root.Path })
	delete(w.unused.paths, path)
}

// addWithoutData uses a valid hiera.yaml in the same way if there is no other hierarchy and no data in the tree, and its data
// directories are elsewhere: the data may be in another repository.
func (w *weigher) addWithoutData() {
	isOfTree := func(r *Root) bool { return r.Layer != config.Module }
	if len(w.loose) > 0 || len(w.named) > 0 || slices.ContainsFunc(w.roots, isOfTree) {
		return
	}
	for _, u := range w.unused.list {
		path := w.absolute(u.Path)
		if filepath.Base(path) == environment.ConfigName && w.purposeOf(path) == "" && !w.isPassedOver(filepath.Dir(path)) && !w.isPartOfModule(path) && len(w.reachFrom(u.root, u.root.Dir).locations) == 0 {
			w.useAlone(path, "there is no other hiera.yaml")
			return
		}
	}
}

// isPartOfModule reports whether a file is in a directory of a module, judging by its contents.
func (w *weigher) isPartOfModule(path string) bool {
	for dir := range w.upwards(filepath.Dir(path)) {
		if w.kind(w.folder(dir)) == moduleFolder {
			return true
		}
	}
	return false
}

// isInvalid reports whether Puppet rejects a hierarchy, wherever it is. Version 4 is valid in environments only.
func (w *weigher) isInvalid(path string, doc *data.Document) bool {
	rejects := func(layer config.Layer) bool {
		root := w.newRoot(path, doc, layer)
		return root != nil && isRejected(root)
	}
	return rejects(config.Global) && rejects(config.Environment)
}

// isRejected reports whether Puppet 7 and 8 reject a hierarchy.
func isRejected(root *Root) bool { return root.Config.Err(7) != nil && root.Config.Err(8) != nil }

// covered returns the data files that hierarchies of environments and the global layer match that
// are used by default, and whether there may be nodes that read them.
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
		for _, used := range w.datadirs {
			if used.root == root {
				r.datadirs = append(r.datadirs, used.dir)
			}
		}
		reads, _ := w.readBy(r)
		for path := range reads {
			covered[path] = covered[path] || r.mayRead(path)
		}
	}
	return covered
}

// mayRead reports whether a location leads to a file on nodes that may exist. A path without an extension does not lead to
// `web01.yaml`, since no host has this name.
func (r *reach) mayRead(path string) bool {
	return slices.ContainsFunc(r.locations, func(at *location) bool {
		return slices.ContainsFunc(at.pattern.Find(filepath.ToSlash(path)), func(m glob.Match) bool {
			return !slices.ContainsFunc(m.Values, func(v glob.Value) bool {
				_, impossible := IsImpossible(v.Name, v.Text)
				return impossible
			})
		})
	})
}

// whyNotUsed returns the reason why a contender is not used; "" if it is used.
func (w *weigher) whyNotUsed(c *contender, covered map[string]bool) string {
	fresh := false
	evidence := c.firm
	if len(evidence) == 0 {
		evidence = c.reads
	}
	for path := range evidence {
		isRead, isMatched := covered[path]
		fresh = fresh || !isMatched || !isRead && c.mayRead(path)
	}
	dirs := c.datadirs
	if len(dirs) == 0 {
		for path := range c.reads {
			dirs = append(dirs, filepath.Dir(path))
		}
	}
	switch {
	case w.namesAnother(c):
		return "hieralint's configuration names another one"
	case len(c.reads) == 0:
		return "its paths match no data file in the tree"
	case w.isReplaced(c):
		return c.purpose + ", and " + environment.ConfigName + " is next to it"
	case w.isBesideModule(c):
		return "the " + environment.ConfigName + " of the module is next to it, and has all data that its paths match"
	case !fresh:
		return fmt.Sprintf("other hierarchies match all %s that its paths match", plural.Count(len(c.reads), "data file"))
	case c.purpose != "" && (slices.ContainsFunc(dirs, w.inDatadir) || slices.ContainsFunc(dirs, w.isPassedOver)):
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
			if !slices.ContainsFunc(w.datadirs, func(p usedDatadir) bool { return p.root == root && rooted.IsBelow(path, p.dir) }) {
				return false
			}
		}
		return true
	})
}

// isInstalledWith reports whether a directory is in a module that was installed, which also contains
// the given directories.
func (w *weigher) isInstalledWith(dir string, others []string) bool {
	for module := range w.upwards(dir) {
		if !w.modules[w.tree.real(module)] {
			continue
		}
		i := &installation{w.disk, map[string]map[string]bool{}}
		isListed := slices.ContainsFunc(w.environments, func(env *Environment) bool { return env.installed[filepath.Base(module)] })
		return (isListed || i.cameFromElsewhere(module, true)) && !slices.ContainsFunc(others, func(other string) bool { return !rooted.IsBelow(other, module) })
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
	w.unused.list = append(w.unused.list, NotUsed{Path: c.root.Path, Why: why, root: c.root})
	w.unused.paths[c.path] = true
	w.unused.locations = append(w.unused.locations, c.locations...)
}
