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
	run     *engine.Run // what the lookups of all fleets may cost together
	// named means that the environment has the name that its directory says; else it may be any.
	named bool
	// global, own and modules are the hierarchies of its layers.
	global, own *project.Root
	index       *index
	required    []Requirement // see Require
	// ways are what makes nodes read files, by match.
	ways      map[*project.Match]*assigned
	variables map[string]*variable
	// isNested means that ways give values to a variable and to a part of it.
	isNested bool

	// base is what is known of a node that reads no file that others do not read.
	base *assignment

	// looking is held while keys are evaluated on real nodes: what is found of a node is kept in it for so long.
	looking sync.Mutex

	mu      sync.Mutex
	engines map[string]*engine.Engine // by the name of the environment
	// derived are the nodes of ways.
	derived map[*assignment]*Node
	files   *files
	at      sync.Map // *sourceFile by *engine.Source
	// evaluated are keys as they were before an edit; nil where there was none.
	evaluated *evaluated
}

// newFleet is nil where there is no data: neither a hierarchy, nor data for which there must be one elsewhere.
// before is the index of the project before an edit; may be nil.
func newFleet(p *project.Project, e *project.Environment, o Options, run *engine.Run, before *index) *Fleet {
	fleet := &Fleet{
		Project: e, project: p, options: o, run: run,
		named:  e.Dir != "" && filepath.Base(filepath.Dir(e.Dir)) == "environments",
		global: e.Global, own: e.Own,
		engines: map[string]*engine.Engine{}, derived: map[*assignment]*Node{}, base: newAssignment(), files: &files{},
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
	fleet.index = newIndex(p, roots, e.Unclaimed, before)
	fleet.index.complete()
	fleet.variables = newVariables(p, roots)
	fleet.ways = map[*project.Match]*assigned{}
	same := map[uint64]*assignment{}
	for _, f := range p.Files {
		for i := range f.Matches {
			if m := &f.Matches[i]; roots[m.Root] {
				if a := fleet.assignmentOf(m); a != nil {
					if same[a.id()] == nil {
						same[a.id()] = a.assignment
					}
					a.assignment = same[a.id()]
					fleet.ways[m] = a
				}
			}
		}
	}
	fleet.isNested = hasNested(same)
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
	// Scope are its variables; nil except while it is evaluated, unless it is the node of a way.
	Scope *engine.Scope

	fleet    *Fleet
	engine   *engine.Engine
	facts    *facts.Node // of a real node
	assigned *assignment // of a derived node
	crashed  bool        // looking at a real node crashed
	like     [2]*Node    // the nodes of ways of which a derived node has all that is known, and nothing else; nil for others

	mu        sync.Mutex
	own       *sources // above modules
	ofModules map[string]*sources
	variables map[string]variableHash
	class     int // among the real nodes that are looked at together, of those that look at the same places above modules
}

// variableHash is the hash of the value of a variable, where it decides by itself what a lookup that asks for it finds.
type variableHash struct {
	hash    uint64
	decides bool
}

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
	name := fleet.Project.Name
	if value, ok := a.lookup(facter.Environment); ok {
		name = value
	} else if !fleet.named && fleet.variables[facter.Environment] != nil {
		name = anotherEnvironment
	}
	return &Node{Environment: name, fleet: fleet, engine: fleet.engine(name), assigned: a}
}

// pairNode is the derived node that two ways are true of.
func (fleet *Fleet) pairNode(p pair) *Node {
	n := fleet.derivedNode(p.both)
	a, b := fleet.wayNode(p.of[0]), fleet.wayNode(p.of[1])
	if !fleet.isNested && a.engine == n.engine && b.engine == n.engine {
		n.like = [2]*Node{a, b}
	}
	return n
}

// wayNode is the node of a way, which decides several keys.
func (fleet *Fleet) wayNode(a *assignment) *Node {
	fleet.mu.Lock()
	n := fleet.derived[a]
	fleet.mu.Unlock()
	if n != nil {
		return n
	}
	n = fleet.derivedNode(a)
	n.prepare()
	fleet.mu.Lock()
	defer fleet.mu.Unlock()
	if other := fleet.derived[a]; other != nil {
		return other
	}
	fleet.derived[a] = n
	return n
}

// prepare makes the scope of a node, and forget drops it again with all that was found for it:
// there are many of them.
func (n *Node) prepare() {
	switch {
	case n.like[0] != nil:
		n.Scope = engine.LikeBoth(n.like[0].Scope, n.like[1].Scope, n.assigned.scope)
	case n.assigned != nil:
		n.Scope = engine.NewScope(n.assigned.scope())
	default:
		n.Scope = realScope(n.facts)
	}
}

