package impact

import (
	"cmp"
	"slices"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes"
)

// Outage is a failure that more than maxAlike keys have in common: if a file cannot be parsed, all
// lookups that reach it fail.
type Outage struct {
	// Environment is that of the groups. Where describes the nodes on which most of the keys fail,
	// and Count, Nodes, and IsGuess are as for a Group.
	Environment, Where string
	Count              int
	Nodes              []string
	IsGuess            bool
	// IsBefore reports that the lookups failed before the change, and no longer do.
	IsBefore bool
	// Keys are the names of the keys, and Elsewhere is the number of those that do not fail on exactly
	// these nodes.
	Keys      []string
	Elsewhere int
	// Changes are the changes of the keys.
	Changes []*Change
}

// maxAlike is the maximum number of keys with the same failure that are not an Outage.
const maxAlike = 10

// Failure is the reason why the lookups fail.
func (o *Outage) Failure() string {
	failing, _ := o.Changes[0].Sides(o.IsBefore)
	return failing.Failure
}

// failure identifies what the keys of an Outage have in common.
type failure struct {
	isBefore bool
	message  string
}

// observeFailures adds a key to the outages on one side.
func (c *Comparer) observeFailures(k *nodes.Compared, all []*alike, isBefore bool) {
	kind := Failing
	if isBefore {
		kind = Working
	}
	changes := map[string][]*Change{}
	pairs := map[string][]*nodes.Pair{}
	for _, same := range all {
		if same.change.Kind == kind {
			failing, _ := same.change.Sides(isBefore)
			message := failing.Failure
			changes[message], pairs[message] = append(changes[message], same.change), append(pairs[message], same.pairs...)
		}
	}
	for message := range changes {
		c.addFailure(failure{isBefore, message}, k.Name, k.Where(pairs[message]), changes[message])
	}
}

func (c *Comparer) addFailure(f failure, key string, w *nodes.Spread, changes []*Change) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed == nil {
		c.failed = map[failure]map[string]*Outage{}
	}
	if c.failed[f] == nil {
		c.failed[f] = map[string]*Outage{}
	}
	o := lists.GetOrPut(c.failed[f], w.Text, func() *Outage {
		return &Outage{Environment: c.Environment, Where: w.Text, Count: w.Real, Nodes: w.Names, IsGuess: w.IsGuess, IsBefore: f.isBefore}
	})
	o.Keys, o.Changes = append(o.Keys, key), append(o.Changes, changes...)
}

// Outages returns the failures of many keys, sorted: those of the most keys first.
func (c *Comparer) Outages() []*Outage {
	var all []*Outage
	for _, byNodes := range c.failed {
		if o := combined(byNodes); len(o.Keys) > maxAlike {
			all = append(all, o)
		}
	}
	slices.SortFunc(all, func(a, b *Outage) int {
		return cmp.Or(cmp.Compare(len(b.Keys), len(a.Keys)), cmp.Compare(a.Where, b.Where), cmp.Compare(a.Failure(), b.Failure()))
	})
	return all
}

// combined returns one outage for those with the same failure.
func combined(byNodes map[string]*Outage) *Outage {
	var all *Outage
	var keys []string
	var changes []*Change
	for _, o := range byNodes {
		keys, changes = append(keys, o.Keys...), append(changes, o.Changes...)
		if all == nil || cmp.Or(cmp.Compare(len(o.Keys), len(all.Keys)), cmp.Compare(all.Where, o.Where)) > 0 {
			all = o
		}
	}
	all.Elsewhere = len(keys) - len(all.Keys)
	slices.Sort(keys)
	sortChanges(changes)
	all.Keys, all.Changes = keys, changes
	return all
}
