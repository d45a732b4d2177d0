package nodes

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/sourcegraph/conc/pool"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/lists"
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
	// isNarrow means that outcomes differ only on nodes that read a changed file that sets the key differently.
	isNarrow  bool
	unchanged *unchanged // nil if everything is evaluated
	ids       [2]sync.Map
	choosing  sync.Once
	ways      []*assignment // see chosenWays

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

// Touched returns the keys whose evaluation may differ, sorted. These are all keys if everything is set or if the
// hierarchies differ. Otherwise, they are the keys that data files set differently, the keys that different
// lookup_options apply to, the keys that reference one of these, and Defaults.
func (s *Sides) Touched(everything bool) []string {
	s.reordered = s.hasOtherHierarchies()
	s.findChanged()
	before, after := map[*root]bool{}, map[*root]bool{}
	isOpen := everything || slices.ContainsFunc(s.Before.Real, (*Node).hasToken) || slices.ContainsFunc(s.After.Real, (*Node).hasToken)
	if !isOpen {
		s.unchanged = newUnchanged(s)
	}
	if isOpen || s.reordered || !s.addTouched(before, after) {
		before, after = s.Before.index.all(), s.After.index.all()
	} else {
		s.isNarrow = !s.hasOtherOptions() && !s.Before.mayReadAnyFile() && !s.After.mayReadAnyFile()
	}
	names := lists.Set(s.Defaults)
	for _, side := range []struct {
		index *index
		roots map[*root]bool
	}{{s.Before.index, before}, {s.After.index, after}} {
		side.index.addReferring(side.roots)
		for _, name := range side.index.namesOf(side.roots) {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// hasOtherOptions reports whether a changed file has different lookup_options.
func (s *Sides) hasOtherOptions() bool {
	for _, files := range s.changed {
		for f, other := range files {
			if differsIn(f, other, lookupoptions.Key) {
				return true
			}
		}
	}
	return false
}

// differsIn reports whether a data file sets a key that another file, which may be nil, does not set in the same way.
func differsIn(f, other *project.File, name string) bool {
	v, ok := f.Doc.Value.Get(name)
	if !ok || other == nil || other.Doc.Value == nil {
		return ok
	}
	is, ok := other.Doc.Value.Get(name)
	return !ok || is.Hash() != v.Hash()
}

// mayReadAnyFile reports whether the files that a node reads cannot be determined: functions may read any file, and a
// variable may be used both as a scalar and as a hash.
func (fleet *Fleet) mayReadAnyFile() bool {
	if fleet.isNested {
		return true
	}
	for _, r := range fleet.roots {
		for _, levels := range [][]*config.Level{r.Config.Hierarchy, r.Config.DefaultHierarchy} {
			if slices.ContainsFunc(levels, func(l *config.Level) bool { return readingOf(l) != final }) {
				return true
			}
		}
	}
	return false
}

func (x *index) namesOf(roots map[*root]bool) []string {
	var names []string
	for r := range roots {
		if r.counts() {
			names = append(names, r.name)
		}
	}
	return names
}

// hasOtherHierarchies reports whether lookups go through different levels.
func (s *Sides) hasOtherHierarchies() bool {
	type layer struct{ name, text string }
	layers := func(fleet *Fleet, name func(string) string) []layer {
		var all []layer
		for _, r := range fleet.roots {
			of := layer{name: name(r.Path)}
			if doc := r.Config.Doc; doc != nil {
				of.text = doc.File.Content()
			}
			all = append(all, of)
		}
		return all
	}
	return !slices.Equal(layers(s.Before, s.NameBefore), layers(s.After, s.NameAfter))
}

// dataFiles returns the data files that the environment may read, by name.
func (fleet *Fleet) dataFiles(name func(string) string) map[string]*project.File {
	roots := lists.Set(fleet.roots)
	all := map[string]*project.File{}
	for _, f := range fleet.project.Files {
		if slices.ContainsFunc(f.Matches, func(m project.Match) bool { return roots[m.Root] }) {
			all[name(f.Path)] = f
		}
	}
	for _, f := range fleet.Project.Unclaimed {
		all[name(f.Path)] = f
	}
	return all
}

// findChanged finds the data files that differ, or that nodes read under different conditions.
func (s *Sides) findChanged() {
	was, is := s.Before.dataFiles(s.NameBefore), s.After.dataFiles(s.NameAfter)
	s.changed = [2]map[*project.File]*project.File{{}, {}}
	for name, f := range was {
		other := is[name]
		switch {
		case other == nil:
			s.changed[0][f] = nil
		case f.Doc != other.Doc && !bytes.Equal(f.Doc.File.Text, other.Doc.File.Text):
			s.changed[0][f], s.changed[1][other] = other, f
		case s.waysTo(f, s.NameBefore) != s.waysTo(other, s.NameAfter): // a symbolic link to it was added or removed
			s.changed[0][f], s.changed[1][other] = nil, nil
		}
	}
	for name, f := range is {
		if was[name] == nil {
			s.changed[1][f] = nil
		}
	}
}

// addTouched adds the keys that depend on changed files. It returns false if these may be any keys.
func (s *Sides) addTouched(before, after map[*root]bool) bool {
	for _, files := range s.changed {
		for f := range files {
			if f.Doc.Value == nil || f.Doc.Value.Kind() != data.Hash {
				return false
			}
		}
	}
	for f, other := range s.changed[0] {
		if !s.Before.index.addEntries(before, f, other) {
			return false
		}
	}
	for f, other := range s.changed[1] {
		if !s.After.index.addEntries(after, f, other) {
			return false
		}
	}
	return true
}

// waysTo returns a string that is equal for files that nodes read under the same conditions.
func (s *Sides) waysTo(f *project.File, name func(string) string) string {
	ways := make([]string, len(f.Matches))
	for i := range f.Matches {
		m := &f.Matches[i]
		ways[i] = fmt.Sprintf("%q %d %q %d %q", name(m.Root.Path), m.Hierarchy, m.Level.Name, m.Location, m.Vars)
	}
	slices.Sort(ways)
	return strings.Join(ways, "\n")
}

// addEntries adds the keys of a file that another file, which may be nil, does not set in the same way.
func (x *index) addEntries(touched map[*root]bool, f, other *project.File) bool {
	for _, e := range f.Doc.Value.Entries() {
		if e.Key.Kind() != data.String || !differsIn(f, other, e.Key.Text()) {
			continue
		}
		if e.Key.Text() == lookupoptions.Key {
			if !x.addOptionKeys(touched, e.Value) {
				return false
			}
		} else if r := x.roots.at(e.Key.Text()); r != nil {
			touched[r] = true
		}
	}
	return true
}

// Keys evaluates root keys before and after the change, in no particular order. differ reports whether outcomes differ,
// and observe is called with each key for which some do. Both may be called from any goroutine.
func (s *Sides) Keys(ctx context.Context, names []string, differ func(name string, before, after *Case) bool, observe func(*Compared)) error {
	for _, name := range names {
		for _, x := range []*index{s.Before.index, s.After.index} {
			if r := x.root(name); r.closure == nil {
				x.finish(r)
			}
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
		o, most := engine.LookupOptions{Budget: &s.After.limits.run}, share{*left, true}
		if s.After.limits.run.IsSpent() {
			o, most = engine.LookupOptions{LowBudget: true}, share{0, true} // it is abandoned again
		}
		locations, err := compare(ctx, name, o, most, true)
		if err != nil {
			return err
		}
		*left -= min(locations, *left)
	}
	return nil
}

// comparison is the state of comparing a key.
type comparison struct {
	*Compared
	before, after *Key
	differ        func(name string, before, after *Case) bool
	known         map[[2]*Case]*Pair // nil for outcomes that do not differ
}

func (s *Sides) newComparison(name string, nodes int, o engine.LookupOptions, maxCost int, differ func(name string, before, after *Case) bool) *comparison {
	key := func(fleet *Fleet) *Key {
		return &Key{Name: name, Fleet: fleet, root: fleet.index.roots.at(name), bySignature: map[uint64]*Case{}, nodes: nodes, options: o, maxCost: maxCost}
	}
	return &comparison{&Compared{Name: name, sides: s, joint: map[*Node]bool{}}, key(s.Before), key(s.After), differ, map[[2]*Case]*Pair{}}
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
	before, after := s.Before.index.roots.at(name), s.After.index.roots.at(name)
	definitions := (before.closure.definitions + after.closure.definitions) * costPerDefinition / costPerLocation
	if most.tooSmall(definitions) {
		return nil, definitions
	}
	if definitions > most.most {
		s.limit(name)
		return s.newComparison(name, 0, o, most.cost(), differ), definitions
	}
	alone, pairs, touched, locations, complete := s.candidates(before, after, most.most)
	if locations += definitions; most.tooSmall(locations) {
		return nil, locations
	}
	isNarrow := s.isNarrow && !slices.Contains(s.Defaults, name)
	// mayDiffer reports whether a node reads a file that sets the key differently.
	areTouched := newConditions(touched)
	mayDiffer := func(n *assignment) bool { return !isNarrow || areTouched.anyOn(n) }
	chosen := newAsked(s.chosenWays(), alone)
	// If a node cannot differ, neither can those of its assignments.
	pairs = lists.Filter(append(pairs, chosen.pairs(alone, pairs)...), func(p pair) bool { return mayDiffer(p.both) })
	each := s.Before.locations + s.After.locations
	locations += len(pairs) * each
	if most.tooSmall(locations) {
		return nil, locations
	}
	if locations > most.most {
		pairs, complete = pairs[:min(len(pairs), most.most/each)], false
	}
	c := s.newComparison(name, len(alone)+len(pairs), o, most.cost(), differ)
	add := func(before, after *Node) {
		c.Nodes++
		if p := c.pair(c.before.add(ctx, before), c.after.add(ctx, after)); p != nil {
			p.Nodes = append(p.Nodes, after)
		} else {
			c.rest = append(c.rest, after)
		}
	}
	isSpent := func() bool { return c.before.isSpent() || c.after.isSpent() }
	for i, a := range alone {
		if isSpent() && i > 0 {
			complete = false
			break
		}
		if before, after := s.way(0, a), s.way(1, a); mayDiffer(a) {
			add(before, after)
		} else {
			c.rest = append(c.rest, after)
		}
	}
	for _, p := range pairs {
		if isSpent() {
			complete = false
			break
		}
		before, after := s.both(0, p), s.both(1, p)
		before.prepare()
		after.prepare()
		add(before, after)
		c.joint[after] = true
		before.forget()
		after.forget()
	}
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

// chosenWays returns the assignments under which chosen nodes read files on either side, or nil for all nodes.
func (s *Sides) chosenWays() []*assignment {
	s.choosing.Do(func() {
		before, after := s.Before.waysOf(s.Chosen), s.After.waysOf(s.Chosen)
		if before == nil || after == nil {
			return
		}
		s.ways = after
		known := map[uint64]bool{}
		for _, a := range after {
			known[a.id()] = true
		}
		for _, a := range before {
			if !known[a.id()] {
				s.ways = append(s.ways, a)
			}
		}
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
	slices.Sort(s.limited)
	return slices.Compact(s.limited)
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
func (s *Sides) canonical(side int, a *assignment) *assignment {
	if a.isEmpty() {
		return s.fleet(side).base
	}
	known, _ := s.ids[side].LoadOrStore(a.id(), a)
	return known.(*assignment)
}

func (s *Sides) way(side int, a *assignment) *Node {
	return s.fleet(side).wayNode(s.canonical(side, a))
}

func (s *Sides) both(side int, p pair) *Node {
	if s.Before.isNested || s.After.isNested {
		return s.fleet(side).derivedNode(p.both)
	}
	return s.fleet(side).pairNode(pair{both: p.both, of: [2]*assignment{s.canonical(side, p.of[0]), s.canonical(side, p.of[1])}})
}

const (
	// maxPairs is the default of Sides.MaxPairs.
	maxPairs = 5000
	// maxDistinguished is the maximum number of pairs to compare among those that a side distinguishes. Nobody reads a
	// longer report about one key.
	maxDistinguished = 20_000
)

// candidates returns the derived nodes on which the outcomes for a key may differ: those that either side
// distinguishes, and those that satisfy both a touched assignment and another one. An assignment is touched if nodes
// that satisfy it read a changed file that sets the key, or one that it references, differently. complete is false if
// nodes are missing, because there are too many or more than most locations could be evaluated meanwhile.
func (s *Sides) candidates(before, after *root, most int) (alone []*assignment, pairs []pair, touched []*assignment, locations int, complete bool) {
	aloneBefore, pairsBefore := s.Before.candidates(before)
	aloneAfter, pairsAfter := s.After.candidates(after)
	seen := map[uint64]bool{}
	for _, a := range slices.Concat(aloneBefore, aloneAfter) {
		if id := a.id(); !seen[id] {
			seen[id] = true
			alone = append(alone, a)
		}
	}
	addPair := func(p pair) {
		if id := p.both.id(); !seen[id] {
			if seen[id] = true; len(pairs) < maxDistinguished {
				pairs = append(pairs, p)
			} else {
				complete = false
			}
		}
	}
	complete = true
	for _, pairsOf := range []func(*pairsNeeded, int) ([]pair, int, bool){pairsBefore, pairsAfter} {
		distinguished, n, isAll := pairsOf(&allPairs, most-locations)
		for _, p := range distinguished {
			addPair(p)
		}
		locations += n
		complete = complete && isAll
	}
	isTouched := map[uint64]bool{}
	for _, a := range slices.Concat(s.touchedWays(0, before), s.touchedWays(1, after)) {
		if id := a.id(); !isTouched[id] {
			isTouched[id] = true
			touched = append(touched, a)
		}
	}
	known := lists.Filter(alone, func(a *assignment) bool { return !a.isEmpty() })
	changed := lists.Filter(known, func(a *assignment) bool { return s.reordered || isTouched[a.id()] })
	more, joined := 0, 0
	for i, a := range known {
		others := changed // those after a
		if len(changed) > 0 && changed[0] == a {
			others, changed = known[i+1:], changed[1:]
		}
		for _, b := range others {
			if joined++; locations+joined/joinsPerLocation > most {
				return alone, pairs, touched, most + 1, false
			}
			both := join(a, b)
			if both == nil || seen[both.id()] {
				continue
			}
			if more++; more > cmp.Or(s.MaxPairs, maxPairs) {
				return alone, pairs, touched, locations, false
			}
			addPair(pair{both: both, of: [2]*assignment{a, b}})
		}
	}
	return alone, pairs, touched, locations + joined/joinsPerLocation, complete
}

// touchedWays returns the assignments of a side under which nodes read changed files that set the key, or one that it
// references, differently, or that have different lookup_options.
func (s *Sides) touchedWays(side int, r *root) []*assignment {
	var all []*assignment
	fleet := s.fleet(side)
	for _, of := range r.closure.roots {
		for _, d := range of.definitions {
			other, isChanged := s.changed[side][d.file]
			if !isChanged || !differsIn(d.file, other, of.name) {
				continue
			}
			for _, a := range fleet.assignmentsOf(d.matches) {
				if of.isIn(a.layer, a.module) {
					all = append(all, a.assignment)
				}
			}
		}
	}
	for _, f := range fleet.index.options {
		if other, isChanged := s.changed[side][f.file]; isChanged && differsIn(f.file, other, lookupoptions.Key) {
			for _, a := range fleet.assignmentsOf(f.matches) {
				all = append(all, a.assignment)
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
	workers := s.After.options.Workers
	for chunk := range slices.Chunk(all, nodesTogether) {
		together, err := look(ctx, chunk, workers)
		if err != nil {
			return err
		}
		var same []bool
		if s.unchanged != nil {
			same = s.unchanged.classes(together)
		}
		work := pool.New().WithMaxGoroutines(workers).WithContext(ctx)
		for some := range slices.Chunk(keys, keysTogether) {
			work.Go(func(ctx context.Context) error {
				d := newDivision(together)
				for _, c := range some {
					s.After.guard("the key "+c.Name, func() { c.addAll(ctx, d, same) })
					if err := ctx.Err(); err != nil {
						return err
					}
				}
				return nil
			})
		}
		if err := work.Wait(); err != nil {
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

// look determines the sources of nodes. It omits nodes whose evaluation crashes.
func look(ctx context.Context, chunk []nodePair, workers int) (*classes, error) {
	work := pool.New().WithMaxGoroutines(workers).WithContext(ctx)
	for some := range slices.Chunk(chunk, lookedAtTogether) {
		work.Go(func(ctx context.Context) error {
			for _, p := range some {
				for _, n := range []*Node{p.before, p.after} {
					n.crashed = !n.recall() && !n.fleet.guard("the node "+n.Name, n.look)
				}
			}
			return ctx.Err()
		})
	}
	if err := work.Wait(); err != nil {
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

// addAll evaluates the key on nodes. same are the classes of nodes that read the same files that affect every lookup.
func (c *comparison) addAll(ctx context.Context, d *division, same []bool) {
	d.divide(c.before.root, c.after.root)
	before, after := d.sides[0], d.sides[1]
	isPlain := c.before.isPlain() && c.after.isPlain() && !d.computed
	mayBeSame := same != nil && !d.computed && c.sides.unchanged.concerns(c.Name, c.before.root, c.after.root)
	known := [2]map[uint64]*Case{{}, {}}
	for _, p := range d.parts {
		first := p.first
		if mayBeSame && same[d.of[first]] && c.sides.unchanged.isSame(before[first], after[first], c.before.root, c.after.root) {
			continue
		}
		if isPlain {
			if pair := c.pair(c.before.caseOf(ctx, before[first].wake()), c.after.caseOf(ctx, after[first].wake())); pair != nil {
				for i := range d.nodesOf(p) {
					pair.Nodes = append(pair.Nodes, after[i])
				}
			}
			continue
		}
		for i := range d.nodesOf(p) {
			part := d.partOf(i)
			if pair := c.pair(c.before.addReal(ctx, before[i].wake(), part, known[0]), c.after.addReal(ctx, after[i].wake(), part, known[1])); pair != nil {
				pair.Nodes = append(pair.Nodes, after[i])
			}
		}
	}
}

// Spread describes the nodes on which pairs hold.
type Spread struct {
	Extent
	// Names describe the nodes by name or, for derived nodes, by their variables. They are sorted and unique.
	Names []string
	// ID is equal for the same nodes of an environment.
	ID string
	// IsGuess means that such nodes may not exist: they are derived, and each satisfies two conditions.
	IsGuess bool
}

// Where returns the nodes on which pairs hold.
func (c *Compared) Where(pairs []*Pair) *Spread {
	s := c.sides
	if s.Nodes() == 0 {
		w := &Spread{Extent: c.extent(pairs), Names: c.names(pairs), IsGuess: !slices.ContainsFunc(pairs, c.isKnown)}
		if w.IsGuess {
			w.Text += ", if there are any"
		}
		w.ID = w.Text + "\x00" + strings.Join(w.Names, "\x00")
		return w
	}
	s.describing.Do(s.describeReal)
	nodes := pairs[0].Nodes
	if len(pairs) > 1 {
		nodes = nil
		for _, p := range pairs {
			nodes = append(nodes, p.Nodes...)
		}
	}
	id := s.common.idOf(nodes)
	s.mu.Lock()
	w := s.where[id]
	s.mu.Unlock()
	if w != nil {
		return w
	}
	w = &Spread{Extent: s.common.extent(nodes), Names: c.names(pairs), ID: fmt.Sprint(id)}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.where[id] = w
	return w
}

// isKnown reports whether the outcomes hold on a derived node that satisfies a single condition.
func (c *Compared) isKnown(p *Pair) bool {
	return slices.ContainsFunc(p.Nodes, func(n *Node) bool { return !c.joint[n] })
}

// names describes the nodes of pairs.
func (c *Compared) names(pairs []*Pair) []string {
	var all []string
	for _, p := range pairs {
		for _, n := range p.Nodes {
			all = append(all, c.sides.text(n))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// text describes a node.
func (s *Sides) text(n *Node) string {
	switch {
	case n.assigned == nil:
		return n.Name
	case n.assigned.isEmpty():
		return "any other node"
	}
	return s.described().text(n.assigned)
}

// described returns a Fleet with the variables of both sides, for descriptions.
func (s *Sides) described() *Fleet {
	s.joining.Do(func() { s.joined = s.describe() })
	return s.joined
}

// describeReal prepares the descriptions of real nodes.
func (s *Sides) describeReal() {
	all := lists.Map(s.nodePairs(), func(p nodePair) *Node { return p.after })
	s.common, s.where = s.described().commonality(all), map[uint64]*Spread{}
}

func (s *Sides) describe() *Fleet {
	variables := maps.Clone(s.Before.variables)
	if variables == nil {
		variables = map[string]*variable{}
	}
	for name, v := range s.After.variables {
		both := &variable{display: v.display, values: maps.Clone(v.values)}
		if before := variables[name]; before != nil {
			maps.Copy(both.values, before.values)
		}
		variables[name] = both
	}
	return &Fleet{Project: s.After.Project, variables: variables, ways: s.After.ways}
}

// extent returns the derived nodes on which pairs hold.
func (c *Compared) extent(pairs []*Pair) Extent {
	c.placing.Do(c.place)
	c.holding.Lock()
	defer c.holding.Unlock()
	held := c.places.hold(lists.Map(pairs, func(p *Pair) *Case { return c.cases[p] }))
	defer held.release()
	e := held.extent()
	if e.Everywhere {
		return e
	}
	var in []*assignment
	for n := range held.selected() {
		in = append(in, n.assignment)
	}
	switch {
	case slices.ContainsFunc(in, (*assignment).isEmpty):
		e.Text, e.Which = "every node except those with "+c.places.fleet.widest(slices.Collect(held.others())), ""
	case !e.Certain || !held.isEnoughFor(in):
		e.limit("with " + c.places.fleet.widest(in))
	}
	return e
}

// place prepares extent.
func (c *Compared) place() {
	k := &Key{Fleet: c.sides.described(), Cases: []*Case{{Nodes: c.rest}}}
	c.cases = make(map[*Pair]*Case, len(c.all))
	for _, p := range c.all {
		c.cases[p] = &Case{Nodes: p.Nodes}
		k.Cases = append(k.Cases, c.cases[p])
	}
	c.places = newPlaces(k)
}

// widest describes those derived nodes that are not special cases of others.
func (fleet *Fleet) widest(all []*assignment) string {
	var texts []string
	known := map[uint64]bool{}
	conditions := newConditions(all)
	for _, a := range all {
		isSpecial := false
		for wider := range conditions.on(a) {
			isSpecial = isSpecial || !wider.has(a)
		}
		if !isSpecial && !known[a.id()] {
			known[a.id()] = true
			texts = append(texts, fleet.text(a))
		}
	}
	joiner := ", or "
	if !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, " and ") }) {
		joiner = " or "
	}
	return some(texts, joiner)
}
