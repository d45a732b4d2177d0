// Package search performs lookups: it searches the layers, the levels of their hierarchies, and the
// locations of the levels for the key, and merges and converts the values according to
// lookup_options.
package search

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/backend"
	"github.com/hieralint/hieralint/engine/internal/budget"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/internal/hierarchy"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/internal/loader"
	"github.com/hieralint/hieralint/engine/internal/scope"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/memo"
)

// Space is what the lookups in one environment search. It is safe for concurrent use.
type Space struct {
	Layers   *hierarchy.Layers
	Backends *backend.Backends
	Loader   *loader.Loader
	Shared   *invocation.Shared
	// NoGlobalLayer corresponds to the setting data_binding_terminus = none.
	NoGlobalLayer bool

	targets    memo.Map[string, *target]
	namespaces memo.Map[string, *namespace]

	patterns lookupoptions.Patterns
	compiled memo.Map[*data.Value, *lookupoptions.Options]
	// options caches options that many nodes have, by their shape.
	options memo.Map[string, *moduleOptions]

	variants     memo.Map[variantsKey, *variants]
	variantCount atomic.Uint32
}

// Node is a space for one node, with the node's hierarchies and lookup_options. It is safe for
// concurrent use.
type Node struct {
	space *Space
	scope *scope.Scope
	like  [2]*Node // nil for a node that does not combine two others
	// traced enables reads. explained reports that the node is used for an explanation.
	traced, explained bool

	// The hierarchies of the layers that every lookup searches; modules holds those of modules.
	// Since classic Hiera reads variables differently, the global layer may have two.
	global, globalHiera3, environment lazyHierarchy
	modules                           memo.Map[*hierarchy.Layer, *lazyHierarchy]

	options        memo.Map[optionsKey, *moduleOptions]
	defaultOptions memo.Map[*hierarchy.Layer, *moduleOptions]

	globalOptions, environmentOptions atomic.Pointer[invocation.Kept]
}

// NewNode returns a node with nothing resolved. traced enables reads.
func (s *Space) NewNode(variables *scope.Scope, traced bool) *Node {
	return &Node{space: s, scope: variables, traced: traced}
}

// Scope returns the variables of the node.
func (n *Node) Scope() *scope.Scope { return n.scope }

// Fresh returns the node with nothing resolved, for an explanation.
func (n *Node) Fresh() *Node {
	return &Node{space: n.space, scope: n.scope, traced: n.traced, explained: true}
}

// resolved is a hierarchy of the node with the backends of its levels.
type resolved struct {
	levels, defaults backend.Levels
	err              *outcome.Error
	record           *invocation.Record
	optionsShape     optionsShape
}

type lazyHierarchy struct {
	once sync.Once
	resolved

	outlined sync.Once
	outline  *outline // nil if there is none
}

// lazy returns the cached hierarchy of a layer. hiera3 means that variables are read as by classic
// Hiera.
func (n *Node) lazy(l *hierarchy.Layer, hiera3 bool) *lazyHierarchy {
	switch {
	case l.Kind == config.Global && hiera3:
		return &n.globalHiera3
	case l.Kind == config.Environment:
		return &n.environment
	case l.Kind != config.Module:
		return &n.global
	}
	return n.modules.Of(l, func() *lazyHierarchy { return &lazyHierarchy{} })
}

// outline returns the outline of a layer's hierarchy; nil if it must be resolved as a whole.
func (n *Node) outline(l *hierarchy.Layer, hiera3 bool) *outline {
	lazy := n.lazy(l, hiera3)
	lazy.outlined.Do(func() {
		if o, ok := n.space.variantsOf(l, hiera3 && l.Kind == config.Global, n.scope).outline(n); ok {
			lazy.outline = o
		}
	})
	return lazy.outline
}

// hierarchy returns the hierarchy of a layer. hiera3 means that variables are read as by classic
// Hiera.
func (n *Node) hierarchy(l *hierarchy.Layer, hiera3 bool) *resolved {
	lazy := n.lazy(l, hiera3)
	lazy.once.Do(func() {
		hiera3 := hiera3 && l.Kind == config.Global
		if !n.traced && !n.explained { // their values, reads, and paths depend on the node
			var ok bool
			if lazy.resolved, ok = n.space.variantsOf(l, hiera3, n.scope).resolve(n); ok {
				if !n.scope.Partial {
					lazy.outline = nil // no other node is combined from this one
				}
				return
			}
		}
		h := l.Resolve(n.scope, hiera3)
		b, elsewhere := n.space.Backends, n.scope.NoFileForUnknown
		lazy.resolved = resolved{levels: b.Levels(h.Levels, elsewhere), defaults: b.Levels(h.Defaults, elsewhere), err: h.Err, record: &h.Record}
	})
	return &lazy.resolved
}

