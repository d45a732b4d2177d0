package nodes

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
)

// assignment holds what is known of a derived node: values of variables by canonical name.
type assignment struct {
	// values are sorted by name.
	values []assignedValue
	// elements are values of variables that mapped_paths iterates over; a node may have several.
	elements map[string][]string
	// isOmitted means that there is no derived node for it, because there are too many.
	isOmitted bool
	known     uint64 // id, if the assignment is complete and remembers it; or 0
}

// assignedValue is the value of one variable.
type assignedValue struct {
	name, value string
	hash        uint64 // of both
}

func newAssignment() *assignment { return &assignment{} }

// find returns the index of a variable, or the index at which to insert it.
func (a *assignment) find(name string) (int, bool) {
	return slices.BinarySearchFunc(a.values, name, func(v assignedValue, name string) int { return strings.Compare(v.name, name) })
}

// lookup returns the value of a variable.
func (a *assignment) lookup(name string) (value string, ok bool) {
	i, ok := a.find(name)
	if !ok {
		return "", false
	}
	return a.values[i].value, true
}

// value returns the value of a variable; "" if unknown.
func (a *assignment) value(name string) string {
	value, _ := a.lookup(name)
	return value
}

// set sets a variable and those that its value determines. It returns false if that contradicts
// other values.
func (a *assignment) set(name, value string) bool {
	i, known := a.find(name)
	if known {
		return a.values[i].value == value
	}
	a.known = 0
	a.values = slices.Insert(a.values, i, assignedValue{name, value, hashText(hashText(0, name), value)})
	for implied, v := range impliedBy(name, value) {
		if !a.set(implied, v) {
			return false
		}
	}
	return true
}

// join returns an assignment with everything in both; nil if they contradict each other.
func join(a, b *assignment) *assignment {
	if !a.agrees(b) {
		return nil
	}
	joined := &assignment{values: make([]assignedValue, 0, len(a.values)+len(b.values)), elements: a.elements}
	i, j := 0, 0
	for i < len(a.values) && j < len(b.values) {
		switch x, y := &a.values[i], &b.values[j]; {
		case x.name < y.name:
			joined.values = append(joined.values, *x)
			i++
		case x.name > y.name:
			joined.values = append(joined.values, *y)
			j++
		default:
			joined.values = append(joined.values, *x)
			i++
			j++
		}
	}
	joined.values = append(append(joined.values, a.values[i:]...), b.values[j:]...)
	joined.addElements(b)
	return joined
}

func (a *assignment) addElements(b *assignment) {
	if len(b.elements) == 0 {
		return
	}
	a.elements = maps.Clone(a.elements)
	if a.elements == nil {
		a.elements = map[string][]string{}
	}
	for name, elements := range b.elements {
		for _, e := range elements {
			if have := a.elements[name]; !slices.Contains(have, e) {
				a.elements[name] = append(slices.Clip(have), e)
			}
		}
	}
}

// conditions are assignments, to find those that a node satisfies. Each is listed under the value that fewest have.
type conditions struct {
	by      map[uint64][]*assignment // by the hash of a value
	unnamed []*assignment            // those without values
}

func newConditions(all []*assignment) *conditions {
	c := &conditions{by: map[uint64][]*assignment{}}
	count := map[uint64]int{}
	for _, a := range all {
		for i := range a.values {
			count[a.values[i].hash]++
		}
	}
	for _, a := range all {
		if len(a.values) == 0 {
			c.unnamed = append(c.unnamed, a)
			continue
		}
		rarest := slices.MinFunc(a.values, func(v, w assignedValue) int { return cmp.Compare(count[v.hash], count[w.hash]) })
		c.by[rarest.hash] = append(c.by[rarest.hash], a)
	}
	return c
}

// on iterates over the conditions that a node satisfies.
func (c *conditions) on(n *assignment) iter.Seq[*assignment] {
	return func(yield func(*assignment) bool) {
		some := c.unnamed
		for i := -1; i < len(n.values); i++ {
			if i >= 0 {
				some = c.by[n.values[i].hash]
			}
			for _, a := range some {
				if n.has(a) && !yield(a) {
					return
				}
			}
		}
	}
}

// anyOn reports whether a node satisfies any of the conditions.
func (c *conditions) anyOn(n *assignment) bool {
	for range c.on(n) {
		return true
	}
	return false
}

// agrees reports whether a node may have everything in both.
func (a *assignment) agrees(b *assignment) bool {
	i, j := 0, 0
	for i < len(a.values) && j < len(b.values) {
		switch x, y := &a.values[i], &b.values[j]; {
		case x.hash == y.hash:
			i++
			j++
		case x.name < y.name:
			i++
		case x.name > y.name:
			j++
		default:
			return false
		}
	}
	return true
}

// has reports whether everything in b is in a.
func (a *assignment) has(b *assignment) bool {
	i := 0
	for j := range b.values {
		for i < len(a.values) && a.values[i].hash != b.values[j].hash {
			i++
		}
		if i == len(a.values) {
			return false
		}
		i++
	}
	for name, elements := range b.elements {
		for _, e := range elements {
			if !slices.Contains(a.elements[name], e) {
				return false
			}
		}
	}
	return true
}

// isEmpty reports whether nothing is known.
func (a *assignment) isEmpty() bool { return len(a.values)+len(a.elements) == 0 }

// id returns a hash of 64 bits by which assignments are compared.
func (a *assignment) id() uint64 {
	if a.known != 0 {
		return a.known
	}
	h := uint64(1)
	for i := range a.values {
		h = mix(h, a.values[i].hash)
	}
	for name, elements := range a.elements {
		of := hashText(0, name)
		sum := of
		for _, e := range elements {
			sum += hashText(of, e)
		}
		h += mix(of, sum)
	}
	return h
}

// remember computes id once. The assignment must be complete.
func (a *assignment) remember() { a.known = a.id() }

// names identifies the variables of assignments without elements.
func (a *assignment) names() uint64 {
	h := uint64(1)
	for i := range a.values {
		h = hashText(h, a.values[i].name)
	}
	return h
}
