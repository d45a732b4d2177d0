package nodes

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/hashing"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/nodes/sources"
	"github.com/hieralint/hieralint/internal/nodes/vars"
	"github.com/hieralint/hieralint/internal/project"
)

// Key is the evaluation of one key in one environment.
type Key struct {
	// Name is the root key.
	Name  string
	Fleet *Fleet
	// Cases are the distinct outcomes, in the order in which they were found. For derived nodes,
	// the first is for a node that reads only files that all nodes read.
	Cases []*Case

	root        *index.Root
	named       map[*Node]bool // nodes that differ from others only because a requirement names them
	bySignature map[uint64]*Case
	nodes       int         // number of nodes on which it is evaluated, without those of requirements
	definitions Definitions // see its method
	places      *places     // see Extent
	pairs       pairsNeeded // see judgePairs
	isComputed  bool        // a function may answer differently on each node
	answers     Answers     // without those of places, which Answers adds
	crashed     bool        // the evaluation crashed on one of the real nodes
	options     engine.LookupOptions
	next        int  // the index of the next real node
	isGivenUp   bool // because too many real nodes differ
	// cost is what the lookups with a low budget have cost, and maxCost what they may cost; 0 for no limit.
	cost, maxCost int

	// For a Question:
	text       string       // the lookup key, if it is not Name
	keepsNodes bool         // cases keep all of their nodes
	chosen     []*Node      // of the real nodes
	asked      asked        // of the derived nodes
	common     *commonality // see Extent
}

// Written returns the values of the key in all files of the environment.
func (k *Key) Written() iter.Seq[*data.Value] {
	return func(yield func(*data.Value) bool) {
		for _, d := range k.root.Definitions {
			if !yield(d.Value) {
				return
			}
		}
	}
}

// Case is an outcome and the nodes that have it.
type Case struct {
	// Node is the node on which the key was evaluated, the first of Nodes.
	Node *Node
	// Nodes are derived nodes that have the outcome, or examples of real ones; Count is their total
	// number.
	Nodes []*Node
	Count int

	// Result is the result of the lookup, or Err its error. Neither is set if the key was not
	// found; see NotFound.
	Result   *engine.Result
	Err      *outcome.Error
	NotFound bool
	// Needed reports that the nodes need the key; see Requirement.
	Needed bool
	// Entry is the lookup_options entry of the key; nil if there is none.
	Entry *lookupoptions.Entry
	// Values are the values of the key in the node's files, highest priority first, without those
	// of its default_hierarchy.
	Values []Value

	// Merged are the outcomes of lookups with each of the merges of Requirement.Merges.
	Merged []*Case

	keepsNodes bool // instead of only examples of real ones
	settled    bool // the lookup had its whole budget
}

// Value is the value of a key in one file.
type Value struct {
	Layer config.Layer
	// File is the file in the project; nil if it is not part of it.
	File  *project.File
	Level *config.Level
	// Key and Value are the key and value as written.
	Key, Value *data.Value
}

// maxExamples is the number of real nodes that a case keeps.
const maxExamples = 8

// evaluateDerived evaluates root keys on derived nodes.
func (fleet *Fleet) evaluateDerived(ctx context.Context, names []string, observe func(*Key)) error {
	var expensive expensiveKeys
	err := inShares(ctx, fleet.options.Workers, &fleet.limits.combined, names, func(ctx context.Context, name string, s share) (locations int, err error) {
		var k *Key
		if !fleet.guard("the key "+name, func() { k, locations = fleet.evaluate(ctx, name, s) }) {
			return 0, ctx.Err()
		}
		switch {
		case k == nil || ctx.Err() != nil: // k is incomplete
		case k.isUnsettled():
			expensive.add(k)
		default:
			observe(k)
		}
		return locations, ctx.Err()
	})
	if err != nil {
		return err
	}
	return expensive.settle(ctx, observe)
}