// EachLevel visits the levels that may provide data, in order: those of the global and environment
// layers, or those of a module and its default_hierarchy. It returns an error if Puppet rejects the
// configuration of a layer; lookups that reach the layer fail with that error.
func (n *Node) EachLevel(module string, visit func(l *backend.Level, isDefault bool)) error {
	for _, l := range n.space.layersFor(module) {
		switch {
		case l.IsAbsent():
			continue
		case l.Err != nil:
			return l.Err
		}
		h := n.hierarchy(l, false)
		if h.err != nil {
			return h.err
		}
		for _, level := range h.levels.Live {
			visit(level, false)
		}
		for _, level := range h.defaults.Live {
			visit(level, true)
		}
	}
	return nil
}

// Options are the options of a lookup other than its Arguments.
type Options struct {
	// Override and Defaults are hashes by key that are searched before and after all layers; nil if
	// empty.
	Override, Defaults *data.Value
	GlobalOnly         bool
	// ClassicOverrides lists the additional levels of a classic call.
	ClassicOverrides []string
	// Origins enables origins.
	Origins bool
	// Explain records an explanation, limited to lookup_options if OnlyExplainOptions is set; nil
	// if none is wanted.
	Explain            *explain.Recorder
	OnlyExplainOptions bool
	// Budget is a limit shared by several lookups; nil if there is none. LowBudget limits the lookup to a
	// cost that nearly all lookups stay below, and to MaxCost unless that is 0.
	Budget    *budget.Shared
	LowBudget bool
	MaxCost   int
}

// Lookup is one lookup with everything that it references. It is not safe for concurrent use.
type Lookup struct {
	// Record is what has been observed so far.
	Record invocation.Record

	node               *Node
	onlyExplainOptions bool
	outermost          invocation.Invocation
	budget             budget.Lookup
	objects            merge.Objects
	own                invocation.OwnValues
	collected          collectedOptions

	// Memory that nearly every lookup needs.
	stack            [4]string
	collectedEntries [2]collectedEntry
}

// lookups are reused: results do not refer to a Lookup.
var lookups = sync.Pool{New: func() any { return new(Lookup) }}

// Begin starts a lookup, which End must end.
func (n *Node) Begin(ctx context.Context, o Options) *Lookup {
	l := lookups.Get().(*Lookup)
	l.begin(ctx, n, &o)
	return l
}

// Again ends the lookup and begins another one for the same node.
func (l *Lookup) Again(ctx context.Context, o Options) {
	l.budget.End()
	n := l.node
	*l = Lookup{}
	l.begin(ctx, n, &o)
}

func (l *Lookup) begin(ctx context.Context, n *Node, o *Options) {
	l.node, l.onlyExplainOptions = n, o.OnlyExplainOptions
	l.collected = l.collectedEntries[:0]
	l.Record.Traced = o.Origins
	inv := &l.outermost
	inv.Context, inv.Shared, inv.Scope = ctx, n.space.Shared, n.scope
	l.budget.Begin(o.Budget, o.LowBudget, o.MaxCost)
	if o.Explain != nil {
		l.budget.Explain()
	}
	inv.Lookup, inv.Budget, inv.Record = l, &l.budget, &l.Record
	inv.Objects, inv.Own, inv.Explain = &l.objects, &l.own, o.Explain
	l.objects.All, l.objects.Budget = o.Explain != nil, &l.budget
	inv.Override, inv.Defaults, inv.GlobalOnly = o.Override, o.Defaults, o.GlobalOnly
	inv.Hiera3.Overrides = o.ClassicOverrides
	inv.Start(l.stack[:])
}

// End ends the lookup; l must not be used afterwards.
func (l *Lookup) End() {
	l.budget.End()
	*l = Lookup{}
	lookups.Put(l)
}

// Reads returns the variables that were read; nil if the node is not traced.
func (l *Lookup) Reads() []outcome.Read {
	if !l.node.traced {
		return nil // some are missing
	}
	return l.Record.Reads
}

// Explanation returns the recorded explanation; nil if there is none.
func (l *Lookup) Explanation() *explain.Node {
	if l.outermost.Explain == nil {
		return nil
	}
	return l.outermost.Explain.Root(&l.objects)
}

// Exceeded reports that the lookup was abandoned because of LowBudget or Budget.
func (l *Lookup) Exceeded() bool { return l.budget.Exceeded }

// Cost returns what the lookup has cost, in units of work; see package budget.
func (l *Lookup) Cost() int { return l.budget.Cost() }

// Invocation returns the outermost invocation of the lookup.
func (l *Lookup) Invocation() *invocation.Invocation { return &l.outermost }
