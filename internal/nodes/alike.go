package nodes

import (
	"slices"
	"sync"

	"github.com/hieralint/hieralint/engine/key"
)

// A node that reads two files is like a node that reads one of them where no lookup of the key comes to values of both. All that it shows
// is that what holds on all nodes that read one of the files known so far does not hold on all nodes that read it. Where nothing is said
// about the key on the other nodes, it is left out. So are nodes of which one way only adds the value of a variable that is put into a text,
// where no rule has a use for such texts.

// unlike are the nodes that two ways are true of without those that are like others, where these are not needed.
func (k *Key) unlike(pairs []pair) []pair {
	if !k.pairs.all || len(pairs) == 0 || k.Fleet.options.Finds == nil || k.root.required != nil || k.isComputed || k.Fleet.isNested || k.Fleet.index.broken {
		return pairs
	}
	all := newRelations(k)
	if all == nil {
		return pairs
	}
	var needed []pair
	for _, p := range pairs {
		if all.meet(p.ways) {
			needed = append(needed, p)
		}
	}
	if len(needed) == len(pairs) || k.finds() {
		return pairs
	}
	k.pairs.unlike = true
	return needed
}

// finds reports whether anything is said about the key in the cases that it has.
func (k *Key) finds() bool {
	defer func() { // there may be more cases
		k.answers, k.places = k.Answers(), nil
	}()
	return k.Fleet.options.Finds(k)
}

// relations tell which values of the keys in a closure one lookup may come to.
type relations struct {
	key  *Key
	at   map[*root]int
	keys []related
	ways map[*candidate]*decided
	// counts reports whether it counts that texts have the values of other variables.
	counts func() bool
}

// related is what is known of one key of a closure.
type related struct {
	// isMerged means that a lookup may come to all of its values; else it comes to the first that is final, past those that are open.
	isMerged bool
	// leads are the keys that its values refer to, directly or by way of others, and itself.
	leads keySet
	// beside are the keys that some value leads to by other references than by those that lead to this key.
	beside keySet
}

// decided is what a way decides: keys, and where their values lead in the files that are read.
type decided struct {
	keys  []int
	leads []keySet
	isOne []bool // that a lookup comes to no other value of the key after that of the way
	// byVariables means that the way gives a value to a variable that a lookup may ask for and that counts.
	byVariables bool
}

// keySet is a set of keys of a closure, by their places in it.
type keySet [4]uint64

// maxRelated is how many keys a keySet has room for.
const maxRelated = 4 * 64

func (s *keySet) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s *keySet) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }

func (s *keySet) addAll(other *keySet) {
	for i := range s {
		s[i] |= other[i]
	}
}

// newRelations is nil where the closure is too large.
func newRelations(k *Key) *relations {
	roots := k.root.closure.roots
	if len(roots) > maxRelated {
		return nil
	}
	all := &relations{key: k, at: make(map[*root]int, len(roots)), keys: make([]related, len(roots)), ways: map[*candidate]*decided{}}
	all.counts = sync.OnceValue(func() bool { return k.Fleet.options.NeedsPairs(k) })
	for i, r := range roots {
		all.at[r] = i
		all.keys[i].leads.add(i)
		all.keys[i].isMerged = *r.merged && (r != k.root || !k.pairs.unmerged)
	}
	for changed := true; changed; {
		changed = false
		for i, r := range roots {
			of := &all.keys[i]
			before := of.leads
			for _, to := range r.to {
				of.leads.addAll(&all.keys[all.at[to]].leads)
			}
			changed = changed || of.leads != before
		}
	}
	for i, r := range roots {
		if all.keys[i].isMerged {
			all.follow(r.references)
			continue
		}
		var passed []string
		for _, d := range r.definitions {
			if slices.ContainsFunc(k.Fleet.assignmentsOf(d.matches), func(a *assigned) bool { return a.reading == open }) {
				passed = append(passed, d.asks.references...)
			}
		}
		for _, d := range r.definitions {
			if len(d.asks.references)+len(passed) > 1 {
				all.follow(slices.Compact(slices.Sorted(slices.Values(slices.Concat(passed, d.asks.references)))))
			}
		}
	}
	return all
}

// follow notes that one lookup may follow all of the references.
func (all *relations) follow(references []string) {
	for i, name := range references {
		var others keySet
		for j, other := range references {
			if i != j {
				others.addAll(all.leads(other))
			}
		}
		for at := range all.keys {
			if all.leads(name).has(at) {
				all.keys[at].beside.addAll(&others)
			}
		}
	}
}

func (all *relations) leads(name string) *keySet {
	return &all.keys[all.at[all.key.Fleet.index.roots.at(name)]].leads
}

// way is what a way decides.
func (all *relations) way(c *candidate) *decided {
	if known := all.ways[c]; known != nil {
		return known
	}
	of := &decided{}
	for _, o := range c.owners {
		at := all.at[o.root]
		isOne := !all.keys[at].isMerged && !o.isOpen
		if isOne && len(o.final) == 0 {
			continue
		}
		leads := all.keys[at].leads
		if isOne {
			leads = keySet{}
			for _, d := range o.final {
				for _, name := range d.asks.references {
					leads.addAll(all.leads(name))
				}
			}
		}
		of.keys, of.leads, of.isOne = append(of.keys, at), append(of.leads, leads), append(of.isOne, isOne)
	}
	fleet := all.key.Fleet
	base, node := fleet.wayNode(fleet.base), fleet.wayNode(c.assignment)
	of.byVariables = slices.ContainsFunc(all.key.root.closure.variables, func(k key.Key) bool {
		v := node.variableHash(k)
		return !v.decides || v != base.variableHash(k) && all.counts()
	})
	all.ways[c] = of
	return of
}

// meet reports whether a lookup may come to values in the files of both ways, or to one of these and a variable of the other way.
func (all *relations) meet(ways [2]*candidate) bool {
	a, b := all.way(ways[0]), all.way(ways[1])
	if a.byVariables || b.byVariables {
		return true
	}
	for i, x := range a.keys {
		for j, y := range b.keys {
			if x == y && !(a.isOne[i] && b.isOne[j]) || x != y && (a.leads[i].has(y) || b.leads[j].has(x) || all.keys[x].beside.has(y)) {
				return true
			}
		}
	}
	return false
}
