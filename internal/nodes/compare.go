package nodes

import (
	"context"
	"slices"
	"sync"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/nodes/vars"
	"github.com/hieralint/hieralint/internal/project"
)

// Sides are an environment before and after a change.
type Sides struct {
	Before, After *Fleet
	// NameBefore and NameAfter return a path of the projects relative to its tree. Files with equal names are the same
	// file.
	NameBefore, NameAfter func(path string) string
	// Chosen selects the nodes to compare; nil means all.
	Chosen func(*Node) bool
	// Defaults are keys that may have different outcomes although no data sets them: parameters whose default has
	// changed.
	Defaults []string
	// MaxPairs is the maximum number of nodes that satisfy two conditions to compare for one key, besides those that
	// each side distinguishes. Zero means 5,000.
	MaxPairs int

	reordered bool // the hierarchies differ
	// changed maps the data files of each side that differ to the file on the other side, or to nil.
	changed [2]map[*project.File]*project.File
	finding [2]sync.Once
	options [2]*changedOptions // see changedOptions
	// isNarrow means that outcomes differ only on nodes that read a changed file that sets the key differently.
	isNarrow bool
	ids      [2]memo.Map[uint64, *vars.Assignment]
	choosing sync.Once
	ways     []*vars.Assignment // see chosenWays

	pairing    sync.Once
	pairs      []nodePair // see nodePairs
	joining    sync.Once
	joined     *Fleet // see described
	describing sync.Once
	common     *commonality // of real nodes
	mu         sync.Mutex
	limited    []string           // see Limited
	where      map[uint64]*Spread // of real nodes
}

// Compared is a key that was evaluated before and after the change.
type Compared struct {
	Name string
	// Pairs are the outcomes that differ, in the order in which they were found.
	Pairs []*Pair
	// Nodes is the number of nodes that the key was evaluated on.
	Nodes int

	sides *Sides
	rest  []*Node        // derived nodes without a difference
	all   []*Pair        // including those of nodes that are not chosen
	joint map[*Node]bool // derived nodes that satisfy two conditions

	placing sync.Once
	holding sync.Mutex
	places  *places         // see extent
	cases   map[*Pair]*Case // the cases in places
}

// Pair is an outcome before and after the change, and the nodes that have both.
type Pair struct {
	Before, After *Case
	Nodes         []*Node // as after the change
}

// Keys evaluates root keys before and after the change, in no particular order. differ reports whether outcomes differ,
// and observe is called with each key for which some do. Both may be called from any goroutine.
func (s *Sides) Keys(ctx context.Context, names []string, differ func(name string, before, after *Case) bool, observe func(*Compared)) error {
	for _, name := range names {
		for _, x := range []*index.Index{s.Before.index, s.After.index} {
			x.Ensure(name)
		}
	}
	if len(s.Before.Real) > 0 && len(s.After.Real) > 0 {
		return s.compareReal(ctx, names, differ, observe)
	}
	var mu sync.Mutex
	var expensive []string
	compare := func(ctx context.Context, name string, o engine.LookupOptions, most share, isFinal bool) (locations int, err error) {
		var c *comparison
		switch {
		case !s.After.guard("the key "+name, func() { c, locations = s.compare(ctx, name, o, most, differ) }) || ctx.Err() != nil || c == nil:
		case !isFinal && (c.before.isExpensive() || c.after.isExpensive()):
			mu.Lock()
			defer mu.Unlock()
			expensive = append(expensive, name)
		case len(c.Pairs) > 0:
			observe(c.Compared)
		}
		return locations, ctx.Err()
	}
	left := &s.After.limits.compared
	err := inShares(ctx, s.After.options.Workers, left, names, func(ctx context.Context, name string, most share) (int, error) {
		return compare(ctx, name, engine.LookupOptions{LowBudget: true}, most, false)
	})
	if err != nil {
		return err
	}
	slices.Sort(expensive)
	for _, name := range expensive {
		o, most := engine.LookupOptions{Budget: &s.After.limits.run}, share{left.get(), true}
		if s.After.limits.run.IsSpent() {
			o, most = engine.LookupOptions{LowBudget: true}, share{0, true} // it is abandoned again
		}
		locations, err := compare(ctx, name, o, most, true)
		if err != nil {
			return err
		}
		left.spend(locations)
	}
	return nil
}

// comparison is the state of comparing a key.
type comparison struct {
	*Compared
	before, after *Key
	differ        func(name string, before, after *Case) bool
	known         map[[2]*Case]*Pair // nil for outcomes that do not differ
	next          int                // the number of real nodes, of those that are compared together, that are done
	isGivenUp     bool               // on the remaining ones
}

// cost returns the work on real nodes.
func (c *comparison) cost() int { return c.before.cost + c.after.cost + len(c.all)*costPerChange }

func (s *Sides) newComparison(name string, nodes int, o engine.LookupOptions, maxCost int, differ func(name string, before, after *Case) bool) *comparison {
	key := func(fleet *Fleet) *Key {
		return &Key{Name: name, Fleet: fleet, root: fleet.index.Find(name), nodes: nodes, options: o, maxCost: maxCost}
	}
	return &comparison{
		Compared: &Compared{Name: name, sides: s, joint: map[*Node]bool{}}, before: key(s.Before), after: key(s.After), differ: differ, known: map[[2]*Case]*Pair{},
	}
}

// pair returns the pair of two outcomes, or nil if they do not differ.
func (c *comparison) pair(before, after *Case) *Pair {
	of := [2]*Case{before, after}
	p, known := c.known[of]
	if !known {
		if c.differ(c.Name, before, after) {
			p = &Pair{Before: before, After: after}
			c.all = append(c.all, p)
		}
		c.known[of] = p
	}
	return p
}