// evaluate evaluates a key on derived nodes, and returns the number of locations of those that combine two ways. It
// returns nil if its share of them is too small. The result is incomplete if ctx is done.
func (fleet *Fleet) evaluate(ctx context.Context, name string, s share) (k *Key, locations int) {
	r := fleet.index.Find(name)
	if r == nil {
		return nil, 0
	}
	k = &Key{Name: name, Fleet: fleet, root: r, options: engine.LookupOptions{LowBudget: true}, maxCost: s.cost()}
	if !r.Closure.TooLarge {
		k.cost = r.Closure.Definitions * costPerDefinition
	}
	switch {
	case s.tooSmall(k.locations()):
		return nil, k.locations()
	case r.Closure.TooLarge, k.isSpent():
		k.nodes = 1
		k.giveUp(fleet.wayNode(fleet.base), tooManyReferences)
		return k, k.locations()
	}
	found := fleet.candidates(r)
	alone := k.addAlone(ctx, found.alone())
	if s.tooSmall(k.locations()) {
		return nil, k.locations()
	}
	var pairs []pair
	complete := found.isComplete && !k.isSpent()
	if k.judgePairs(); k.pairs.all || len(k.pairs.clashes) > 0 {
		var isAll bool
		pairs, locations, isAll = found.pairs(k.unlike(), s.most)
		pairs = slices.DeleteFunc(pairs, func(p pair) bool { return !k.pairs.has(p.both) })
		complete = complete && isAll
	}
	if locations += len(pairs) * fleet.locations; s.tooSmall(locations) {
		return nil, locations
	}
	if locations > s.most {
		pairs, complete = pairs[:min(len(pairs), s.most/fleet.locations)], false
	}
	if complete = k.addPairs(ctx, pairs) && complete; !complete {
		k.giveUp(fleet.wayNode(fleet.base), tooManyNodes)
	}
	candidates := slices.Clone(alone)
	for _, p := range pairs {
		candidates = append(candidates, p.both)
	}
	needing := k.countNeeding(len(candidates)) * locationsPerNeeding
	if locations += needing; s.tooSmall(locations) {
		return nil, locations
	}
	if needing <= min(s.most, maxNeeding*locationsPerNeeding) {
		k.addNeeding(ctx, candidates)
	} else if complete {
		k.giveUp(fleet.wayNode(fleet.base), tooManyNodes)
	}
	if locations += k.locations(); s.tooSmall(locations) {
		return nil, locations
	}
	k.bySignature = nil
	return k, locations
}

// addAlone evaluates the key on the nodes of single ways until its budget is spent, but on one at
// least. It returns the ways on which it is evaluated.
func (k *Key) addAlone(ctx context.Context, alone []*vars.Assignment) []*vars.Assignment {
	k.nodes = len(alone)
	for i, a := range alone {
		if k.isSpent() && i > 0 {
			k.nodes = i
			break
		}
		k.add(ctx, k.Fleet.wayNode(a))
	}
	return alone[:k.nodes]
}

// addPairs evaluates the key on the nodes that combine two ways. It returns false if the budget of the
// key is spent before.
func (k *Key) addPairs(ctx context.Context, pairs []pair) bool {
	before := k.nodes
	k.nodes += len(pairs)
	for i, p := range pairs {
		if k.isSpent() {
			k.nodes = before + i
			return false
		}
		k.addOnce(ctx, k.Fleet.pairNode(p))
	}
	return true
}

// KeyOn evaluates a root key on one of the nodes of Cover. It returns nil if no data defines the
// key.
func (fleet *Fleet) KeyOn(ctx context.Context, name string, n *Node) (*Key, error) {
	r := fleet.index.Find(name)
	if r == nil {
		return nil, nil
	}
	k := &Key{Name: name, Fleet: fleet, root: r, nodes: 1}
	evaluate := func() { k.addOnce(ctx, n) }
	if n.facts != nil {
		n = fleet.realNode(n.facts) // the original may be in use
		evaluate = func() { n.findSources(); k.add(ctx, n) }
	}
	if !fleet.guard("the key "+name, evaluate) {
		return nil, nil
	}
	return k, ctx.Err()
}

// addNeeding evaluates the key on the nodes of its requirement, alone and combined with each of the candidates.
func (k *Key) addNeeding(ctx context.Context, candidates []*vars.Assignment) {
	if k.countNeeding(len(candidates)) == 0 {
		return
	}
	for _, a := range k.need().nodes(candidates) {
		if !slices.ContainsFunc(candidates, func(other *vars.Assignment) bool { return other.ID() == a.ID() }) {
			n, isKept := k.Fleet.needingNode(a)
			lists.Put(&k.named, n, true)
			if isKept {
				k.add(ctx, n)
			} else {
				k.addOnce(ctx, n)
			}
		}
	}
}

// addOnce is add for a node on which no other key is evaluated.
func (k *Key) addOnce(ctx context.Context, n *Node) {
	n.prepare()
	k.add(ctx, n)
	n.forget()
}

// add evaluates the key on a node, unless it was evaluated on an equal one.
func (k *Key) add(ctx context.Context, n *Node) *Case {
	c := k.caseOf(ctx, n)
	c.Count++
	c.hold(n)
	return c
}

// caseOf returns the case of a node, which does not hold it yet.
func (k *Key) caseOf(ctx context.Context, n *Node) *Case {
	h := n.signature(k.root)
	k.isComputed = k.isComputed || n.callsFunctions(k.root)
	_, needed := n.needs(k.root)
	if needed {
		h = hashing.Mix(h, 1)
	}
	k.cost += len(k.root.Closure.Roots) / rootsPerCost
	c := k.bySignature[h]
	if c == nil {
		c = k.evaluate(ctx, n)
		c.Needed = needed
		if n.facts != nil {
			k.cost += costPerCase
		}
		k.Cases = append(k.Cases, c)
		lists.Put(&k.bySignature, h, c)
	}
	return c
}

