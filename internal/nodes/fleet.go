package nodes

import (
	"path/filepath"
	"slices"
	"sync"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/internal/project"
)

// Fleet is the nodes of one environment, and what is needed to look up keys on them.
type Fleet struct {
	Project *project.Environment
	// Real are the nodes whose facts are given.
	Real []*Node

	options Options
	project *project.Project
	// named means that the environment has the name that its directory says; else it may be any.
	named bool
	// global, own and modules are the hierarchies of its layers.
	global, own *project.Root
	index       *index
	// ways are what makes nodes read files, by match.
	ways      map[*project.Match]*assigned
	variables map[string]*variable

	mu      sync.Mutex
	engines map[string]*engine.Engine // by the name of the environment
	derived map[string]*Node
	files   map[string]*file
}

// newFleet is nil where there is no data: neither a hierarchy, nor data for which there must be one elsewhere.
func newFleet(p *project.Project, e *project.Environment, o Options) *Fleet {
	fleet := &Fleet{
		Project: e, project: p, options: o,
		named:  e.Dir != "" && filepath.Base(filepath.Dir(e.Dir)) == "environments",
		global: e.Global, own: e.Own,
		engines: map[string]*engine.Engine{}, derived: map[string]*Node{}, files: map[string]*file{},
	}
	if fleet.global == nil && fleet.own != nil && fleet.own.Config.Version == 3 {
		// Puppet refuses it there, which has a rule of its own. It is meant for the global layer.
		fleet.global, fleet.own = fleet.own, nil
	}
	roots := map[*project.Root]bool{}
	for _, r := range append([]*project.Root{fleet.global, fleet.own}, e.Modules...) {
		if r != nil {
			roots[r] = true
		}
	}
	if len(roots) == 0 && len(e.Unclaimed) == 0 {
		return nil
	}
	fleet.index = newIndex(p, roots, e.Unclaimed)
	fleet.index.complete()
	fleet.variables = newVariables(p, roots)
	fleet.ways = map[*project.Match]*assigned{}
	for _, f := range p.Files {
		for i := range f.Matches {
			if m := &f.Matches[i]; roots[m.Root] {
				if a := fleet.assignmentOf(m); a != nil {
					fleet.ways[m] = a
				}
			}
		}
	}
	return fleet
}

// engine is the engine for the environment under a name.
func (fleet *Fleet) engine(name string) *engine.Engine {
	fleet.mu.Lock()
	defer fleet.mu.Unlock()
	if e := fleet.engines[name]; e != nil {
		return e
	}
	o := engine.Options{
		Environment: fleet.Project.Environment, Store: fleet.project.Store, Puppet: fleet.options.Puppet,
		Incomplete: true, LookPast: true, Observe: true, PrivateKeys: fleet.options.PrivateKeys,
	}
	if name != o.Environment.Name || fleet.own == nil && o.Environment.Dir != "" {
		o.Environment = fleet.renamed(name)
	}
	if fleet.global != nil {
		o.GlobalConfig = filepath.Join(fleet.global.Dir, filepath.Base(fleet.global.Path))
		o.WorkingDir = fleet.global.Home()
	}
	if fleet.global != nil || fleet.own != nil {
		o.Relocate = remembered(fleet.Project.Relocate)
	}
	e := engine.New(o)
	fleet.engines[name] = e
	return e
}

// remembered is a function that works out each answer once: nodes ask for the same few directories again and again, and the
// disk is slow.
func remembered(of func(string) string) func(string) string {
	var known sync.Map
	return func(s string) string {
		if answer, ok := known.Load(s); ok {
			return answer.(string)
		}
		answer := of(s)
		known.Store(s, answer)
		return answer
	}
}

// renamed is the environment as one of another name, and without a hierarchy of its own if that was
// taken for the global one.
func (fleet *Fleet) renamed(name string) *environment.Environment {
	e := fleet.Project.Environment
	if fleet.own != nil {
		if other, err := environment.Open(e.Dir, environment.Options{Store: fleet.project.Store, Name: name, ModulePath: e.ModulePath}); err == nil {
			return other
		}
	}
	return environment.New(name, fleet.project.Store, e.Modules()...)
}