// compare evaluates a key on derived nodes, and returns the number of locations of those that combine two ways. It
// returns nil if its share of them is too small.
func (s *Sides) compare(ctx context.Context, name string, o engine.LookupOptions, most share, differ func(name string, before, after *Case) bool) (*comparison, int) {
	before, after := s.Before.index.Find(name), s.After.index.Find(name)
	definitions := (before.Closure.Definitions + after.Closure.Definitions) * costPerDefinition / costPerLocation
	if most.tooSmall(definitions) {
		return nil, definitions
	}
	if definitions > most.most {
		s.limit(name)
		return s.newComparison(name, 0, o, most.cost(), differ), definitions
	}
	found := s.candidates(before, after, most.most)
	locations := found.locations + definitions
	if most.tooSmall(locations) {
		return nil, locations
	}
	isNarrow := s.isNarrow && !slices.Contains(s.Defaults, name)
	// mayDiffer reports whether a node reads a file that sets the key differently.
	areTouched := vars.NewConditions(found.touched)
	mayDiffer := func(n *vars.Assignment) bool { return !isNarrow || areTouched.AnyOn(n) }
	chosen := newAsked(s.chosenWays(), found.alone)
	// If a node cannot differ, neither can those of its assignments.
	pairs, complete := lists.Filter(append(found.pairs, chosen.pairs(found.alone, found.pairs)...), func(p pair) bool { return mayDiffer(p.both) }), found.complete
	each := s.Before.locations + s.After.locations
	locations += len(pairs) * each
	if most.tooSmall(locations) {
		return nil, locations
	}
	if locations > most.most {
		pairs, complete = pairs[:min(len(pairs), most.most/each)], false
	}
	c := s.newComparison(name, len(found.alone)+len(pairs), o, most.cost(), differ)
	complete = c.addDerived(ctx, found.alone, pairs, mayDiffer) && complete
	if locations += c.before.locations() + c.after.locations(); most.tooSmall(locations) {
		return nil, locations
	}
	if !complete {
		s.limit(name)
	}
	for _, p := range c.all {
		if slices.ContainsFunc(p.Nodes, chosen.concerns) {
			c.Pairs = append(c.Pairs, p)
		}
	}
	return c, locations
}

// addDerived evaluates the key on the nodes of single ways that may differ, and on those that combine two.
// It returns false if the budget is spent before it has evaluated all.
func (c *comparison) addDerived(ctx context.Context, alone []*vars.Assignment, pairs []pair, mayDiffer func(*vars.Assignment) bool) bool {
	for i, a := range alone {
		if c.isSpent() && i > 0 {
			return false // nor is there a budget for pairs
		}
		if before, after := c.sides.way(0, a), c.sides.way(1, a); mayDiffer(a) {
			c.add(ctx, before, after)
		} else {
			c.rest = append(c.rest, after)
		}
	}
	for _, p := range pairs {
		if c.isSpent() {
			return false
		}
		before, after := c.sides.both(0, p), c.sides.both(1, p)
		before.prepare()
		after.prepare()
		c.add(ctx, before, after)
		c.joint[after] = true
		before.forget()
		after.forget()
	}
	return true
}

func (c *comparison) isSpent() bool { return c.before.isSpent() || c.after.isSpent() }

// add evaluates the key on a node, before and after the change.
func (c *comparison) add(ctx context.Context, before, after *Node) {
	c.Nodes++
	if p := c.pair(c.before.add(ctx, before), c.after.add(ctx, after)); p != nil {
		p.Nodes = append(p.Nodes, after)
	} else {
		c.rest = append(c.rest, after)
	}
}

// chosenWays returns the assignments under which chosen nodes read files on either side, or nil for all nodes.
func (s *Sides) chosenWays() []*vars.Assignment {
	s.choosing.Do(func() {
		before, after := s.Before.waysOf(s.Chosen), s.After.waysOf(s.Chosen)
		if before == nil || after == nil {
			return
		}
		s.ways = vars.Distinct(slices.Concat(after, before))
	})
	return s.ways
}

// Nodes returns the number of real nodes that are compared.
func (s *Sides) Nodes() int { return len(s.nodePairs()) }

// limit notes that a key is not compared on all nodes.
func (s *Sides) limit(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limited = append(s.limited, name)
}

// Limited returns the keys that were not compared on all nodes, sorted.
func (s *Sides) Limited() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return lists.Distinct(s.limited)
}

// AnyChosen reports whether there is a node to compare.
func (s *Sides) AnyChosen() bool {
	if len(s.Before.Real) > 0 && len(s.After.Real) > 0 {
		return len(s.nodePairs()) > 0
	}
	ways := s.chosenWays()
	return ways == nil || len(ways) > 0
}

func (s *Sides) fleet(side int) *Fleet {
	if side == 0 {
		return s.Before
	}
	return s.After
}

// canonical returns the representative among equal assignments of a side.
func (s *Sides) canonical(side int, a *vars.Assignment) *vars.Assignment {
	if a.IsEmpty() {
		return s.fleet(side).base
	}
	return s.ids[side].Store(a.ID(), a)
}

func (s *Sides) way(side int, a *vars.Assignment) *Node {
	return s.fleet(side).wayNode(s.canonical(side, a))
}

func (s *Sides) both(side int, p pair) *Node {
	if s.Before.isNested || s.After.isNested {
		return s.fleet(side).derivedNode(p.both)
	}
	return s.fleet(side).pairNode(pair{both: p.both, of: [2]*vars.Assignment{s.canonical(side, p.of[0]), s.canonical(side, p.of[1])}})
}
