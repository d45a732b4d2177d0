package nodes

import (
	"iter"
	"slices"
)

// places holds the derived nodes of the cases of a key, to determine where something holds.
type places struct {
	fleet *Fleet
	cases []*Case
	all   []place
	// having holds the nodes that have a value, by its hash.
	having  map[uint64][]int32
	answers Answers
	// singles are the nodes that a single value determines.
	singles []single
}

// place is one node.
type place struct {
	*assignment
	of int32 // the case
}

// single is a node that one value determines.
type single struct {
	at          int32
	name, value string
}

func newPlaces(k *Key) *places {
	p := &places{fleet: k.Fleet, cases: k.Cases, having: map[uint64][]int32{}}
	for i, c := range k.Cases {
		for _, n := range c.Nodes {
			if !k.named[n] {
				p.add(n.assigned, int32(i))
			}
		}
	}
	return p
}

func (p *places) add(a *assignment, of int32) {
	at := int32(len(p.all))
	p.all = append(p.all, place{a, of})
	for i := range a.values {
		h := a.values[i].hash
		p.having[h] = append(p.having[h], at)
	}
	if name, value, ok := a.single(p.fleet); ok {
		p.singles = append(p.singles, single{at, name, value})
	}
}

// holding is a selection of cases and their nodes.
type holding struct {
	*places
	holds []bool // by case
}

// extent returns the nodes of the cases for which holds returns true.
func (p *places) extent(holds func(*Case) bool) Extent {
	in := p.holding(holds)
	if in.isEverywhere() {
		return Extent{Everywhere: true, Certain: true, Text: "every node"}
	}
	var enough []string
	for s := range in.enough() {
		enough = append(enough, p.fleet.describe(s.name, s.value))
	}
	if len(enough) > 0 {
		return Extent{Certain: true, Text: "nodes with " + some(enough, " or ")}
	}
	for i := range p.all {
		if a := &p.all[i]; in.holds[a.of] && !a.isEmpty() {
			return Extent{Text: "nodes with " + and(p.fleet.texts(a.assignment)), Hypothetical: in.isUnheardOf()}
		}
	}
	return p.fleet.elsewhere(in.others(), &p.answers)
}

func (p *places) holding(holds func(*Case) bool) *holding {
	in := &holding{p, make([]bool, len(p.cases))}
	for i, c := range p.cases {
		in.holds[i] = holds(c)
	}
	return in
}

// enough returns the nodes for which a single value implies that they are selected.
func (in *holding) enough() iter.Seq[*single] {
	return func(yield func(*single) bool) {
		for i := range in.singles {
			s := &in.singles[i]
			if a := &in.all[s.at]; in.holds[a.of] && !in.failsWith(a.assignment) && !yield(s) {
				return
			}
		}
	}
}

// isEnoughFor reports whether, for all of the nodes, a single value implies that they are selected.
func (in *holding) isEnoughFor(all []*assignment) bool {
	var enough []*assignment
	for s := range in.enough() {
		enough = append(enough, in.all[s.at].assignment)
	}
	return !slices.ContainsFunc(all, func(a *assignment) bool { return !slices.ContainsFunc(enough, a.has) })
}

func (in *holding) isEverywhere() bool {
	for i := range in.all {
		if !in.holds[in.all[i].of] {
			return false
		}
	}
	return true
}

// others returns the nodes that are not selected.
func (in *holding) others() iter.Seq[*assignment] {
	return func(yield func(*assignment) bool) {
		for i := range in.all {
			if a := &in.all[i]; !in.holds[a.of] && !yield(a.assignment) {
				return
			}
		}
	}
}

// othersWith returns the nodes that are not selected and that have everything in a.
func (in *holding) othersWith(a *assignment) iter.Seq[*assignment] {
	if len(a.values) == 0 {
		return func(yield func(*assignment) bool) {
			for other := range in.others() {
				if other.has(a) && !yield(other) {
					return
				}
			}
		}
	}
	fewest := in.having[a.values[0].hash]
	for i := range a.values {
		if having := in.having[a.values[i].hash]; len(having) < len(fewest) {
			fewest = having
		}
	}
	return func(yield func(*assignment) bool) {
		for _, at := range fewest {
			if other := &in.all[at]; !in.holds[other.of] && other.has(a) && !yield(other.assignment) {
				return
			}
		}
	}
}

// failsWith reports whether a node that has everything in a is not selected.
func (in *holding) failsWith(a *assignment) bool {
	for range in.othersWith(a) {
		return true
	}
	return false
}

// isUnheardOf reports whether all selected nodes need a value of some variable that no file of the
// tree is for: with each value that the tree contains, they become one of the others.
func (in *holding) isUnheardOf() bool {
	for i := range in.all {
		if a := &in.all[i]; in.holds[a.of] && !in.needsUnknownValue(a.assignment) {
			return false
		}
	}
	return true
}

func (in *holding) needsUnknownValue(a *assignment) bool {
	met := map[string]map[string]bool{}
	for other := range in.othersWith(a) {
		for i := range other.values {
			v := &other.values[i]
			if _, assigned := a.lookup(v.name); assigned {
				continue
			}
			if met[v.name] == nil {
				met[v.name] = map[string]bool{}
			}
			met[v.name][v.value] = true
		}
	}
	for name, values := range met {
		v := in.fleet.variables[name]
		if v == nil || namesNodes(name) {
			continue // rarely, every node has a file of its own
		}
		if _, ok := in.fleet.freeValue(name, values, &in.answers); !ok {
			return true
		}
	}
	return false
}
