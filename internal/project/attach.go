package project

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
)

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
	around := w.enclosingEnvironment(base)
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
	if err != nil || !doc.Value.Is(data.Hash) {
		return false
	}
	file, ok := doc.Value.Get("hiera-config")
	return ok && file.Kind() == data.String && filepath.Join(c.root.Dir, filepath.FromSlash(file.Text())) == c.path
}

// environmentsBeside returns the environments without a hierarchy in the innermost directory around
// base that contains environments, in the same repository.
func (w *weigher) environmentsBeside(base string) []*Environment {
	repository := w.repositoryOf(base)
	for dir := range w.upwards(filepath.Dir(base)) {
		if w.repositoryOf(dir) != repository {
			break
		}
		if all := w.environmentsBelow(dir); len(all) > 0 {
			return lists.Filter(all, func(env *Environment) bool { return env.Global == nil && env.Own == nil })
		}
	}
	return nil
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
	if m := w.enclosingModule(base); m != nil {
		env.Add(m)
	}
	w.environments = append(w.environments, made)
}

// enclosingModule returns the module that a directory is in, or that it is, if the module has no
// hierarchy of its own; nil if there is none. An example is a repository with a module and the data
// of the servers that use it.
func (w *weigher) enclosingModule(dir string) *environment.Module {
	for at := range w.upwards(dir) {
		f := w.folder(at)
		if w.kind(f) != moduleFolder {
			continue
		}
		namespaces := w.namespaces(w.sub(f, "manifests"), maxModuleDepth)
		if len(namespaces) != 1 || f.hasFile(environment.ConfigName) {
			return nil
		}
		m := environment.OpenModule(at, "", w.store)
		m.Name = moduleName(at, metadataName(m.Metadata), namespaces)
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
	w.datadirs = slices.DeleteFunc(w.datadirs, func(at usedDatadir) bool { return at.root == c.root })
	c.root.Layer, c.root.Config = own.Layer, own.Config
	c.reach = w.reachFrom(c.root, c.home)
	w.adopt(c.reach)
}