// callsFunctions reports whether a lookup of the key may call a function that may answer
// differently on each node.
func (n *Node) callsFunctions(r *index.Root) bool {
	return n.sourcesOf("").Computed || slices.ContainsFunc(r.Closure.Modules, func(module string) bool { return n.sourcesOf(module).Computed })
}

// hold adds a node to Nodes, in order. It returns false if there are enough before it.
func (c *Case) hold(n *Node) bool {
	if n.assigned != nil {
		c.Nodes = append(c.Nodes, n)
		return true
	}
	at, _ := slices.BinarySearchFunc(c.Nodes, n, func(a, b *Node) int { return cmp.Compare(a.number, b.number) })
	if c.keepsNodes {
		c.Nodes = slices.Insert(c.Nodes, at, n)
		return true
	}
	if at == maxExamples {
		return false
	}
	c.Nodes = slices.Insert(c.Nodes[:min(len(c.Nodes), maxExamples-1)], at, n)
	return true
}

// addAll evaluates the key on real nodes, from the next one on, until it has cost most.
func (k *Key) addAll(ctx context.Context, d *division, most int) {
	d.divide(k.root)
	nodes := d.sides[0]
	if k.isPlain() && !d.computed {
		k.next = len(nodes)
		for _, p := range d.parts {
			c := k.caseOf(ctx, nodes[p.first])
			c.Count += p.count
			for i := range d.nodesOf(p) {
				if !c.hold(nodes[i]) {
					break
				}
			}
		}
		return
	}
	known := map[uint64]*Case{}
	for ; k.next < len(nodes) && k.cost < most; k.next++ {
		k.addReal(ctx, nodes[k.next], d.partOf(k.next), known)
	}
}

// isPlain reports whether the places in the global and environment layers alone determine the
// lookup, and no function is called.
func (k *Key) isPlain() bool {
	return k.need() == nil && len(k.root.Closure.Variables)+len(k.root.Closure.Modules) == 0 && !k.root.Closure.TooLarge
}

// addReal evaluates the key on a real node. known are the cases by what determines the outcome: part
// identifies the places in the global and environment layers.
func (k *Key) addReal(ctx context.Context, n *Node, part uint64, known map[uint64]*Case) *Case {
	switch {
	case k.root.Closure.TooLarge && len(k.Cases) > 0:
		k.Cases[0].Count++
		k.Cases[0].hold(n)
		return k.Cases[0]
	case k.root.Closure.TooLarge:
		return k.giveUp(n, tooManyReferences)
	}
	decides, ok := n.decides(k.root, part)
	if !ok {
		return k.add(ctx, n)
	}
	c := known[decides]
	if c == nil {
		c = k.add(ctx, n)
		known[decides] = c
	} else {
		c.Count++
		c.hold(n)
	}
	return c
}

func (k *Key) evaluate(ctx context.Context, n *Node) *Case {
	c := &Case{Node: n, keepsNodes: k.keepsNodes, Values: n.values(k.root)}
	k.find(ctx, c, n, k.options)
	for _, merge := range k.root.Merges {
		o, merged := k.options, &Case{Values: c.Values}
		o.Merge = merge
		k.find(ctx, merged, n, o)
		c.Merged = append(c.Merged, merged)
	}
	return c
}

// find looks up the key on a node.
func (k *Key) find(ctx context.Context, c *Case, n *Node, o engine.LookupOptions) {
	var err error
	c.NotFound, c.Err = false, nil
	if o.LowBudget && k.maxCost > 0 {
		o.MaxCost = max(k.maxCost-k.cost, 1)
	}
	o.Origins = o.Origins || k.Fleet.options.Origins
	text := k.text
	if text == "" {
		text = Quoted(k.Name)
	}
	c.Result, err = n.engine.Lookup(ctx, n.Scope, o, text)
	var failure *outcome.Error
	if errors.As(err, &failure) {
		if c.NotFound = failure.NotFound; !c.NotFound {
			c.Err = shortened(failure)
		}
	}
	if o.LowBudget {
		k.cost += c.Result.Cost
		c.settled = c.settled || k.isSpent() // given up, as are all further lookups of the key
	}
	c.Entry = c.Result.Entry // mistakes in it are in Err
}

// maxMessage is the number of bytes from which the message of a failure is shortened, since each key may fail with the
// text of a long type.
const maxMessage = 4 << 10

// shortened returns a failure whose message is not too long.
func shortened(failure *outcome.Error) *outcome.Error {
	if len(failure.Message) <= maxMessage {
		return failure
	}
	short := *failure
	start := failure.Message[:maxMessage]
	if end := strings.LastIndexByte(start, ' '); end > maxMessage/2 {
		start = start[:end]
	}
	short.Message = fmt.Sprintf("%s… (%d more bytes)", strings.ToValidUTF8(start, ""), len(failure.Message)-len(start))
	return &short
}

