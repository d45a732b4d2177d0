package nodes

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/nodes/sources"
	"github.com/hieralint/hieralint/internal/nodes/vars"
	"github.com/hieralint/hieralint/internal/project"
)

// With returns the inventory after an edit of the project, see project.Changes. It keeps the
// evaluations that the edit does not affect; see also Fleet.Forget. The options must be the same,
// except for callback functions.
func (v *Inventory) With(p *project.Project, c *project.Changes, o Options) *Inventory {
	o.setDefaults()
	all := &Inventory{workers: o.Workers, limits: newLimits(len(p.Files))}
	for _, fleet := range v.Fleets {
		if fleet.requiresOther(c) {
			with := newFleet(p, fleet.Project, o, all.limits, fleet.index)
			with.sources, with.evaluated = sources.NewFinder(fleet.sources.Files(), with.index), fleet.evaluated.none()
			all.Fleets = append(all.Fleets, with)
			continue
		}
		with := fleet.with(p, c, o, all.limits)
		with.evaluated = fleet.evaluated.next()
		all.Fleets = append(all.Fleets, with)
	}
	all.placeAll(o.Nodes)
	return all
}

// with returns the fleet for an edit of the project.
func (fleet *Fleet) with(p *project.Project, c *project.Changes, o Options, l *limits) *Fleet {
	with := &Fleet{
		Project: fleet.Project, project: p, options: o, named: fleet.named, global: fleet.global, own: fleet.own, roots: fleet.roots, locations: fleet.locations,
		ways: fleet.ways, variables: fleet.variables, hasTwin: fleet.hasTwin, base: fleet.base, engines: map[string]*engine.Engine{}, derived: map[*vars.Assignment]*Node{},
		isNested: fleet.isNested, limits: l, listed: fleet.listed, settings: fleet.settings,
	}
	roots := lists.Set(with.roots)
	if with.index = fleet.index.With(roots, c); with.index == nil {
		with.index = index.New(p.FilesOf(with.roots...), roots, with.Project.Unclaimed, fleet.index)
		with.Require(fleet.required)
	} else {
		with.isRequired, with.required, with.needs = true, fleet.required, maps.Clone(fleet.needs)
	}
	isEdited := func(path string) bool {
		return slices.ContainsFunc(c.Files, func(f project.FileChange) bool { return f.Path() == path })
	}
	if with.ListsClassesIn(isEdited) {
		with.isRequired, with.required, with.needs = false, nil, nil // the places of the lists may be others
	}
	with.sources = sources.NewFinder(fleet.sources.Files(), with.index)
	fleet.mu.Lock()
	defer fleet.mu.Unlock()
	for name, e := range fleet.engines {
		with.engines[name] = e.With(p.Store)
	}
	return with
}

// evaluated holds keys that were evaluated, for use after an edit. It is empty until the first
// edit, because most runs have none.
type evaluated struct {
	mu     sync.Mutex
	byName map[string]*evaluatedKey
	cases  int // of all keys
}

// maxKeptCases is the maximum number of cases that are kept.
const maxKeptCases = 20_000

// evaluatedKey is the evaluation of a key. It refers to nothing that an edit replaces except
// values.
type evaluatedKey struct {
	root  *index.Root
	pairs pairsNeeded
	count int // of nodes
	cases []evaluatedCase
}

// evaluatedCase is a case of a key.
type evaluatedCase struct {
	Case  // without nodes
	nodes []*vars.Assignment
	docs  []*data.Document // the documents that decide it
}

// none returns an empty set.
func (*evaluated) none() *evaluated { return &evaluated{byName: map[string]*evaluatedKey{}} }

