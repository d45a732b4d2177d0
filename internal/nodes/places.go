package nodes

import (
	"iter"
	"slices"

	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/vars"
	"github.com/hieralint/hieralint/internal/plural"
)

// places holds the derived nodes of the cases of a key, to determine where something holds.
type places struct {
	fleet   *Fleet
	modules []string      // that have data which decides the key
	at      map[*Case]int // the position of each case
	first   []int         // the position in all of the first node of each case, and of the end
	all     []place
	marked  []bool             // by case; see holding
	having  map[uint64][]int32 // the nodes that have a value, by its hash
	answers Answers

	anyRuledOut bool
}

// place is one node.
type place struct {
	*vars.Assignment
	of         int32 // the case
	isRuledOut bool  // a question is not about the node: it is none of those on which something holds
	// If the node is determined by a single value, these are the variable and the value.
	name, value string
	isSingle    bool
}

func newPlaces(k *Key) *places {
	p := &places{
		fleet: k.Fleet, at: make(map[*Case]int, len(k.Cases)), first: make([]int, 0, len(k.Cases)+1), marked: make([]bool, len(k.Cases)), having: map[uint64][]int32{},
	}
	if k.root != nil {
		p.modules = k.root.Closure.Modules
	}
	for i, c := range k.Cases {
		p.at[c] = i
		p.first = append(p.first, len(p.all))
		for _, n := range c.Nodes {
			if !k.named[n] {
				p.add(n.assigned, int32(i), !k.asked.concerns(n))
			}
		}
	}
	p.first = append(p.first, len(p.all))
	return p
}

func (p *places) add(a *vars.Assignment, of int32, isRuledOut bool) {
	at := place{Assignment: a, of: of, isRuledOut: isRuledOut}
	p.anyRuledOut = p.anyRuledOut || isRuledOut
	for i := range a.Values {
		h := a.Values[i].Hash
		p.having[h] = append(p.having[h], int32(len(p.all)))
	}
	at.name, at.value, at.isSingle = p.fleet.single(a)
	p.all = append(p.all, at)
}

// holding is a selection of cases. There is one at a time: release ends it.
type holding struct {
	*places
	cases []int // their positions, in order
}

func (p *places) hold(cases []*Case) *holding {
	in := &holding{p, make([]int, len(cases))}
	for i, c := range cases {
		in.cases[i] = p.at[c]
		p.marked[in.cases[i]] = true
	}
	slices.Sort(in.cases)
	return in
}

func (in *holding) release() {
	for _, i := range in.cases {
		in.marked[i] = false
	}
}

// holds reports whether a node is selected.
func (in *holding) holds(n *place) bool { return in.marked[n.of] && !n.isRuledOut }

// selected iterates over the selected nodes.
func (in *holding) selected() iter.Seq[*place] {
	return func(yield func(*place) bool) {
		for _, i := range in.cases {
			for at := in.first[i]; at < in.first[i+1]; at++ {
				if !in.all[at].isRuledOut && !yield(&in.all[at]) {
					return
				}
			}
		}
	}
}

// extentOf returns the nodes of some cases.
func (p *places) extentOf(cases []*Case) Extent {
	in := p.hold(cases)
	defer in.release()
	return in.extent()
}

func (in *holding) extent() Extent {
	if in.isEverywhere() {
		return Extent{Everywhere: true, Certain: true, Text: "every node"}
	}
	var enough, doubtful []string
	for n := range in.enough() {
		if in.fleet.isDoubtful(n.name, n.value) {
			doubtful = append(doubtful, in.fleet.describe(n.name, n.value))
		} else {
			enough = append(enough, in.fleet.describe(n.name, n.value))
		}
	}
	if len(enough)+len(doubtful) > 0 {
		e := Extent{Certain: len(enough) > 0}
		if !e.Certain {
			enough = doubtful
		}
		e.limit("with " + some(enough, " or "))
		return e
	}
	for n := range in.selected() {
		if !n.IsEmpty() {
			e := Extent{Hypothetical: in.isUnheardOf()}
			e.limit("with " + plural.And(in.fleet.texts(n.Assignment)))
			return e
		}
	}
	return in.elsewhere(in.others())
}

// enough returns the nodes for which a single value implies that they are selected.
func (in *holding) enough() iter.Seq[*place] {
	return func(yield func(*place) bool) {
		for n := range in.selected() {
			if n.isSingle && !in.failsWith(n.Assignment) && !yield(n) {
				return
			}
		}
	}
}

// isEnoughFor reports whether, for all of the nodes, a single value implies that they are selected.
func (in *holding) isEnoughFor(all []*vars.Assignment) bool {
	var enough []*vars.Assignment
	for n := range in.enough() {
		enough = append(enough, n.Assignment)
	}
	areEnough := vars.NewConditions(enough)
	return !slices.ContainsFunc(all, func(a *vars.Assignment) bool { return !areEnough.AnyOn(a) })
}

func (in *holding) isEverywhere() bool {
	if in.anyRuledOut {
		return false
	}
	selected := 0
	for _, i := range in.cases {
		selected += in.first[i+1] - in.first[i]
	}
	return selected == len(in.all)
}

// others returns the nodes that are not selected.
func (in *holding) others() iter.Seq[*vars.Assignment] {
	return func(yield func(*vars.Assignment) bool) {
		for i := range in.all {
			if n := &in.all[i]; !in.holds(n) && !yield(n.Assignment) {
				return
			}
		}
	}
}

// othersWith returns the nodes that are not selected and that have everything in a.
func (in *holding) othersWith(a *vars.Assignment) iter.Seq[*vars.Assignment] {
	if len(a.Values) == 0 {
		return func(yield func(*vars.Assignment) bool) {
			for other := range in.others() {
				if other.Has(a) && !yield(other) {
					return
				}
			}
		}
	}
	fewest := in.having[a.Values[0].Hash]
	for i := range a.Values {
		if having := in.having[a.Values[i].Hash]; len(having) < len(fewest) {
			fewest = having
		}
	}
	return func(yield func(*vars.Assignment) bool) {
		for _, at := range fewest {
			if other := &in.all[at]; !in.holds(other) && other.Has(a) && !yield(other.Assignment) {
				return
			}
		}
	}
}

// failsWith reports whether a node that has everything in a is not selected.
func (in *holding) failsWith(a *vars.Assignment) bool {
	for range in.othersWith(a) {
		return true
	}
	return false
}

// isUnheardOf reports whether all selected nodes need a value of some variable that no file of the
// tree is for: with each value that the tree contains, they become one of the others.
func (in *holding) isUnheardOf() bool {
	return !lists.Any(in.selected(), func(n *place) bool { return !in.needsUnknownValue(n.Assignment) })
}

func (in *holding) needsUnknownValue(a *vars.Assignment) bool {
	met := map[string]map[string]bool{}
	for other := range in.othersWith(a) {
		for i := range other.Values {
			v := &other.Values[i]
			if _, assigned := a.Lookup(v.Name); assigned {
				continue
			}
			lists.PutIn(met, v.Name, v.Value, true)
		}
	}
	for name, values := range met {
		v := in.fleet.variables[name]
		if v == nil || facter.IsUniquePerNode(name) {
			continue // rarely, every node has a file of its own
		}
		if _, ok := in.freeValue(name, values); !ok {
			return true
		}
	}
	return false
}
