package nodes

import (
	"maps"
	"slices"
	"strings"
)

// assignment is what is known of a derived node: values of variables by their canonical names.
type assignment struct {
	// values are in the order of their names.
	values []assignedValue
	// elements are of variables that mapped_paths go through: a node may have several of them.
	elements map[string][]string
}

// assignedValue is the value of one variable.
type assignedValue struct {
	name, value string
	hash        uint64 // of both
}

func newAssignment() *assignment { return &assignment{} }

// find is where the value of a variable is or belongs.
func (a *assignment) find(name string) (int, bool) {
	return slices.BinarySearchFunc(a.values, name, func(v assignedValue, name string) int { return strings.Compare(v.name, name) })
}

// lookup is the value of a variable.
func (a *assignment) lookup(name string) (value string, ok bool) {
	i, ok := a.find(name)
	if !ok {
		return "", false
	}
	return a.values[i].value, true
}

// value is the value of a variable; "" when it is not known.
func (a *assignment) value(name string) string {
	value, _ := a.lookup(name)
	return value
}

// set gives a variable a value and, with it, those that it decides; false when the node then would
// contradict itself.
func (a *assignment) set(name, value string) bool {
	i, known := a.find(name)
	if known {
		return a.values[i].value == value
	}
	a.values = slices.Insert(a.values, i, assignedValue{name, value, hashText(hashText(0, name), value)})
	for implied, v := range impliedBy(name, value) {
		if !a.set(implied, v) {
			return false
		}
	}
	return true
}

// join is what is known of a node of which both are true; nil when there is none.
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

// agrees reports whether there is a node of which both are true.
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

// has reports whether all that is known of b is known of a.
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

// id is the same for equal assignments only.
func (a *assignment) id() uint64 {
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

// names distinguishes the variables of assignments that have no elements.
func (a *assignment) names() uint64 {
	h := uint64(1)
	for i := range a.values {
		h = hashText(h, a.values[i].name)
	}
	return h
}