// isSpent reports whether the lookups with a low budget have cost what they may cost.
func (k *Key) isSpent() bool { return k.maxCost > 0 && k.cost > k.maxCost }

// locations returns the number of locations that cost as much as the lookups with a low budget.
func (k *Key) locations() int { return k.cost / costPerLocation }

// values returns the values of a key in the files that the node reads. A file that several levels
// read, such as those of version 3 backends with the same directory, is listed once, with its
// highest priority.
func (n *Node) values(r *index.Root) []Value {
	var values []Value
	var seen []*sources.File
	groups := n.sourcesOf("").Regular
	if r.Module != "" {
		groups = slices.Concat(groups, n.sourcesOf(r.Module).Regular)
	}
	for at, i := range sources.Defining(groups, r) {
		if slices.ContainsFunc(seen, func(f *sources.File) bool { return f.Real == at.File.Real }) {
			continue
		}
		seen = append(seen, at.File)
		e := at.File.Doc.Value.Entries()[i]
		values = append(values, Value{Layer: at.Layer, File: at.File.Project, Level: at.Level, Key: e.Key, Value: e.Value})
	}
	return values
}

// nodesTogether is the number of real nodes that are processed together, since their variables are
// only kept for that time. preparedTogether is the number of them that one goroutine prepares.
const (
	nodesTogether    = 4096
	preparedTogether = 32
	// costPerNode is the work that the lookups of a key may at least cost, for each real node.
	costPerNode = 200
)

// evaluateTogether evaluates keys on real nodes. Each key gets an equal share of the work that is left, and those that need
// more share what the others leave, as in inShares, until little is left.
func (fleet *Fleet) evaluateTogether(ctx context.Context, keys []*Key, together *classes) error {
	keys = lists.Filter(keys, (*Key).mayHaveMore)
	for _, k := range keys {
		k.next = 0
	}
	for len(keys) > 0 {
		share := max(fleet.limits.onReal.get()/len(keys), minCostOnReal)
		isLast := share == minCostOnReal
		var spent atomic.Int64
		err := inChunks(ctx, fleet.options.Workers, keys, keysTogether, func(ctx context.Context, some []*Key) error {
			d := newDivision(together)
			for _, k := range some {
				before := k.cost
				k.crashed = !fleet.guard("the key "+k.Name, func() { k.addAll(ctx, d, before+share) })
				spent.Add(int64(k.cost - before))
			}
			return ctx.Err()
		})
		if err != nil {
			return err
		}
		fleet.limits.onReal.spend(int(spent.Load()))
		keys = lists.Filter(keys, func(k *Key) bool { return k.next < len(together.sides[0]) })
		for _, k := range keys {
			if isLast {
				k.giveUp(fleet.Real[0], tooManyNodes)
				k.isGivenUp = true
			}
		}
		keys = lists.Filter(keys, (*Key).mayHaveMore)
	}
	return nil
}

func (k *Key) mayHaveMore() bool { return !k.crashed && !k.isGivenUp }

// evaluateReal evaluates the keys on the nodes with facts.
func (fleet *Fleet) evaluateReal(ctx context.Context, names []string, observe func(*Key)) error {
	fleet.evaluating.Lock()
	defer fleet.evaluating.Unlock()
	keys := make([]*Key, len(names))
	maxCost := max(maxCombinedLocations*costPerLocation/max(len(names), 1), len(fleet.Real)*costPerNode)
	for i, name := range names {
		keys[i] = &Key{Name: name, Fleet: fleet, root: fleet.index.Find(name), nodes: len(fleet.Real), options: engine.LookupOptions{LowBudget: true}, maxCost: maxCost}
	}
	for nodes := range slices.Chunk(fleet.Real, nodesTogether) {
		together, err := fleet.classesOf(ctx, nodes)
		if err != nil {
			return err
		}
		if err := fleet.evaluateTogether(ctx, keys, together); err != nil {
			return err
		}
		for _, k := range keys {
			k.crashed = k.crashed || !fleet.guard("the key "+k.Name, func() { k.settle(ctx) })
		}
		for _, n := range nodes {
			n.forget()
			if fleet.options.Done != nil {
				fleet.options.Done()
			}
		}
	}
	return inChunks(ctx, fleet.options.Workers, keys, keysTogether, func(ctx context.Context, some []*Key) error {
		for _, k := range some {
			if q := k.need(); q != nil && q.TooMany && len(fleet.Real) > 0 {
				k.giveUp(fleet.Real[0], tooManyNodes)
			}
			if k.bySignature = nil; !k.crashed {
				observe(k)
			}
		}
		return ctx.Err()
	})
}
