package nodes

import (
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/nodes/sources"
	"github.com/hieralint/hieralint/internal/nodes/vars"
)

// A node that reads two files has the same outcome as one that reads only one of them if no lookup of
// the key reaches values of both. It still matters for where a finding holds: on such a node, the
// finding about one file may be hidden by the other. If there are no findings about the key on the
// other nodes, it is omitted. The same applies to nodes on which one of the ways only changes text that
// is inserted into a string, from a variable or another key, if no rule needs such strings.

// unlike returns a function that reports whether the node that combines two ways is not equivalent to others, or is
// needed nevertheless. It is nil if all of them are needed.
func (k *Key) unlike() func(a, b *candidate) bool {
	if !k.pairs.all || k.Fleet.options.Finds == nil || k.need() != nil || k.isComputed ||
		len(k.Fleet.index.Broken) > maxBroken || k.Fleet.isNested && len(k.root.Closure.Variables) > 0 {
		return nil
	}
	relations := sync.OnceValue(func() *relations { return newRelations(k) })
	finds, broken := sync.OnceValue(k.finds), k.Fleet.assignmentsOf(k.Fleet.index.Broken)
	return func(a, b *candidate) bool {
		all := relations()
		return all == nil || all.meet(a, b) || slices.ContainsFunc(broken, func(way *assigned) bool { return imply(a.Assignment, b.Assignment, way.Assignment) }) || finds()
	}
}

// maxBroken is the number of ways to read files at which lookups fail up to which nodes that combine two ways are omitted.
const maxBroken = 16

// imply reports whether nodes that combine two ways also have a third one, although nodes of only one of them do not.
func imply(a, b, way *vars.Assignment) bool {
	if a.Has(way) || b.Has(way) || !a.Agrees(way) || !b.Agrees(way) {
		return false
	}
	both := vars.Join(a, b)
	return both != nil && both.Has(way)
}

// finds reports whether there are findings about the key in its current cases.
func (k *Key) finds() bool {
	defer func() { // there may be more cases later
		k.answers, k.places = k.Answers(), nil
	}()
	return k.Fleet.options.Finds(k)
}

// relations describes which values of the keys in a closure a single lookup may reach.
type relations struct {
	key  *Key
	at   map[*index.Root]int
	keys []related
	ways map[*candidate]*decided
	// counts reports whether it matters that other text is inserted into strings: values of variables or of other keys.
	counts func() bool
	// hasAlias reports whether a value of the closure may be replaced with that of another key.
	hasAlias func() bool
}

// related describes one key of a closure.
type related struct {
	// isMerged reports that a lookup may reach all of its values; otherwise, it reaches the first
	// that is final, and the open ones before it.
	isMerged bool
	// leads are the keys that its values reference, directly or indirectly, and the key itself.
	leads keySet
	// beside are the keys that some value also leads to through references other than those that
	// lead to this key.
	beside keySet
	// isUniform reports that each node has a value of the referenced key, and that all of its values
	// are scalars of the same kind: what a reference to it inserts is similar on all nodes.
	isUniform bool
}

// decided describes what a way decides: keys, and where their values in its files lead.
type decided struct {
	keys  []int
	leads []keySet
	isOne []bool // a lookup reaches no other value of the key after that of the way
	// byVariables reports that the way sets a variable that a lookup may read and that matters.
	byVariables bool
}

// keySet is a set of keys of a closure, by index.
type keySet [4]uint64

// maxRelated is the capacity of a keySet.
const maxRelated = 4 * 64

func (s *keySet) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s *keySet) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }

func (s *keySet) addAll(other *keySet) {
	for i := range s {
		s[i] |= other[i]
	}
}

// newRelations returns nil if the closure is too large.
func newRelations(k *Key) *relations {
	roots := k.root.Closure.Roots
	if len(roots) > maxRelated {
		return nil
	}
	all := &relations{key: k, at: make(map[*index.Root]int, len(roots)), keys: make([]related, len(roots)), ways: map[*candidate]*decided{}}
	all.counts = sync.OnceValue(func() bool { return k.Fleet.options.NeedsText(k) })
	all.hasAlias = sync.OnceValue(func() bool {
		return slices.ContainsFunc(roots, func(r *index.Root) bool { return slices.ContainsFunc(r.Definitions, mayHaveAlias) })
	})
	for i, r := range roots {
		all.at[r] = i
		all.keys[i].leads.add(i)
		all.keys[i].isMerged = r.Merged && (r != k.root || !k.pairs.unmerged)
	}
	for changed := true; changed; {
		changed = false
		for i, r := range roots {
			of := &all.keys[i]
			before := of.leads
			for _, to := range r.To {
				of.leads.addAll(&all.keys[all.at[to]].leads)
			}
			changed = changed || of.leads != before
		}
	}
	if len(roots) > 1 && !all.mayConvert() {
		for i, r := range roots {
			all.keys[i].isUniform = r != k.root && all.isUniform(r)
		}
	}
	for i, r := range roots {
		if all.keys[i].isMerged {
			all.follow(r.References)
			continue
		}
		var passed []string
		for _, d := range r.Definitions {
			if slices.ContainsFunc(k.Fleet.assignmentsOf(d.Matches), func(a *assigned) bool { return a.reading == open }) {
				passed = append(passed, d.Asks.References...)
			}
		}
		for _, d := range r.Definitions {
			if len(d.Asks.References)+len(passed) > 1 {
				all.follow(slices.Compact(slices.Sorted(slices.Values(slices.Concat(passed, d.Asks.References)))))
			}
		}
	}
	return all
}