// next returns the same keys for the next edit.
func (e *evaluated) next() *evaluated {
	if e == nil {
		return e.none()
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return &evaluated{byName: maps.Clone(e.byName), cases: e.cases}
}

// Forget drops the earlier evaluations of all keys of Names except those for which isSame returns
// true. It must be called after an edit of lookup_options, or one after which lookups start or stop
// to fail at a file, since nodes may have to be distinguished that were not before.
func (fleet *Fleet) Forget(isSame func(name string) bool) {
	e := fleet.evaluated
	e.mu.Lock()
	defer e.mu.Unlock()
	for name := range e.byName {
		if !isSame(name) {
			e.drop(name)
		}
	}
}

func (e *evaluated) of(name string) *evaluatedKey {
	if e == nil {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.byName[name]
}

// keep stores a key, and removes others if there are too many. A key whose evaluation was canceled
// is not stored.
func (e *evaluated) keep(ctx context.Context, k *Key) {
	if e == nil || ctx.Err() != nil || k.need() != nil || k.isComputed || k.isExpensive() || len(k.Cases) > maxKeptCases/2 {
		return
	}
	kept := &evaluatedKey{root: k.root, pairs: k.pairs, count: k.nodes, cases: make([]evaluatedCase, len(k.Cases))}
	for i, c := range k.Cases {
		of := evaluatedCase{Case: *c, nodes: make([]*vars.Assignment, len(c.Nodes)), docs: c.docs}
		for j, n := range c.Nodes {
			of.nodes[j] = n.assigned
		}
		of.Node, of.Nodes = nil, nil
		kept.cases[i] = of
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.drop(k.Name)
	for name := range e.byName {
		if e.cases+len(kept.cases) <= maxKeptCases {
			break
		}
		e.drop(name)
	}
	e.byName[k.Name] = kept
	e.cases += len(kept.cases)
}

func (e *evaluated) drop(name string) {
	if k := e.byName[name]; k != nil {
		e.cases -= len(k.cases)
		delete(e.byName, name)
	}
}

// again evaluates a key whose nodes are distinguished as before the edit: only the cases that
// depend on files with different contents are evaluated again. It returns nil if nodes may be
// distinguished differently.
func (fleet *Fleet) again(ctx context.Context, r *index.Root) *Key {
	before := fleet.evaluated.of(r.Name)
	if before == nil || !keepsNodes(r, before.root) {
		return nil
	}
	k := &Key{Name: r.Name, Fleet: fleet, root: r, nodes: before.count, options: engine.LookupOptions{LowBudget: true}, Cases: make([]*Case, len(before.cases))}
	for i := range before.cases {
		c := before.cases[i].Case
		if slices.ContainsFunc(before.cases[i].docs, func(doc *data.Document) bool { return fleet.index.Files[doc] == nil }) {
			n := fleet.derivedNode(before.cases[i].nodes[0])
			n.prepare()
			evaluated := k.evaluate(ctx, n)
			evaluated.Count, evaluated.Needed = c.Count, c.Needed
			n.forget()
			c = *evaluated
		}
		c.Nodes = make([]*Node, len(before.cases[i].nodes))
		for j, a := range before.cases[i].nodes {
			c.Nodes[j] = fleet.derivedNode(a)
		}
		c.Node = c.Nodes[0]
		k.Cases[i] = &c
	}
	if !k.needsPairsOf(&before.pairs) {
		return nil
	}
	return k
}

// keepsNodes reports whether an edit does not change which nodes a key distinguishes: the same
// files define it and the keys that its values reference, and these read the same variables.
func keepsNodes(r, before *index.Root) bool {
	sameKey := func(a, b *index.Root) bool {
		return a.Name == b.Name && a.IsWanted == b.IsWanted && a.Merged == b.Merged && slices.Equal(a.Merges, b.Merges) &&
			slices.Equal(a.References, b.References) && sameVariables(&a.Asks, &b.Asks) &&
			slices.EqualFunc(a.Definitions, b.Definitions, func(x, y *index.Definition) bool {
				return x.File.Path == y.File.Path && slices.Equal(x.Asks.References, y.Asks.References)
			})
	}
	a, b := r.Closure, before.Closure
	return slices.EqualFunc(a.Roots, b.Roots, sameKey) && sameVariables(&index.Asks{Variables: a.Variables}, &index.Asks{Variables: b.Variables}) && slices.Equal(a.Modules, b.Modules)
}

func sameVariables(a, b *index.Asks) bool {
	return slices.EqualFunc(a.Variables, b.Variables, func(x, y key.Key) bool { return x.Text == y.Text })
}

// note records the documents that decide a case that was evaluated on a node.
func (k *Key) note(c *Case, n *Node) {
	add := func(s *sources.Sources, all bool) {
		k.isComputed = k.isComputed || s.Computed
		for at := range s.All() {
			if at.File != nil && at.File.Doc != nil && (all || at.File.Broken || at.File.Options || slices.ContainsFunc(k.root.Closure.Roots, at.File.Defines)) {
				c.docs = append(c.docs, at.File.Doc)
			}
		}
	}
	add(n.sourcesOf(""), false)
	for _, module := range k.root.Closure.Modules {
		add(n.sourcesOf(module), true)
	}
	k.isComputed = k.isComputed || slices.ContainsFunc(n.assigned.Values, func(v vars.Value) bool { return strings.Contains(v.Value, "%{") })
}
