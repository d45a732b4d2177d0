package nodes

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/nodes/vars"
)

const (
	// maxPairs is the default of Sides.MaxPairs.
	maxPairs = 5000
	// maxDistinguished is the maximum number of pairs to compare among those that a side distinguishes. Nobody reads a
	// longer report about one key.
	maxDistinguished = 20_000
)

// comparedNodes are the derived nodes on which the outcomes for a key may differ.
type comparedNodes struct {
	alone []*vars.Assignment
	pairs []pair
	// touched are the assignments under which nodes read a changed file that sets the key, or one that it references,
	// differently.
	touched []*vars.Assignment
	// locations is the number of locations that could be evaluated in the time that it takes to find the nodes.
	locations int
	// complete is false if nodes are missing, because there are too many or finding them takes too long.
	complete bool
}

// candidates returns the derived nodes on which the outcomes for a key may differ: those that either side
// distinguishes, and those that satisfy both a touched assignment and another one. most is the maximum number of
// locations that could be evaluated meanwhile.
func (s *Sides) candidates(before, after *index.Root, most int) comparedNodes {
	sides := []*candidates{s.Before.candidates(before), s.After.candidates(after)}
	n := comparedNodes{
		alone:    vars.Distinct(slices.Concat(sides[0].alone(), sides[1].alone())),
		touched:  vars.Distinct(slices.Concat(s.touchedWays(0, before), s.touchedWays(1, after))),
		complete: true,
	}
	seen := vars.IDs(n.alone)
	addPair := func(p pair) {
		if id := p.both.ID(); !seen[id] {
			if seen[id] = true; len(n.pairs) < maxDistinguished {
				n.pairs = append(n.pairs, p)
			} else {
				n.complete = false
			}
		}
	}
	for _, side := range sides {
		distinguished, locations, isAll := side.pairs(nil, most-n.locations)
		for _, p := range distinguished {
			addPair(p)
		}
		n.locations += locations
		n.complete = n.complete && isAll
	}
	isTouched := vars.IDs(n.touched)
	known := lists.Filter(n.alone, func(a *vars.Assignment) bool { return !a.IsEmpty() })
	changed := lists.Filter(known, func(a *vars.Assignment) bool { return s.reordered || isTouched[a.ID()] })
	more, joined := 0, 0
	for i, a := range known {
		others := changed // those after a
		if len(changed) > 0 && changed[0] == a {
			others, changed = known[i+1:], changed[1:]
		}
		for _, b := range others {
			if joined++; n.locations+joined/joinsPerLocation > most {
				n.locations, n.complete = most+1, false
				return n
			}
			both := vars.Join(a, b)
			if both == nil || seen[both.ID()] {
				continue
			}
			if more++; more > cmp.Or(s.MaxPairs, maxPairs) {
				n.complete = false
				return n
			}
			addPair(pair{both: both, of: [2]*vars.Assignment{a, b}})
		}
	}
	n.locations += joined / joinsPerLocation
	return n
}

// touchedWays returns the assignments of a side under which nodes read changed files that set the key, or one that it
// references, differently, or that have different lookup_options.
func (s *Sides) touchedWays(side int, r *index.Root) []*vars.Assignment {
	var all []*vars.Assignment
	fleet := s.fleet(side)
	for _, of := range r.Closure.Roots {
		for _, d := range of.Definitions {
			other, isChanged := s.changed[side][d.File]
			if !isChanged || !differsIn(d.File, other, of.Name) {
				continue
			}
			for _, a := range fleet.assignmentsOf(d.Matches) {
				if of.IsIn(a.layer, a.module) {
					all = append(all, a.Assignment)
				}
			}
		}
	}
	options := s.changedOptions(side)
	for _, of := range r.Closure.Roots {
		for _, i := range options.finder.Find(of.Name) {
			for _, a := range fleet.assignmentsOf(options.files[i].Matches) {
				all = append(all, a.Assignment)
			}
		}
	}
	return all
}

// nodePair is a real node before and after the change.
type nodePair struct{ before, after *Node }

// nodePairs returns the chosen real nodes that exist on both sides.
func (s *Sides) nodePairs() []nodePair {
	s.pairing.Do(func() { s.pairs = s.findNodePairs() })
	return s.pairs
}

func (s *Sides) findNodePairs() []nodePair {
	before := map[*facts.Node]*Node{}
	for _, n := range s.Before.Real {
		before[n.facts] = n
	}
	var all []nodePair
	for _, n := range s.After.Real {
		if b := before[n.facts]; b != nil && (s.Chosen == nil || s.Chosen(n)) {
			all = append(all, nodePair{b, n})
		}
	}
	return all
}