// look prepares a real node and finds its sources.
func (n *Node) look() {
	n.prepare()
	n.sourcesOf("")
	for module := range n.fleet.index.modules {
		n.sourcesOf(module)
	}
	n.variables = make(map[string]variableHash, len(n.fleet.index.variables))
	for _, k := range n.fleet.index.variables {
		n.variables[k.Text] = n.variableHash(k)
	}
}

func (n *Node) forget() { n.Scope, n.own, n.ofModules, n.variables = nil, nil, nil, nil }

// sources are the places that a node looks at in the layers above modules, or in one module.
type sources struct {
	all []*sourceFile
	// regular are those of all that are not of a default_hierarchy.
	regular []*sourceFile
	// failure is why a configuration is refused.
	failure string
	// marker is the same for nodes that read the same of the files that decide every lookup: those that cannot be read, and those
	// with lookup_options.
	marker uint64
	// computed means that a function may answer differently on each node.
	computed bool
	// class is the same for nodes that look at the same places.
	class uint64
}

// sourceFile is a source with what is known of its file.
type sourceFile struct {
	*engine.Source
	file  *file
	level uint64 // the name of the level, hashed
}

// file is a data file as nodes read it.
type file struct {
	id  uint64
	doc *data.Document
	// project is the file as the project knows it; nil when the project does not.
	project *project.File
	// real is the path of the file without symbolic links.
	real   string
	broken bool
	// options means that it has lookup_options.
	options bool
	keys    map[string]int // the entry of each key in the file
	// present are bits of the keys: of one whose bits are not all there, the file has no value.
	present [4]uint64
}

// sourcesOf are the sources of the node, found once.
func (n *Node) sourcesOf(module string) *sources {
	n.mu.Lock()
	defer n.mu.Unlock()
	if module == "" {
		if n.own == nil {
			n.own = n.findSources("")
		}
		return n.own
	}
	s := n.ofModules[module]
	if s == nil {
		s = n.findSources(module)
		if n.ofModules == nil {
			n.ofModules = map[string]*sources{}
		}
		n.ofModules[module] = s
	}
	return s
}

func (n *Node) findSources(module string) *sources {
	found, defaults, err := n.engine.Sources(n.Scope, module)
	s := &sources{all: make([]*sourceFile, 0, len(found)+len(defaults))}
	if err != nil {
		s.failure = err.Error()
	}
	for _, source := range found {
		s.add(n.sourceFile(source))
	}
	s.regular = s.all
	for _, source := range defaults {
		s.add(n.sourceFile(source))
	}
	s.class = hashText(mix(s.class, uint64(len(found))), s.failure)
	return s
}

func (s *sources) add(at *sourceFile) {
	s.all = append(s.all, at)
	s.computed = s.computed || at.Computed
	s.class = mix(s.class, at.level)
	if at.file != nil {
		s.class = mix(s.class, at.file.id)
	}
	if at.file != nil && (at.file.broken || at.file.options) {
		s.marker = mix(s.marker, at.file.id)
	}
}

// sourceFile is a source with its file, once for all nodes.
func (n *Node) sourceFile(s *engine.Source) *sourceFile {
	if at, ok := n.fleet.at.Load(s); ok {
		return at.(*sourceFile)
	}
	at, _ := n.fleet.at.LoadOrStore(s, &sourceFile{s, n.fleet.file(n.engine, s), hashText(0, s.Level.Name)})
	return at.(*sourceFile)
}

// file is what is known of the file of a source; nil when it has none.
func (fleet *Fleet) file(e *engine.Engine, s *engine.Source) *file {
	if s.Path == "" {
		return nil
	}
	doc := e.Document(s)
	if f := fleet.files.at(s.Path, doc); f != nil {
		return f
	}
	f := newFile(doc)
	f.doc, f.project, f.real = doc, fleet.index.files[doc], s.Path
	if doc != nil {
		f.real = fleet.files.realPath(filepath.FromSlash(doc.File.Path))
	}
	return fleet.files.keep(s.Path, f)
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
	r := fleet.index.roots.at(name)
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
	r := fleet.index.roots.at(name)
	return r != nil && slices.ContainsFunc(r.definitions, func(d *definition) bool {
		return d.value.Kind() == data.Hash || d.value.Kind() == data.Array
	})
}

// Defined are the root keys that data files of the environment define, in order. The list is shared: nobody may change it.
func (fleet *Fleet) Defined() []string { return fleet.index.defined }

// MeantKey is the defined root key that was probably meant by a name; "" when none is near.
func (fleet *Fleet) MeantKey(name string) string {
	near, _ := fleet.index.names().Meant(name, nil)
	return near
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
