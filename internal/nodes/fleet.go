package nodes

import (
	"iter"
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
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
)

// Fleet holds the nodes of one environment, and what is needed to look up keys on them.
type Fleet struct {
	Project *project.Environment
	// Real are the nodes with facts.
	Real []*Node

	options Options
	project *project.Project
	limits  *limits
	// named reports that the environment's name is that of its directory; otherwise, it may have
	// any name.
	named bool
	// global, own, and modules are the hierarchies of the environment's layers.
	global, own *project.Root
	// roots are the hierarchies of all layers, and locations is the number of locations that a lookup
	// may search in them.
	roots     []*project.Root
	locations int
	index     *index
	required  []Requirement // see Require
	// ways holds the ways in which nodes read files, by match.
	ways      map[*project.Match]*assigned
	variables map[string]*variable
	// isNested reports that ways set both a variable and a part of it.
	isNested bool

	// base is what is known of a node that reads only files that all nodes read.
	base *assignment

	// looking is held while keys are evaluated on real nodes, because these cache results during
	// that time.
	looking sync.Mutex

	mu      sync.Mutex
	engines map[string]*engine.Engine // by the name of the environment
	// derived are the nodes of ways, and needing those of requirements, by the id of their assignment.
	derived map[*assignment]*Node
	needing map[uint64]*Node
	files   *files
	known   map[*facts.Node]*nodeFiles // see FilesRead
	groups  sync.Map                   // *sourceFiles by *config.SourceGroup
	// evaluated holds keys as they were before an edit; nil if there was none.
	evaluated *evaluated
}

