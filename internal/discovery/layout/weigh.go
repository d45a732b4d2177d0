package layout

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/discovery/classify"
	"github.com/hieralint/hieralint/internal/discovery/locate"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/recognize"
	"github.com/hieralint/hieralint/internal/rooted"
)

// UnusedConfigs are the configurations that production does not use.
type UnusedConfigs struct {
	List      []project.NotUsed
	Paths     map[string]bool      // of the configurations
	Dirs      map[string]bool      // that contain them
	locations []*locate.Location   // where they would read data
	Index     locate.LocationIndex // the locations by directory
}

// Weigher decides which configurations in the tree are used.
type Weigher struct {
	*Survey
	Unused *UnusedConfigs
	fits   memo.Map[fitKey, []fitting]     // see fitsIn
	tests  map[string]locate.LocationIndex // of hierarchies for tests, by the directory of the tested one; see IsReadByTests
}

// Weigh adds the configurations that are used to a survey.
func Weigh(s *Survey) *Weigher {
	w := &Weigher{Survey: s, Unused: &UnusedConfigs{Paths: map[string]bool{}, Dirs: map[string]bool{}}, tests: map[string]locate.LocationIndex{}}
	w.addConfigured()
	w.passDown()
	w.weigh()
	w.Unused.Index = locate.IndexLocations(w.Unused.locations)
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
func (w *Weigher) weigh() {
	w.claimForCopies()
	w.choose(w.contenders())
	w.choose(w.contendersAmongData())
	w.choose(w.declarations())
	slices.SortFunc(w.Unused.List, func(a, b project.NotUsed) int { return strings.Compare(a.Path, b.Path) })
}

// choose uses the contenders that match data which no other hierarchy matches.
func (w *Weigher) choose(contenders []*contender) {
	if len(contenders) == 0 {
		return
	}
	covered := w.covered()
	for _, c := range contenders {
		switch why := w.whyNotUsed(c, covered); {
		case why == "":
			w.use(c)
			w.attach(c)
			maps.Copy(covered, c.reads)
		case !w.isArgument(c.path) && !c.Root.Declared: // an argument is used anyway; see AddNamed
			w.leaveOut(c, why)
		}
	}
}

// passDown gives the global hierarchy of a directory without manifests to the environments below it, if they have no hierarchy
// and all modules: a script, such as a Vagrantfile, combines both.
func (w *Weigher) passDown() {
	passed := map[*project.Environment]bool{}
	for _, env := range w.Environments {
		if env.Global == nil || env.Own != nil || env.Dir != env.Global.Dir || w.OptionsFor(env.Dir) != nil {
			continue
		}
		if f := w.Folder(env.Dir); f.HasFile("environment.conf", "Puppetfile") || f.HasDir("manifests") {
			continue
		}
		repository := w.RepositoryOf(env.Dir)
		below := lists.Filter(w.environmentsBelow(env.Dir), func(e *project.Environment) bool {
			return e != env && e.Global == nil && e.Own == nil && w.PurposeOf(e.Dir) == "" && w.RepositoryOf(e.Dir) == repository
		})
		isElsewhere := func(m *environment.Module) bool {
			return !slices.ContainsFunc(below, func(e *project.Environment) bool {
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
	w.Environments = slices.DeleteFunc(w.Environments, func(env *project.Environment) bool { return passed[env] })
}

// dropRedundant removes environments that only give the repository around them a name: that is an
// environment itself, and has the same hierarchy and modules.
func (w *Weigher) dropRedundant() {
	w.Environments = slices.DeleteFunc(w.Environments, func(env *project.Environment) bool {
		if !classify.IsInEnvironments(env.Dir) || env.Own != nil || len(env.Misnamed) > 0 || w.isNamedByUser(env.Dir) {
			return false
		}
		around := w.environmentIn(filepath.Dir(filepath.Dir(env.Dir)))
		return around != nil && around.Own == nil && around.Global == env.Global && readsSameModules(around, env) &&
			!slices.ContainsFunc(w.Folder(env.Dir).Entries, func(e worktree.Entry) bool { return e.Dir })
	})
}

// isNamedByUser reports whether a directory is an argument, or an environment of the options.
func (w *Weigher) isNamedByUser(dir string) bool {
	return w.isArgument(dir) || w.OptionsFor(dir) != nil
}

// isArgument reports whether a path was requested by itself.
func (w *Weigher) isArgument(path string) bool {
	return slices.ContainsFunc(w.Args, func(a classify.Argument) bool { return a.Path == path })
}

// readsSameModules reports whether two environments have the same modules.
func readsSameModules(a, b *project.Environment) bool {
	dir := func(m *environment.Module) string { return m.Dir }
	return slices.Equal(lists.Map(a.Environment.Modules(), dir), lists.Map(b.Environment.Modules(), dir))
}

// claimForCopies records the data that a copy of a hierarchy for tests or virtual machines reads.
// It has no data directory of its own, but is used with that of another environment.
func (w *Weigher) claimForCopies() {
	for _, root := range w.Roots {
		path := filepath.Join(root.Dir, filepath.Base(root.Path))
		if root.Layer == config.Module || w.PurposeOf(path) == "" || w.hasDatadir(root) {
			continue
		}
		if c := w.contenderNamed(path); c != nil {
			w.Unused.locations = append(w.Unused.locations, c.Locations...)
		}
	}
}

// addBroken uses a hiera.yaml, or one with almost that name, that cannot be parsed for the environment that contains it, or for a new one, if there is no
// other hierarchy and its text mentions levels. The same goes for one that is invalid, unless a module installs it.
func (w *Weigher) addBroken() {
	if slices.ContainsFunc(w.Roots, func(r *project.Root) bool { return r.Layer != config.Module }) {
		return
	}
	for _, path := range w.Configs {
		if name := filepath.Base(path); name != environment.ConfigName && !resemblesConfigName(name) || w.isCanonical(path) || w.IsPassedOver(filepath.Dir(path)) || w.PurposeOf(path) != "" || !w.MentionsHierarchy(path) {
			continue
		}
		if doc, err := w.Store.Document(path, data.YAML); err != nil || doc.Err == nil && (w.isPartOfModule(path) || !w.isInvalid(path, doc)) {
			continue
		}
		w.useAlone(path, "it mentions levels, and there is no other hiera.yaml")
		return
	}
}

// useAlone makes a configuration the hierarchy of the environment that contains it, or of a new one.
func (w *Weigher) useAlone(path, why string) {
	root := w.addRoot(path, config.Global, why)
	switch env := w.EnclosingEnvironment(filepath.Dir(path)); {
	case root == nil:
		return
	case env != nil:
		env.Global = root
	default:
		w.addEnvironmentFor(&contender{path: path, Reach: &locate.Reach{Root: root}}, w.outsideDatadir(filepath.Dir(path)))
	}
	w.Unused.List = slices.DeleteFunc(w.Unused.List, func(u project.NotUsed) bool { return u.Path == root.Path })
	delete(w.Unused.Paths, path)
}

// AddWithoutData uses a valid hiera.yaml in the same way if there is no other hierarchy and no data in the tree, and its data
// directories are elsewhere: the data may be in another repository.
func (w *Weigher) AddWithoutData() {
	isOfTree := func(r *project.Root) bool { return r.Layer != config.Module }
	if len(w.Loose) > 0 || len(w.Named) > 0 || slices.ContainsFunc(w.Roots, isOfTree) {
		return
	}
	for _, u := range w.Unused.List {
		path := w.Absolute(u.Path)
		if filepath.Base(path) == environment.ConfigName && w.PurposeOf(path) == "" && !w.IsPassedOver(filepath.Dir(path)) && !w.isPartOfModule(path) && len(w.ReachFrom(u.Root, u.Root.Dir).Locations) == 0 {
			w.useAlone(path, "there is no other hiera.yaml")
			return
		}
	}
}

// isInvalid reports whether Puppet rejects a hierarchy, wherever it is. Version 4 is valid in environments only.
func (w *Weigher) isInvalid(path string, doc *data.Document) bool {
	rejects := func(layer config.Layer) bool {
		root := w.NewRoot(path, doc, layer)
		return root != nil && isRejected(root)
	}
	return rejects(config.Global) && rejects(config.Environment)
}

// isRejected reports whether Puppet 7 and 8 reject a hierarchy.
func isRejected(root *project.Root) bool {
	return root.Config.Err(7) != nil && root.Config.Err(8) != nil
}

// covered returns the data files that hierarchies of environments and the global layer match that
// are used by default, and whether there may be nodes that read them.
func (w *Weigher) covered() map[string]bool {
	covered := map[string]bool{}
	for _, root := range w.Roots {
		if root.Layer == config.Module {
			continue
		}
		r := &locate.Reach{}
		for _, at := range w.Locations {
			if at.Root == root {
				r.Locations = append(r.Locations, at)
			}
		}
		for _, used := range w.Datadirs {
			if used.Root == root {
				r.Datadirs = append(r.Datadirs, used.Dir)
			}
		}
		reads, _ := w.readBy(r)
		for path := range reads {
			covered[path] = covered[path] || r.MayRead(path)
		}
	}
	return covered
}

// whyNotUsed returns the reason why a contender is not used; "" if it is used.
func (w *Weigher) whyNotUsed(c *contender, covered map[string]bool) string {
	fresh := false
	evidence := c.firm
	if len(evidence) == 0 {
		evidence = c.reads
	}
	for path := range evidence {
		isRead, isMatched := covered[path]
		fresh = fresh || !isMatched || !isRead && c.MayRead(path)
	}
	dirs := c.Datadirs
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
	case w.isOfModuleData(c):
		return "it is in the data directory of a module, but its paths match data elsewhere"
	case w.isOfModule(c):
		return "the " + environment.ConfigName + " of the module reads all data that its paths match"
	case !fresh:
		return fmt.Sprintf("other hierarchies read the %s that its paths match", plural.Count(len(c.reads), "data file"))
	case c.purpose != "" && (slices.ContainsFunc(dirs, w.InDatadir) || slices.ContainsFunc(dirs, w.IsPassedOver)):
		return c.purpose
	case !slices.ContainsFunc(dirs, func(dir string) bool { return !w.IsPassedOver(dir) }):
		return "its data is for tests or examples"
	case w.isInstalledWith(c.Root.Dir, dirs):
		return "it is in a module that was installed, with its data"
	case c.purpose != "" && w.isInModuleWith(c.Root.Dir, dirs):
		return c.purpose + " of a module, with its data"
	}
	return ""
}

// isReplaced reports whether a contender is called like an old version of the hiera.yaml next to it,
// even if that one finds no data.
func (w *Weigher) isReplaced(c *contender) bool {
	return c.purpose == recognize.OldName && filepath.Base(c.path) != environment.ConfigName && w.Folder(filepath.Dir(c.path)).HasFile(environment.ConfigName)
}

// isOfModule reports whether a contender is in a module whose data directories contain all data that it reads. It may be a
// copy of the module's hiera.yaml, or a file for a server, which has other data.
func (w *Weigher) isOfModule(c *contender) bool {
	return slices.ContainsFunc(w.Roots, func(root *project.Root) bool {
		isElsewhere := func(path string) bool {
			return !slices.ContainsFunc(w.Datadirs, func(p UsedDatadir) bool { return p.Root == root && rooted.IsBelow(path, p.Dir) })
		}
		return root.Layer == config.Module && rooted.IsBelow(c.path, root.Dir) && !lists.Any(maps.Keys(c.reads), isElsewhere)
	})
}

// isOfModuleData reports whether a contender is in the data directory of a module, where the backend module_data reads it, but
// reads data of others.
func (w *Weigher) isOfModuleData(c *contender) bool {
	dir := c.Root.Dir
	return slices.Contains(recognize.UsualDatadirs, filepath.Base(dir)) && w.Modules[w.Real(filepath.Dir(dir))] &&
		!lists.Any(maps.Keys(c.reads), func(path string) bool { return rooted.IsBelow(path, dir) })
}

// isInstalledWith reports whether a directory is in a module that was installed, which also contains
// the given directories.
func (w *Weigher) isInstalledWith(dir string, others []string) bool {
	module := w.moduleWith(dir, others)
	i := &installation{w.Tree, map[string]map[string]bool{}}
	isListed := func(env *project.Environment) bool { return env.Puppetfile.Modules[filepath.Base(module)] }
	return module != "" && (slices.ContainsFunc(w.Environments, isListed) || i.cameFromElsewhere(module, true))
}

// isInModuleWith reports whether a directory is in a module of an environment around it, which also contains the given
// directories.
func (w *Weigher) isInModuleWith(dir string, others []string) bool {
	module := w.moduleWith(dir, others)
	return module != "" && w.EnclosingEnvironment(filepath.Dir(module)) != nil
}

// moduleWith returns the innermost module around a directory if it also contains the others; "" if there is none.
func (w *Weigher) moduleWith(dir string, others []string) string {
	for module := range w.Upwards(dir) {
		if w.Modules[w.Real(module)] {
			if slices.ContainsFunc(others, func(other string) bool { return !rooted.IsBelow(other, module) }) {
				return ""
			}
			return module
		}
	}
	return ""
}

func (w *Weigher) leaveOut(c *contender, why string) {
	w.Unused.Dirs[c.Root.Dir] = true
	if dir := c.Root.Dir; slices.Contains(recognize.UsualDatadirs, filepath.Base(dir)) && w.Modules[w.Real(filepath.Dir(dir))] {
		// The backend module_data of old versions reads what is next to it.
		w.addLooseBelow(dir)
		why = "only the backend module_data of old Hiera versions, or a custom function, reads it"
	}
	if w.Unused.Paths[c.path] {
		return
	}
	w.Unused.List = append(w.Unused.List, project.NotUsed{Path: c.Root.Path, Why: why, Root: c.Root})
	w.Unused.Paths[c.path] = true
	w.Unused.locations = append(w.Unused.locations, c.Locations...)
}