// Node is a node that keys are looked up on.
type Node struct {
	// Name is the certname of a real node; "" for a derived one.
	Name string
	// Environment is the name of its environment.
	Environment string
	// Scope are its variables; nil for a real node except while it is evaluated.
	Scope *engine.Scope

	fleet    *Fleet
	engine   *engine.Engine
	facts    *facts.Node // of a real node
	assigned *assignment // of a derived node
	crashed  bool        // looking at a real node crashed

	mu      sync.Mutex
	sources map[string]*sources // by module
}

// Engine is the engine that looks up keys for the node.
func (n *Node) Engine() *engine.Engine { return n.engine }

func (fleet *Fleet) realNode(n *facts.Node) *Node {
	name := fleet.Project.Name
	if !fleet.named && n.Environment != "" {
		name = n.Environment
	}
	return &Node{Name: n.Certname, Environment: name, fleet: fleet, engine: fleet.engine(name), facts: n}
}

// anotherEnvironment is the name of an environment that no file is for.
const anotherEnvironment = "any_environment"

// derivedNode is the node that an assignment describes.
func (fleet *Fleet) derivedNode(a *assignment) *Node {
	id := a.id()
	fleet.mu.Lock()
	n := fleet.derived[id]
	fleet.mu.Unlock()
	if n != nil {
		return n
	}
	name := fleet.Project.Name
	if value, ok := a.values[facter.Environment]; ok {
		name = value
	} else if !fleet.named && fleet.variables[facter.Environment] != nil {
		name = anotherEnvironment
	}
	n = &Node{Environment: name, fleet: fleet, engine: fleet.engine(name), Scope: a.scope(), assigned: a, sources: map[string]*sources{}}
	fleet.mu.Lock()
	defer fleet.mu.Unlock()
	if other := fleet.derived[id]; other != nil {
		return other
	}
	fleet.derived[id] = n
	return n
}

// prepare makes the scope of a real node, and forget drops it again with all that was found for it:
// there are many of them.
func (n *Node) prepare() {
	n.Scope, n.sources = realScope(n.facts), map[string]*sources{}
}

// look prepares a real node and finds its sources.
func (n *Node) look() {
	n.prepare()
	n.sourcesOf("")
	for module := range n.fleet.index.modules {
		n.sourcesOf(module)
	}
}

func (n *Node) forget() { n.Scope, n.sources = nil, nil }

// sources are the places that a node looks at in the layers above modules, or in one module.
type sources struct {
	all []sourceFile
	// failure is why a configuration is refused.
	failure string
	// marker is the same for nodes that read the same of the files that decide every lookup: those that cannot be read, and those
	// with lookup_options.
	marker uint64
	// computed means that a function may answer differently on each node.
	computed bool
}

// sourceFile is a source with what is known of its file.
type sourceFile struct {
	*engine.Source
	file      *file
	isDefault bool // it is of a default_hierarchy
}

// file is a data file as nodes read it.
type file struct {
	id uint64
	// real is the path of the file without symbolic links.
	real   string
	broken bool
	// options means that it has lookup_options.
	options bool
	keys    map[string]int // the entry of each key in the file
}

// sourcesOf are the sources of the node, found once.
func (n *Node) sourcesOf(module string) *sources {
	n.mu.Lock()
	defer n.mu.Unlock()
	if s := n.sources[module]; s != nil {
		return s
	}
	found, defaults, err := n.engine.Sources(n.Scope, module)
	s := &sources{all: make([]sourceFile, len(found)+len(defaults))}
	if err != nil {
		s.failure = err.Error()
	}
	for i, source := range append(found, defaults...) {
		at := sourceFile{Source: source, file: n.fleet.file(n.engine, source), isDefault: i >= len(found)}
		s.all[i] = at
		s.computed = s.computed || source.Computed
		if at.file != nil && (at.file.broken || at.file.options) {
			s.marker = mix(s.marker, at.file.id)
		}
	}
	n.sources[module] = s
	return s
}

