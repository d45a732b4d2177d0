package layout

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/discovery/classify"
	"github.com/hieralint/hieralint/internal/discovery/locate"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
)

// use adds a contender to the hierarchies of the project.
func (w *Weigher) use(c *contender) {
	root := c.Root
	root.Why = fmt.Sprintf("its paths match %s in the tree", plural.Count(len(c.reads), "data file"))
	if root.Declared {
		root.Why = "this code writes it, and " + root.Why
	}
	root.Fallback = c.purpose != ""
	root.Substitute = w.isSubstitute(c)
	w.ByPath[c.path] = root
	w.Roots = append(w.Roots, root)
	w.adopt(c.Reach)
}

// isSubstitute reports whether a contender was made for another purpose, with data of production.
func (w *Weigher) isSubstitute(c *contender) bool {
	isOfProduction := func(path string) bool { return w.PurposeOf(path) == "" }
	return !isOfProduction(c.path) && lists.Any(maps.Keys(c.reads), isOfProduction)
}

// attach determines the environments of a contender: the one that contains its data, or else those
// next to its data, or else a new one for its data. A contender is separate if its data is below
// it, in an environment with another hierarchy.
func (w *Weigher) attach(c *contender) {
	base := c.base()
	around := w.EnclosingEnvironment(base)
	served := w.environmentsBelow(base)
	switch {
	case around != nil && around.Own != nil && w.isOfBolt(c):
		w.addEnvironmentFor(c, around.Dir)
	case around != nil && (around.Dir == base || base != c.Root.Dir || around.Global == nil && around.Own == nil):
		w.serve(append([]*project.Environment{around}, slices.DeleteFunc(served, func(env *project.Environment) bool {
			return env == around || env.Global != nil || env.Own != nil
		})...), c.Root)
	case around == nil && len(served) > 0:
		w.serve(served, c.Root)
	default:
		isFree := func(env *project.Environment) bool { return env.Global == nil && env.Own == nil }
		if beside := lists.Filter(w.EnvironmentsBeside(base), isFree); around == nil && len(beside) > 0 {
			w.serve(beside, c.Root)
		} else {
			w.addEnvironmentFor(c, base)
		}
	}
}

// isOfBolt reports whether the Bolt project next to a contender uses it. Bolt reads no hierarchy of the
// environment layer.
func (w *Weigher) isOfBolt(c *contender) bool {
	doc, err := w.Store.Document(filepath.Join(c.Root.Dir, "bolt-project.yaml"), data.YAML)
	if err != nil || !doc.Value.Is(data.Hash) {
		return false
	}
	file, ok := doc.Value.Get("hiera-config")
	return ok && file.Kind() == data.String && filepath.Join(c.Root.Dir, filepath.FromSlash(file.Text())) == c.path
}

// EnvironmentsBeside returns the environments in the innermost directory around a path that contains
// any, in the same repository.
func (s *Survey) EnvironmentsBeside(path string) []*project.Environment {
	repository := s.RepositoryOf(path)
	for dir := range s.Upwards(filepath.Dir(path)) {
		if s.RepositoryOf(dir) != repository {
			break
		}
		if all := s.environmentsBelow(dir); len(all) > 0 {
			return all
		}
	}
	return nil
}

// serve makes root the global hierarchy of environments. If they already have one, root is for
// another server, and one of the environments is added again with it.
func (w *Weigher) serve(environments []*project.Environment, root *project.Root) {
	served := false
	for _, env := range environments {
		if env.Global == nil {
			env.Global, served = root, true
		}
	}
	if !served {
		other := *environments[0]
		other.Global = root
		w.Environments = append(w.Environments, &other)
	}
}

// addEnvironmentFor creates an environment for a contender in a directory.
func (w *Weigher) addEnvironmentFor(c *contender, base string) {
	f := w.Folder(base)
	env, err := w.Open(f, environmentName(base))
	if err != nil {
		w.CannotRead(base, err)
		return
	}
	made := &project.Environment{Environment: env, Global: c.Root}
	if base == c.Root.Dir && c.Home == base && f.ConfigName() == filepath.Base(c.path) {
		if layer, _ := w.LayerOf(f, c.path); layer == config.Environment {
			w.makeOwn(c)
			made.Global, made.Own = nil, c.Root
		}
	}
	w.addModules(f, made)
	if m := w.enclosingModule(base); m != nil {
		env.Add(m)
	}
	w.Environments = append(w.Environments, made)
}

// enclosingModule returns the module that a directory is in, or that it is, if the module has no
// hierarchy of its own; nil if there is none. An example is a repository with a module and the data
// of the servers that use it.
func (w *Weigher) enclosingModule(dir string) *environment.Module {
	for at := range w.Upwards(dir) {
		f := w.Folder(at)
		if w.Kind(f) != classify.ModuleFolder {
			continue
		}
		namespaces := w.Namespaces(w.Sub(f, "manifests"), classify.MaxModuleDepth)
		if len(namespaces) != 1 || f.HasFile(environment.ConfigName) {
			return nil
		}
		m := environment.OpenModule(at, "", w.Store)
		m.Name = moduleName(at, classify.MetadataName(m.Metadata), namespaces)
		return m
	}
	return nil
}

// makeOwn makes a contender in the directory of its environment the hierarchy of the environment
// layer.
func (w *Weigher) makeOwn(c *contender) {
	own := w.NewRoot(c.path, c.doc, config.Environment)
	if own == nil {
		return
	}
	w.Locations = slices.DeleteFunc(w.Locations, func(at *locate.Location) bool { return at.Root == c.Root })
	w.Datadirs = slices.DeleteFunc(w.Datadirs, func(at UsedDatadir) bool { return at.Root == c.Root })
	c.Root.Layer, c.Root.Config = own.Layer, own.Config
	c.Reach = w.ReachFrom(c.Root, c.Home)
	w.adopt(c.Reach)
}

// addConfigured adds the environments that Options names and that were not found in the tree, and their
// configurations.
func (w *Weigher) addConfigured() {
	for _, o := range w.Options.Environments {
		f := w.Folder(o.Dir)
		if f == nil {
			continue
		}
		env := w.environmentIn(o.Dir)
		if env == nil {
			w.addEnvironment(f)
			if env = w.environmentIn(o.Dir); env == nil {
				continue
			}
		}
		if o.HieraConfig != "" && w.ByPath[o.HieraConfig] == nil {
			if c := w.contenderNamed(o.HieraConfig); c != nil {
				w.use(c)
				c.Root.Why, c.Root.Fallback, c.Root.Substitute = namedInSettings, false, false
				w.serve([]*project.Environment{env}, c.Root)
			}
		}
	}
}

// namesAnother reports whether Options names another configuration for the place of a contender.
func (w *Weigher) namesAnother(c *contender) bool {
	env := w.EnclosingEnvironment(c.base())
	if env == nil {
		return false
	}
	given := w.OptionsFor(env.Dir)
	return given != nil && given.HieraConfig != ""
}