// compareReal evaluates keys on the nodes whose facts are given.
func (s *Sides) compareReal(ctx context.Context, names []string, differ func(name string, before, after *Case) bool, observe func(*Compared)) error {
	all := s.nodePairs()
	keys := make([]*comparison, len(names))
	for i, name := range names {
		keys[i] = s.newComparison(name, len(all), engine.LookupOptions{}, 0, differ)
		keys[i].Nodes = len(all)
	}
	for chunk := range slices.Chunk(all, nodesTogether) {
		together, err := classesOfPairs(ctx, chunk, s.After.options.Workers)
		if err != nil {
			return err
		}
		if err := s.compareTogether(ctx, keys, together); err != nil {
			return err
		}
		for _, n := range chunk {
			n.before.forget()
			n.after.forget()
			if s.After.options.Done != nil {
				s.After.options.Done()
			}
		}
	}
	for _, c := range keys {
		if err := ctx.Err(); err != nil {
			return err
		}
		if c.Pairs = c.all; len(c.Pairs) > 0 {
			observe(c.Compared)
		}
	}
	return ctx.Err()
}

// compareTogether evaluates keys on real nodes before and after the change, with shares of the work that is left, as
// Fleet.evaluateTogether does.
func (s *Sides) compareTogether(ctx context.Context, keys []*comparison, together *classes) error {
	isPending := func(c *comparison) bool { return !c.isGivenUp && c.next < len(together.sides[0]) }
	for _, c := range keys {
		c.next = 0
	}
	left := &s.After.limits.changed
	for keys = lists.Filter(keys, isPending); len(keys) > 0; keys = lists.Filter(keys, isPending) {
		share := max(left.get()/len(keys), minCostOnReal)
		isLast := share == minCostOnReal
		var spent atomic.Int64
		err := inChunks(ctx, s.After.options.Workers, keys, keysTogether, func(ctx context.Context, some []*comparison) error {
			d := newDivision(together)
			for _, c := range some {
				before := c.cost()
				c.isGivenUp = !s.After.guard("the key "+c.Name, func() { c.addAll(ctx, d, before+share) })
				if err := ctx.Err(); err != nil {
					return err
				}
				if spent.Add(int64(c.cost() - before)); isLast && isPending(c) {
					s.limit(c.Name)
					c.isGivenUp = true
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		left.spend(int(spent.Load()))
	}
	return nil
}

// classesOfPairs is Fleet.classesOf for nodes before and after a change.
func classesOfPairs(ctx context.Context, chunk []nodePair, workers int) (*classes, error) {
	if err := findSources(ctx, workers, lists.FlatMap(chunk, func(p nodePair) []*Node { return []*Node{p.before, p.after} })); err != nil {
		return nil, err
	}
	var before, after []*Node
	for _, p := range chunk {
		if !p.before.crashed && !p.after.crashed {
			before, after = append(before, p.before), append(after, p.after)
		}
	}
	return classify(before, after), nil
}

// addAll evaluates the key on nodes, except those that are done, until it has cost most.
func (c *comparison) addAll(ctx context.Context, d *division, most int) {
	d.divide(c.before.root, c.after.root)
	before, after := d.sides[0], d.sides[1]
	if c.before.isPlain() && c.after.isPlain() && !d.computed {
		at := 0
		for _, p := range d.parts {
			if at += p.count; at <= c.next {
				continue
			}
			if c.cost() >= most {
				return
			}
			if pair := c.pair(c.before.caseOf(ctx, before[p.first]), c.after.caseOf(ctx, after[p.first])); pair != nil {
				for i := range d.nodesOf(p) {
					pair.Nodes = append(pair.Nodes, after[i])
				}
			}
			c.next = at
		}
		return
	}
	known := [2]map[uint64]*Case{{}, {}}
	at := 0
	for _, p := range d.parts {
		for i := range d.nodesOf(p) {
			if at++; at <= c.next {
				continue
			}
			if c.cost() >= most {
				return
			}
			part := d.partOf(i)
			if pair := c.pair(c.before.addReal(ctx, before[i], part, known[0]), c.after.addReal(ctx, after[i], part, known[1])); pair != nil {
				pair.Nodes = append(pair.Nodes, after[i])
			}
			c.next = at
		}
	}
}