// file is what is known of the file of a source; nil when it has none.
func (fleet *Fleet) file(e *engine.Engine, s *engine.Source) *file {
	if s.Path == "" {
		return nil
	}
	fleet.mu.Lock()
	f := fleet.files[s.Path]
	fleet.mu.Unlock()
	if f != nil {
		return f
	}
	doc := e.Document(s)
	f = newFile(doc)
	f.real = realPath(doc, s.Path)
	fleet.mu.Lock()
	defer fleet.mu.Unlock()
	if other := fleet.files[s.Path]; other != nil {
		return other
	}
	f.id = uint64(len(fleet.files) + 1)
	fleet.files[s.Path] = f
	return f
}

// realPath is the path of a document without symbolic links; path where there is no document.
func realPath(doc *data.Document, path string) string {
	if doc == nil {
		return path
	}
	if real, err := filepath.EvalSymlinks(filepath.FromSlash(doc.File.Path)); err == nil {
		return real
	}
	return doc.File.Path
}

// roots are the hierarchies of the environment.
func (fleet *Fleet) roots() []*project.Root {
	return slices.DeleteFunc(append([]*project.Root{fleet.global, fleet.own}, fleet.Project.Modules...), func(r *project.Root) bool { return r == nil })
}

// hasHierarchy reports whether there is anything that nodes find values in.
func (fleet *Fleet) hasHierarchy() bool { return len(fleet.roots()) > 0 }

// Hierarchy is the configuration of a layer; nil when it has none.
func (fleet *Fleet) Hierarchy(layer config.Layer, module string) *project.Root {
	for _, r := range fleet.roots() {
		if r == fleet.global && layer == config.Global || r == fleet.own && layer == config.Environment || layer == config.Module && r.Module == module && r != fleet.global && r != fleet.own {
			return r
		}
	}
	return nil
}

// Defines reports whether any data file of the environment defines a root key.
func (fleet *Fleet) Defines(name string) bool {
	r := fleet.index.roots[name]
	return r != nil && len(r.definitions) > 0
}

// Presence is what is known of the module that a key belongs to; a key without one is as of a module
// that is there.
func (fleet *Fleet) Presence(name string) project.Presence {
	k, err := key.Parse(name)
	if err != nil || !k.Qualified() {
		return project.Present
	}
	return fleet.Project.Presence(k.Module())
}

// IsStructure reports whether data files of the environment define a root key as a hash or list.
func (fleet *Fleet) IsStructure(name string) bool {
	r := fleet.index.roots[name]
	return r != nil && slices.ContainsFunc(r.definitions, func(d *definition) bool {
		return d.value.Kind() == data.Hash || d.value.Kind() == data.Array
	})
}

// Defined are the root keys that data files of the environment define.
func (fleet *Fleet) Defined() []string {
	var names []string
	for name, r := range fleet.index.roots {
		if len(r.definitions) > 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Unseen is the data above modules that is not in the tree, though a node may have any key there.
func (fleet *Fleet) Unseen() []project.UnseenData {
	var unseen []project.UnseenData
	for _, root := range []*project.Root{fleet.global, fleet.own} {
		if root != nil {
			unseen = append(unseen, fleet.project.UnseenData(root)...)
		}
	}
	return unseen
}

// Name is the hiera.yaml that makes the environment, as people name it; its directory where there is none.
func (fleet *Fleet) Name() string {
	switch roots := fleet.roots(); {
	case fleet.own != nil:
		return fleet.own.Path
	case fleet.global != nil:
		return fleet.global.Path
	case len(roots) > 0:
		return roots[0].Path
	default:
		return fleet.project.Store.Name(fleet.Project.Dir)
	}
}

// IsHierarchy reports whether a document is the configuration of one of the layers.
func (fleet *Fleet) IsHierarchy(doc *data.Document) bool {
	return slices.ContainsFunc(fleet.roots(), func(r *project.Root) bool { return r.Config.Doc == doc })
}
