package impact

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes"
)

// Comparer compares the outcomes of the lookups of one environment and collects changes. It is safe
// for concurrent use.
type Comparer struct {
	// Environment is its name in Groups.
	Environment string
	// Before and After describe the sides.
	Before, After Side
	// MaxSize is the maximum size, in terms of data.Value.Size, of the large values that differ, of all
	// keys together. The values of further keys are neither compared in detail nor kept. Zero means
	// MaxSize.
	MaxSize int

	equal  equality
	size   atomic.Int64 // of the large values of pairs that were observed
	mu     sync.Mutex
	groups map[string]*Group
	moved  map[string]*Group
	folds  []*Fold
	failed map[failure]map[string]*Outage // by the nodes on which the keys fail
	large  map[string]bool                // see TooLarge
}

const (
	// MaxSize is the default of Comparer.MaxSize.
	MaxSize = 32 << 20
	// largeValue is the size from which a value is large.
	largeValue = 4 << 10
)

// TooLarge returns the keys whose values differ, but are omitted because of MaxSize, sorted.
func (c *Comparer) TooLarge() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Sorted(maps.Keys(c.large))
}

// omits reports whether to omit the values of a key, and charges for them otherwise.
func (c *Comparer) omits(key string, p *nodes.Pair) bool {
	size := 0
	for _, outcome := range []*nodes.Case{p.Before, p.After} {
		if outcome.Err == nil && !outcome.NotFound {
			size += outcome.Result.Value.Size()
		}
	}
	if size < largeValue || c.size.Add(int64(size)) <= int64(cmp.Or(c.MaxSize, MaxSize)) {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	lists.Put(&c.large, key, true)
	return true
}

// Differ reports whether the outcomes of a lookup differ.
func (c *Comparer) Differ(name string, before, after *nodes.Case) bool {
	return c.kind(name, before, after) != ""
}

// kind returns what differs between outcomes; "" for nothing.
func (c *Comparer) kind(name string, before, after *nodes.Case) Kind {
	switch {
	case before.Err != nil && after.Err != nil:
		if c.Before.message(before.Err.Message) == c.After.message(after.Err.Message) {
			return ""
		}
		return Failing
	case after.Err != nil:
		return Failing
	case before.Err != nil:
		return Working
	case before.NotFound && after.NotFound:
		if was, is := c.Before.parameterOf(name), c.After.parameterOf(name); was != nil && is != nil && was.Default() != is.Default() {
			return Default
		}
		return ""
	case before.NotFound:
		return Added
	case after.NotFound:
		return Removed
	case !c.equal.of(before.Result.Value, after.Result.Value):
		return Changed
	case before.Result.Value.HasUnknown() && isOther(c.Before.written(before), c.After.written(after)):
		return Changed
	case !slices.Equal(c.Before.files(before), c.After.files(after)):
		return Moved
	}
	return ""
}

// Observe adds a key whose outcomes differ.
func (c *Comparer) Observe(k *nodes.Compared) {
	byEdits := map[string]*alike{}
	var all []*alike
	for _, p := range k.Pairs {
		change := c.change(k.Name, p)
		id := change.identity()
		same := byEdits[id]
		if same == nil {
			same = &alike{change: change, known: map[knownPlace]bool{}}
			byEdits[id] = same
			all = append(all, same)
		}
		same.pairs = append(same.pairs, p)
		for _, isBefore := range []bool{true, false} {
			same.join(change, isBefore)
		}
	}
	for _, same := range all {
		same.change.identify()
		c.add(k, same.change, same.pairs)
	}
	for _, isBefore := range []bool{true, false} {
		c.observeFailures(k, all, isBefore)
	}
	for _, isBefore := range []bool{true, false} {
		all = c.fold(k, all, isBefore)
	}
}

func (c *Comparer) add(k *nodes.Compared, change *Change, pairs []*nodes.Pair) {
	w := k.Where(pairs)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.groups == nil {
		c.groups, c.moved = map[string]*Group{}, map[string]*Group{}
	}
	groups := c.groups
	if change.Kind == Moved {
		groups = c.moved
	}
	g := lists.GetOrPut(groups, w.ID, func() *Group {
		return &Group{Environment: c.Environment, Where: w.Text, IsExcept: w.IsExcept, Count: w.Real, Nodes: w.Names, IsGuess: w.IsGuess}
	})
	g.Changes = append(g.Changes, change)
}

// change returns the change of a pair.
func (c *Comparer) change(name string, p *nodes.Pair) *Change {
	change := &Change{Key: name, Kind: c.kind(name, p.Before, p.After), Before: c.Before.outcome(name, p.Before), After: c.After.outcome(name, p.After)}
	switch {
	case c.omits(name, p):
		change.omit()
	case change.Kind == Changed:
		change.Edits = Edits(change.Before.Value, change.After.Value)
		before, after := c.Before.sources(p.Before), c.After.sources(p.After)
		change.Before.Responsible, change.After.Responsible = without(before, after), without(after, before)
	}
	if before, after := c.Before.options(p.Before), c.After.options(p.After); !before.equal(after) {
		change.Before.Options, change.After.Options = before, after
	}
	if change.Kind == Default {
		change.Before.Places, change.After.Places = c.Before.declaration(name), c.After.declaration(name)
	}
	for _, s := range []Side{c.After, c.Before} {
		if s.parameterOf(name) != nil {
			class, _ := s.Code.Parameter(name)
			change.Class = class.Name
			break
		}
	}
	return change
}

// Groups returns the changes, sorted: those of the most nodes first, and those of nodes that may
// not exist last. moved are those that concern only places.
func (c *Comparer) Groups() (groups, moved []*Group) { return sorted(c.groups), sorted(c.moved) }

// Folds returns the changes that may be shown together, sorted by key.
func (c *Comparer) Folds() []*Fold {
	slices.SortFunc(c.folds, func(a, b *Fold) int {
		return cmp.Or(cmp.Compare(a.Changes[0].Key, b.Changes[0].Key), lists.CompareBool(a.IsBefore, b.IsBefore), cmp.Compare(a.Where, b.Where))
	})
	return c.folds
}

func sorted(all map[string]*Group) []*Group {
	groups := make([]*Group, 0, len(all))
	for _, g := range all {
		sortChanges(g.Changes)
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b *Group) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), lists.CompareBool(a.IsGuess, b.IsGuess), cmp.Compare(len(b.Nodes), len(a.Nodes)), cmp.Compare(a.Where, b.Where), slices.Compare(a.Nodes, b.Nodes))
	})
	return groups
}

// sortChanges sorts changes by key and description.
func sortChanges(all []*Change) {
	known := map[*Change]string{}
	identity := func(c *Change) string { return lists.GetOrPut(known, c, c.identity) }
	slices.SortFunc(all, func(a, b *Change) int {
		if a.Key != b.Key {
			return cmp.Compare(a.Key, b.Key)
		}
		return cmp.Compare(identity(a), identity(b))
	})
}

// Parameters returns the keys of the class parameters whose defaults differ, sorted.
func (c *Comparer) Parameters() []string {
	if c.Before.Code == nil || c.After.Code == nil {
		return nil
	}
	var keys []string
	for _, class := range c.After.Code.Classes {
		before, _ := c.Before.Code.Class(class.Name)
		if before == nil {
			continue
		}
		for _, p := range class.Parameters {
			if was := before.Parameter(p.Name); was != nil && was.Default() != p.Default() {
				keys = append(keys, class.Name+"::"+p.Name)
			}
		}
	}
	return lists.Distinct(keys)
}