// insertsOnlyText reports whether references to other keys in the values only insert text that does not matter.
func (k *Key) insertsOnlyText() bool {
	if len(k.root.Closure.Roots) == 1 {
		return true
	}
	all := newRelations(k)
	return all != nil && lists.All(all.keys[1:], func(of related) bool { return of.isUniform }) && !all.counts()
}

// mayConvert reports whether lookup_options may convert a value of the closure, so that its text matters.
func (all *relations) mayConvert() bool {
	x := all.key.Fleet.index
	return len(x.OptionAsks.References) > 0 || slices.ContainsFunc(all.key.root.Closure.Roots, func(r *index.Root) bool {
		return slices.ContainsFunc(x.MergesFor(r.Name), func(o *lookupoptions.Options) bool {
			entry, ok, err := o.For(r.Name)
			return err != nil || ok && (entry.Err != nil || entry.ConvertTo != nil)
		})
	})
}

// isUniform is related.isUniform.
func (all *relations) isUniform(r *index.Root) bool {
	if r.Merged || len(r.Definitions) == 0 {
		return false
	}
	kind := r.Definitions[0].Value.Kind()
	fleet := all.key.Fleet
	if slices.ContainsFunc(r.Definitions, func(d *index.Definition) bool {
		return d.Value.Kind() != kind || !isInsertedAsIs(d.Value) ||
			slices.ContainsFunc(fleet.assignmentsOf(d.Matches), func(a *assigned) bool { return a.reading != final }) // may not be what a lookup finds
	}) {
		return false
	}
	if kind != data.String && all.hasAlias() {
		return false // which makes it the value of the key
	}
	base := fleet.wayNode(fleet.base)
	groups := base.sourcesOf("").Regular
	if r.Module != "" {
		groups = slices.Concat(groups, base.sourcesOf(r.Module).Regular)
	}
	for range sources.Defining(groups, r) {
		return true
	}
	return false
}

// mayHaveAlias reports whether the definition may have an interpolation token with the function alias.
func mayHaveAlias(d *index.Definition) bool {
	if len(d.Asks.References) == 0 {
		return false
	}
	return lists.Any(d.Value.Strings(), func(text *data.Value) bool { return strings.Contains(text.Text(), "alias") })
}

// isInsertedAsIs reports whether a reference to the value inserts its text.
func isInsertedAsIs(v *data.Value) bool {
	switch v.Kind() {
	case data.String:
		return v.Text() != "" && !strings.Contains(v.Text(), "%{") && !strings.Contains(v.Text(), "ENC[")
	case data.Integer, data.Float:
		return true
	}
	return false
}

// follow records that one lookup may follow all of the references.
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
	return &all.keys[all.at[all.key.Fleet.index.Find(name)]].leads
}

// way returns what a way decides.
func (all *relations) way(c *candidate) *decided {
	if known := all.ways[c]; known != nil {
		return known
	}
	of := &decided{}
	for _, o := range c.owners {
		at := all.at[o.Root]
		isOne := !all.keys[at].isMerged && !o.isOpen
		if isOne && (len(o.final) == 0 || all.keys[at].isUniform && !all.counts()) {
			continue
		}
		leads := all.keys[at].leads
		if isOne {
			leads = keySet{}
			for _, d := range o.final {
				for _, name := range d.Asks.References {
					leads.addAll(all.leads(name))
				}
			}
		}
		of.keys, of.leads, of.isOne = append(of.keys, at), append(of.leads, leads), append(of.isOne, isOne)
	}
	fleet := all.key.Fleet
	base, node := fleet.wayNode(fleet.base), fleet.wayNode(c.Assignment)
	of.byVariables = slices.ContainsFunc(all.key.root.Closure.Variables, func(k key.Key) bool {
		v := node.variableHash(k)
		return !v.decides || v != base.variableHash(k) && all.counts()
	})
	all.ways[c] = of
	return of
}

// meet reports whether a lookup may reach values in files of both ways, or a value in a file of one
// and a variable of the other.
func (all *relations) meet(one, other *candidate) bool {
	a, b := all.way(one), all.way(other)
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
