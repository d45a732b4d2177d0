package nodes

import (
	"context"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/nodes/vars"
	"github.com/hieralint/hieralint/internal/project"
)

// Question is a lookup on many nodes.
type Question struct {
	// Key is a lookup key, which may have subkeys.
	Key string
	// Chosen selects the nodes; nil selects all.
	Chosen func(*Node) bool
	// Options are the arguments of the lookup.
	Options engine.LookupOptions
}

// Ask looks up a key on the chosen real nodes, or on all derived ones; for the latter, Concerns
// reports which outcomes the chosen ones may have. The cases keep all of their nodes. Ask returns
// nil if no node is chosen.
func (fleet *Fleet) Ask(ctx context.Context, q Question) (*Key, error) {
	of, err := key.Parse(q.Key)
	if err != nil {
		return nil, err
	}
	k := &Key{
		Name: of.Root, Fleet: fleet, root: fleet.askedRoot(of.Root, q.Options),
		text: q.Key, options: q.Options, keepsNodes: true,
	}
	k.options.Budget = &fleet.limits.run
	if len(fleet.Real) > 0 {
		fleet.evaluating.Lock()
		defer fleet.evaluating.Unlock()
		if q.Chosen != nil {
			k.chosen = slices.DeleteFunc(slices.Clone(fleet.Real), func(n *Node) bool { return !q.Chosen(n) })
		} else {
			k.chosen = fleet.Real
		}
		if len(k.chosen) == 0 {
			return nil, nil
		}
		return k, k.askReal(ctx)
	}
	ways := fleet.waysOf(q.Chosen)
	if ways != nil && len(ways) == 0 {
		return nil, nil
	}
	if !fleet.guard("the key "+k.Name, func() { k.askDerived(ctx, ways) }) {
		return nil, fmt.Errorf("the evaluation of `%s` crashed", q.Key)
	}
	return k, ctx.Err()
}

// Readers returns a function that reports whether a node reads a data file, for Question.Chosen. It
// remembers the answers for real nodes.
func (fleet *Fleet) Readers(f *project.File) func(*Node) bool {
	ways := fleet.assignmentsOf(index.MatchesOf(f))
	known := map[*Node]bool{}
	return func(n *Node) bool {
		if n.assigned != nil {
			return slices.ContainsFunc(ways, func(way *assigned) bool { return n.assigned.Has(way.Assignment) })
		}
		return lists.GetOrPut(known, n, func() bool { return slices.Contains(n.Files(), f.Doc) })
	}
}

// ParseType parses a type expression, with the aliases of the environment's modules.
func (fleet *Fleet) ParseType(text string) (types.Type, error) {
	return fleet.engine(fleet.Project.Name).ParseType(text)
}

// askedRoot returns a root key, which may be undefined, as a lookup with its own merge strategy
// finds it.
func (fleet *Fleet) askedRoot(name string, o engine.LookupOptions) *index.Root {
	r := fleet.index.Ensure(name)
	if o.Merge == nil {
		return r
	}
	asked, c := *r, *r.Closure
	asked.Merged, asked.Closure = true, &c
	c.Roots = append([]*index.Root{&asked}, c.Roots[1:]...)
	return &asked
}

// askReal evaluates the key on the chosen nodes.
func (k *Key) askReal(ctx context.Context) error {
	k.nodes = len(k.chosen)
	for some := range slices.Chunk(k.chosen, nodesTogether) {
		together, err := k.Fleet.classesOf(ctx, some)
		if err != nil {
			return err
		}
		d := newDivision(together)
		k.next = 0
		if !k.Fleet.guard("the key "+k.Name, func() { k.addAll(ctx, d, math.MaxInt) }) {
			return fmt.Errorf("the evaluation of `%s` crashed", k.Name)
		}
		for _, n := range some {
			n.forget()
		}
	}
	return ctx.Err()
}

// maxAskedLocations is the maximum number of locations that the derived nodes of a question have
// together: each of them takes microseconds if the origins of values are traced.
const maxAskedLocations = 1_000_000

