package nodes

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/index"
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
		if c.AddedOrRemoved {
			with := newFleet(p, fleet.Project, o, all.limits, fleet.index)
			with.files, with.evaluated = fleet.files, fleet.evaluated.none()
			with.Require(fleet.required)
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
		ways: fleet.ways, variables: fleet.variables, base: fleet.base, engines: map[string]*engine.Engine{}, derived: map[*vars.Assignment]*Node{},
		files: fleet.files, isNested: fleet.isNested, limits: l,
	}
	roots := lists.Set(with.roots)
	if with.index = fleet.index.With(roots, c); with.index == nil {
		with.index = index.New(p.FilesOf(with.roots...), roots, with.Project.Unclaimed, fleet.index)
		with.Require(fleet.required)
	}
	with.required, with.needs = fleet.required, maps.Clone(fleet.needs)
	fleet.mu.Lock()
	defer fleet.mu.Unlock()
	for name, e := range fleet.engines {
		with.engines[name] = e.With(p.Store)
	}
	return with
}

// files holds the data files that nodes read, by path. Fleets of edits of one project share them.
type files struct {
	mu     sync.Mutex
	byPath map[string]*file
	count  uint64            // number of files that ever existed
	dirs   map[string]string // without symbolic links
}

// at returns the file at a path; nil if it is unknown or has a different content.
func (all *files) at(path string, doc *data.Document) *file {
	all.mu.Lock()
	defer all.mu.Unlock()
	if f := all.byPath[path]; f != nil && f.doc == doc {
		return f
	}
	return nil
}

// keep stores the file at a path, unless another goroutine has already done so, and returns the
// stored one.
func (all *files) keep(path string, f *file) *file {
	all.mu.Lock()
	defer all.mu.Unlock()
	if other := all.byPath[path]; other != nil && other.doc == f.doc {
		return other
	}
	all.count++
	f.id = all.count
	if all.byPath == nil {
		all.byPath = map[string]*file{}
	}
	all.byPath[path] = f
	return f
}

// realPath resolves symbolic links in a path, as far as possible.
func (all *files) realPath(path string) string {
	info, err := os.Lstat(path)
	isLink := err == nil && info.Mode()&fs.ModeType != 0
	if isLink || runtime.GOOS == "windows" { // names are case-insensitive
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return real
		}
		return filepath.ToSlash(path)
	}
	dir := filepath.Dir(path)
	all.mu.Lock()
	defer all.mu.Unlock()
	real, known := all.dirs[dir]
	if !known {
		if real, err = filepath.EvalSymlinks(dir); err != nil {
			real = dir
		}
		if all.dirs == nil {
			all.dirs = map[string]string{}
		}
		all.dirs[dir] = real
	}
	return filepath.Join(real, filepath.Base(path))
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
	k.byRoute = nil
	if !k.needsPairsOf(&before.pairs) {
		return nil
	}
	return k
}

// keepsNodes reports whether an edit does not change which nodes a key distinguishes: the same
// files define it and the keys that its values reference, and these read the same variables.
func keepsNodes(r, before *index.Root) bool {
	sameKey := func(a, b *index.Root) bool {
		return a.Name == b.Name && a.IsWanted == b.IsWanted && a.Merged == b.Merged &&
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
	add := func(s *sources, all bool) {
		k.isComputed = k.isComputed || s.computed
		for at := range s.all() {
			if at.file != nil && at.file.doc != nil && (all || at.file.broken || at.file.options || slices.ContainsFunc(k.root.Closure.Roots, at.file.defines)) {
				c.docs = append(c.docs, at.file.doc)
			}
		}
	}
	add(n.sourcesOf(""), false)
	for _, module := range k.root.Closure.Modules {
		add(n.sourcesOf(module), true)
	}
	k.isComputed = k.isComputed || slices.ContainsFunc(n.assigned.Values, func(v vars.Value) bool { return strings.Contains(v.Value, "%{") })
}

func (f *file) defines(r *index.Root) bool {
	_, ok := f.entry(r)
	return ok
}