// newFleet returns the nodes of an environment, or nil if it has neither a hierarchy nor data that
// must belong to one elsewhere. before is the index of the project before an edit; may be nil.
func newFleet(p *project.Project, e *project.Environment, o Options, l *limits, before *index) *Fleet {
	fleet := &Fleet{
		Project: e, project: p, options: o, limits: l,
		named:  e.Dir != "" && filepath.Base(filepath.Dir(e.Dir)) == "environments",
		global: e.Global, own: e.Own,
		engines: map[string]*engine.Engine{}, derived: map[*assignment]*Node{}, base: newAssignment(), files: &files{},
	}
	if fleet.global == nil && fleet.own != nil && fleet.own.Config.Version == 3 {
		// Puppet rejects it there, which another rule reports. It is meant for the global layer.
		fleet.global, fleet.own = fleet.own, nil
	}
	fleet.roots = slices.DeleteFunc(append([]*project.Root{fleet.global, fleet.own}, e.Modules...), func(r *project.Root) bool { return r == nil })
	fleet.locations = fleet.countLocations()
	roots := lists.Set(fleet.roots)
	if len(roots) == 0 && len(e.Unclaimed) == 0 {
		return nil
	}
	fleet.index = newIndex(p, roots, e.Unclaimed, before)
	fleet.index.complete()
	fleet.variables = newVariables(p, roots)
	fleet.ways = map[*project.Match]*assigned{}
	same := map[uint64]*assignment{}
	most := fleet.maxWays()
	for _, f := range p.Files {
		for i := range f.Matches {
			if m := &f.Matches[i]; roots[m.Root] {
				if a := fleet.assignmentOf(m); a != nil {
					if a.remember(); same[a.id()] == nil {
						same[a.id()] = a.assignment
						a.isOmitted = len(same) > most
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

// engine returns the engine for the environment under a name.
func (fleet *Fleet) engine(name string) *engine.Engine {
	fleet.mu.Lock()
	defer fleet.mu.Unlock()
	if e := fleet.engines[name]; e != nil {
		return e
	}
	o := engine.Options{
		Environment: fleet.Project.Environment, Store: fleet.project.Store, Puppet: fleet.options.Puppet,
		Incomplete: true, SkipUnknown: true, Observe: true, PrivateKeys: fleet.options.PrivateKeys, Lenient: fleet.options.Lenient,
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

// Release drops what lookups have cached. It is called when an environment is no longer needed and there are many.
func (fleet *Fleet) Release() {
	fleet.mu.Lock()
	defer fleet.mu.Unlock()
	fleet.engines, fleet.derived, fleet.needing = map[string]*engine.Engine{}, map[*assignment]*Node{}, nil
	fleet.groups.Clear()
}

// remembered caches the results of a function. Nodes repeat requests for few directories, and
// reading them is slow.
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

// renamed returns the environment with another name, without its own hierarchy if that is used as
// the global one.
func (fleet *Fleet) renamed(name string) *environment.Environment {
	e := fleet.Project.Environment
	if fleet.own != nil {
		if other, err := environment.Open(e.Dir, environment.Options{Store: fleet.project.Store, Name: name, ModulePath: e.ModulePath}); err == nil {
			return other
		}
	}
	return environment.New(name, fleet.project.Store, e.Modules()...)
}

// Node is a node on which keys are looked up.
type Node struct {
	// Name is the certname of a real node; "" for a derived one.
	Name string
	// Environment is the name of its environment.
	Environment string
	// Scope holds its variables; nil except while keys are evaluated on it, unless it is the node
	// of a way.
	Scope *engine.Scope

	fleet    *Fleet
	engine   *engine.Engine
	facts    *facts.Node // of a real node
	number   int         // of a real node, in the order of the facts
	assigned *assignment // of a derived node
	crashed  bool        // reading a real node's sources crashed
	like     [2]*Node    // the nodes of the two ways that a derived node combines; nil for others

	mu        sync.Mutex
	own       *sources // of the global and environment layers
	ofModules map[string]*sources
	variables map[string]variableHash
	kept      *nodeFiles // see FilesRead
	waking    sync.Mutex
}

// variableHash is the hash of a variable's value, if that alone determines the result of a lookup
// that reads it.
type variableHash struct {
	hash    uint64
	decides bool
}

func (fleet *Fleet) realNode(n *facts.Node) *Node {
	name := fleet.Project.Name
	if !fleet.named && n.Environment != "" {
		name = n.Environment
	}
	return &Node{Name: n.Certname, Environment: name, fleet: fleet, engine: fleet.engine(name), facts: n, number: len(fleet.Real)}
}

// anotherEnvironment is the name of an environment that no file is for.
const anotherEnvironment = "any_environment"

// derivedNode returns the node of an assignment.
func (fleet *Fleet) derivedNode(a *assignment) *Node {
	name := fleet.Project.Name
	if value, ok := a.lookup(facter.Environment); ok {
		name = value
	} else if !fleet.named && fleet.variables[facter.Environment] != nil {
		name = anotherEnvironment
	}
	return &Node{Environment: name, fleet: fleet, engine: fleet.engine(name), assigned: a}
}

// pairNode returns the derived node that combines two ways.
func (fleet *Fleet) pairNode(p pair) *Node {
	n := fleet.derivedNode(p.both)
	a, b := fleet.wayNode(p.of[0]), fleet.wayNode(p.of[1])
	if !fleet.isNested && a.engine == n.engine && b.engine == n.engine {
		n.like = [2]*Node{a, b}
	}
	return n
}

// wayNode returns the node of a way, which decides several keys.
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

// maxNeedingNodes is the maximum number of nodes of requirements that are kept.
const maxNeedingNodes = 10_000

// needingNode returns the node of a requirement, which several keys may need. isKept is false for a
// node that is not prepared, because there are too many.
func (fleet *Fleet) needingNode(a *assignment) (n *Node, isKept bool) {
	id := a.id()
	fleet.mu.Lock()
	n, count := fleet.needing[id], len(fleet.needing)
	fleet.mu.Unlock()
	if n != nil {
		return n, true
	}
	n = fleet.derivedNode(a)
	if count >= maxNeedingNodes {
		return n, false
	}
	n.prepare()
	fleet.mu.Lock()
	defer fleet.mu.Unlock()
	if other := fleet.needing[id]; other != nil {
		return other, true
	}
	if fleet.needing == nil {
		fleet.needing = map[uint64]*Node{}
	}
	fleet.needing[id] = n
	return n, true
}

// prepare creates the scope of a node, and forget removes it with everything that was cached for
// it, because there are many nodes.
func (n *Node) prepare() {
	switch {
	case n.like[0] != nil:
		n.Scope = engine.CombineScopes(n.like[0].Scope, n.like[1].Scope, n.assigned.scope)
	case n.assigned != nil:
		n.Scope = engine.NewScope(n.assigned.scope())
	default:
		n.Scope = realScope(n.facts)
	}
}

// sound returns those real nodes that have not crashed.
func sound(nodes []*Node) []*Node {
	return lists.Filter(nodes, func(n *Node) bool { return !n.crashed })
}

// look prepares a real node and determines its sources.
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

func (n *Node) forget() {
	if n.facts != nil && n.own != nil && n.fleet.options.KeepsFilesRead {
		n.kept = &nodeFiles{n.own, n.ofModules}
	}
	n.Scope, n.own, n.ofModules, n.variables = nil, nil, nil, nil
}

// sources are the places that lookups for a node search in the global and environment layers, or in
// one module.
type sources struct {
	// groups are all of them, and regular those that are not in a default_hierarchy.
	groups, regular []*sourceFiles
	// failure is the error if Puppet rejects a configuration.
	failure string
	// marker is the same for nodes that read the same files among those that affect every lookup:
	// files that cannot be read, and files with lookup_options.
	marker uint64
	// computed reports that a function may answer differently on each node.
	computed bool
	// class is the same for nodes with the same places.
	class uint64
}

// all iterates over the sources.
func (s *sources) all() iter.Seq[*sourceFile] {
	return func(yield func(*sourceFile) bool) {
		for _, group := range s.groups {
			for i := range group.all {
				if !yield(&group.all[i]) {
					return
				}
			}
		}
	}
}

// defining iterates over the sources in some groups whose files define a root key, with the index of
// its entry in the file.
func defining(groups []*sourceFiles, r *root) iter.Seq2[*sourceFile, int] {
	return func(yield func(*sourceFile, int) bool) {
		for _, group := range groups {
			if !group.present.mayHave(r) {
				continue
			}
			for i := range group.all {
				at := &group.all[i]
				if entry, ok := at.file.entry(r); ok && !yield(at, entry) {
					return
				}
			}
		}
	}
}

// sourceFiles is a group of sources with their files. The hashes are those of sources.
type sourceFiles struct {
	all []sourceFile
	// present is the union of those of the files.
	present       keyFilter
	marker, class uint64
	computed      bool
	isMarked      bool // marker counts
}

// sourceFile is a source with its file.
type sourceFile struct {
	*config.Source
	file  *file
	level uint64 // the hash of the level's name
}

// file is a data file as nodes read it.
type file struct {
	id  uint64
	doc *data.Document
	// project is the file in the project; nil if it is not part of it.
	project *project.File
	// real is the path of the file without symbolic links.
	real   string
	broken bool
	// options reports that it has lookup_options.
	options bool
	keys    map[string]int // the index of each key's entry in the file
	present keyFilter
}

// keyFilter is a Bloom filter of keys: if not all bits of a key are set, it is not among them.
type keyFilter [4]uint64

func (f *keyFilter) add(r *root) { f[r.hash&3] |= r.bits() }

func (f *keyFilter) mayHave(r *root) bool { return f[r.hash&3]&r.bits() == r.bits() }

// sourcesOf returns the sources of the node, determined once.
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
	s := &sources{groups: make([]*sourceFiles, 0, len(found)+len(defaults))}
	if err != nil {
		s.failure = err.Error()
	}
	for _, group := range found {
		s.add(n.sourceFiles(group))
	}
	s.regular = s.groups
	for _, group := range defaults {
		s.add(n.sourceFiles(group))
	}
	s.class = hashText(mix(s.class, uint64(len(found))), s.failure)
	return s
}

func (s *sources) add(group *sourceFiles) {
	s.groups = append(s.groups, group)
	s.computed = s.computed || group.computed
	s.class = mix(s.class, group.class)
	if group.isMarked {
		s.marker = mix(s.marker, group.marker)
	}
}

// sourceFiles returns sources with their files, once for all nodes.
func (n *Node) sourceFiles(group *config.SourceGroup) *sourceFiles {
	if known, ok := n.fleet.groups.Load(group); ok {
		return known.(*sourceFiles)
	}
	of := &sourceFiles{all: make([]sourceFile, len(group.Sources))}
	for i, source := range group.Sources {
		of.all[i] = sourceFile{source, n.fleet.file(n.engine, source), hashText(0, source.Level.Name)}
		of.add(&of.all[i])
	}
	known, _ := n.fleet.groups.LoadOrStore(group, of)
	return known.(*sourceFiles)
}

func (group *sourceFiles) add(at *sourceFile) {
	group.computed = group.computed || at.Computed
	group.class = mix(group.class, at.level)
	if at.file == nil {
		return
	}
	group.class = mix(group.class, at.file.id)
	for i, bits := range at.file.present {
		group.present[i] |= bits
	}
	if at.file.broken || at.file.options {
		group.isMarked, group.marker = true, mix(group.marker, at.file.id)
	}
}

// file returns the file of a source; nil if it has none.
func (fleet *Fleet) file(e *engine.Engine, s *config.Source) *file {
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

// hasHierarchy reports whether there is a hierarchy in which nodes find values.
func (fleet *Fleet) hasHierarchy() bool { return len(fleet.roots) > 0 }

// Hierarchy returns the configuration of a layer; nil if there is none.
func (fleet *Fleet) Hierarchy(layer config.Layer, module string) *project.Root {
	for _, r := range fleet.roots {
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

// Presence returns the presence of a key's module. Keys without a module are treated as if it were
// present.
func (fleet *Fleet) Presence(name string) project.Presence {
	k, err := key.Parse(name)
	if err != nil || !k.Qualified() {
		return project.Present
	}
	return fleet.Project.Presence(k.Module())
}

// IsStructure reports whether data files of the environment define a root key as a hash or array.
func (fleet *Fleet) IsStructure(name string) bool {
	r := fleet.index.roots.at(name)
	return r != nil && slices.ContainsFunc(r.definitions, func(d *definition) bool {
		return d.value.Kind() == data.Hash || d.value.Kind() == data.Array
	})
}

// Defined returns the root keys that data files of the environment define, sorted. The list is
// shared and must not be changed.
func (fleet *Fleet) Defined() []string { return fleet.index.defined }

// MeantKey returns the defined root key that was probably meant by a name; "" if there is no
// similar one.
func (fleet *Fleet) MeantKey(name string) string {
	near, _ := fleet.index.names().Meant(name, nil)
	return near
}

// Unseen returns the data of the global and environment layers that is missing from the tree, so
// that any key may be defined there.
func (fleet *Fleet) Unseen() []project.UnseenData {
	var unseen []project.UnseenData
	for _, root := range []*project.Root{fleet.global, fleet.own} {
		if root != nil {
			unseen = append(unseen, fleet.project.UnseenData(root)...)
		}
	}
	return unseen
}

// LacksData reports whether data of the global or environment layer is, or may be, missing from the
// tree.
func (fleet *Fleet) LacksData() bool {
	return slices.ContainsFunc([]*project.Root{fleet.global, fleet.own}, func(r *project.Root) bool { return r != nil && fleet.project.LacksData(r) })
}

// MayBeElsewhere reports whether data that is missing from the tree, or a module that is not installed,
// may define a root key, so that a reference in a data file may be valid although no known data
// answers it.
func (fleet *Fleet) MayBeElsewhere(doc *data.Document, root string) bool {
	return fleet.Presence(root) == project.Expected || fleet.LacksData() && fleet.Settled(doc, root) == nil
}

// Name returns the path of the environment's hiera.yaml, or of its directory if there is none, as
// shown to users.
func (fleet *Fleet) Name() string {
	switch roots := fleet.roots; {
	case fleet.own != nil:
		return fleet.own.Path
	case fleet.global != nil:
		return fleet.global.Path
	case len(roots) > 0:
		return roots[0].Path
	}
	return fleet.project.Store.Name(fleet.Project.Dir)
}

// IsHierarchy reports whether a document is the configuration of one of the layers.
func (fleet *Fleet) IsHierarchy(doc *data.Document) bool {
	return slices.ContainsFunc(fleet.roots, func(r *project.Root) bool { return r.Config.Doc == doc })
}