// askDerived evaluates the key on derived nodes.
func (k *Key) askDerived(ctx context.Context, ways []*vars.Assignment) {
	if k.root.Closure.TooLarge {
		k.giveUp(k.Fleet.wayNode(k.Fleet.base), tooManyReferences)
		return
	}
	found := k.Fleet.candidates(k.root)
	alone := found.alone()
	pairs, _, complete := found.pairs(nil, maxAskedLocations)
	k.asked = newAsked(ways, alone)
	pairs = append(pairs, k.asked.pairs(alone, pairs)...)
	if most := max(maxAskedLocations/k.Fleet.locations, 1); len(alone)+len(pairs) > most {
		alone, complete = alone[:min(len(alone), most)], false
		pairs = pairs[:min(len(pairs), most-len(alone))]
	}
	k.nodes = len(alone) + len(pairs)
	for _, a := range alone {
		k.addOnce(ctx, k.Fleet.derivedNode(a))
	}
	for _, p := range pairs {
		k.addOnce(ctx, k.Fleet.pairNode(p))
	}
	if !complete {
		k.giveUp(k.Fleet.wayNode(k.Fleet.base), tooManyNodes)
	}
}

// Concerns reports whether a chosen node may have the outcome.
func (k *Key) Concerns(c *Case) bool {
	return slices.ContainsFunc(c.Nodes, k.asked.concerns)
}

// waysOf returns the ways in which chosen nodes read files, which may be none; nil for all nodes.
func (fleet *Fleet) waysOf(chosen func(*Node) bool) []*vars.Assignment {
	if chosen == nil || chosen(fleet.derivedNode(fleet.base)) {
		return nil
	}
	return slices.DeleteFunc(fleet.allWays(), func(a *vars.Assignment) bool { return !chosen(fleet.derivedNode(a)) })
}

// asked selects derived nodes by the ways in which they read files. The zero value selects all.
type asked struct {
	ways []*vars.Assignment // nil for all nodes
	// deciding are those of ways that decide the key.
	deciding map[*vars.Assignment]bool
	// implied are the ways that decide the key on all nodes of one of ways.
	implied map[*vars.Assignment][]*vars.Assignment
	// evaluated are the nodes on which the key is evaluated.
	evaluated map[uint64]bool
}

// newAsked selects nodes by ways, for a key that is evaluated on the nodes of alone.
func newAsked(ways, alone []*vars.Assignment) asked {
	a := asked{ways: ways, deciding: map[*vars.Assignment]bool{}, implied: map[*vars.Assignment][]*vars.Assignment{}, evaluated: vars.IDs(alone)}
	for _, way := range ways {
		a.deciding[way] = a.evaluated[way.ID()]
		a.implied[way] = lists.Filter(alone, func(other *vars.Assignment) bool { return !other.IsEmpty() && way.Has(other) })
	}
	return a
}

// pairs returns the nodes that combine a deciding way with another one and are not among those
// known.
func (a asked) pairs(alone []*vars.Assignment, known []pair) []pair {
	var pairs []pair
	seen := map[uint64]bool{}
	for _, p := range known {
		seen[p.both.ID()], a.evaluated[p.both.ID()] = true, true
	}
	for _, way := range a.ways {
		if !a.deciding[way] {
			continue
		}
		for _, other := range alone {
			if other.IsEmpty() || other.ID() == way.ID() {
				continue
			}
			if both := vars.Join(way, other); both != nil && !seen[both.ID()] {
				seen[both.ID()], a.evaluated[both.ID()] = true, true
				pairs = append(pairs, pair{both: both, of: [2]*vars.Assignment{way, other}})
			}
		}
	}
	return pairs
}

// concerns reports whether a fact about a node may apply to a selected one: nothing known of the node
// contradicts a way, and no other evaluated node represents those of the way that it agrees with.
func (a asked) concerns(n *Node) bool {
	return a.ways == nil || n.assigned == nil || slices.ContainsFunc(a.ways, func(way *vars.Assignment) bool {
		return n.assigned.Agrees(way) && !slices.ContainsFunc(a.implied[way], func(other *vars.Assignment) bool {
			if n.assigned.Has(other) {
				return false
			}
			both := vars.Join(n.assigned, other)
			return both != nil && (a.deciding[way] && other.ID() == way.ID() || a.evaluated[both.ID()])
		})
	})
}

// Match returns a function that selects nodes by certname, with globs as patterns, or by the
// value of a variable: VARIABLE=VALUE.
func Match(patterns []string) (func(*Node) bool, error) {
	for _, pattern := range patterns {
		if _, err := path.Match(pattern, ""); err != nil {
			return nil, fmt.Errorf("invalid glob `%s`: %w", pattern, err)
		}
	}
	return func(n *Node) bool {
		return slices.ContainsFunc(patterns, func(pattern string) bool {
			if variable, value, ok := strings.Cut(pattern, "="); ok {
				found, known := n.Value(variable)
				return known && found == value
			}
			name := n.Name
			if name == "" {
				name, _ = n.Value("trusted.certname")
			}
			matches, err := path.Match(pattern, name)
			return matches && err == nil
		})
	}, nil
}
