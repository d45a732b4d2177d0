// Package vars has the values of variables that are known of a node: those of a derived node, which follow
// from the files that it reads, and the scope in which the engine evaluates keys on it.
package vars

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/hashing"
)

// Assignment holds what is known of a derived node: values of variables by canonical name.
type Assignment struct {
	// Values are sorted by name.
	Values []Value
	// Elements are values of variables that mapped_paths iterates over; a node may have several.
	Elements map[string][]string
	// IsOmitted means that there is no derived node for it, because there are too many.
	IsOmitted bool
	known     uint64 // id, if the assignment is complete and remembers it; or 0
}

// Value is the value of one variable.
type Value struct {
	Name, Value string
	Hash        uint64 // of both
}

// New returns an assignment of which nothing is known.
func New() *Assignment { return &Assignment{} }

// find returns the index of a variable, or the index at which to insert it.
func (a *Assignment) find(name string) (int, bool) {
	return slices.BinarySearchFunc(a.Values, name, func(v Value, name string) int { return strings.Compare(v.Name, name) })
}

// Lookup returns the value of a variable.
func (a *Assignment) Lookup(name string) (value string, ok bool) {
	i, ok := a.find(name)
	if !ok {
		return "", false
	}
	return a.Values[i].Value, true
}

// Value returns the value of a variable; "" if unknown.
func (a *Assignment) Value(name string) string {
	value, _ := a.Lookup(name)
	return value
}

// Set sets a variable and those that its value determines. It returns false if that contradicts
// other values.
func (a *Assignment) Set(name, value string) bool {
	i, known := a.find(name)
	if known {
		return a.Values[i].Value == value
	}
	a.known = 0
	a.Values = slices.Insert(a.Values, i, Value{name, value, hashing.Text(hashing.Text(0, name), value)})
	return lists.All(ImpliedBy(name, value), func(implied Implied) bool { return a.Set(implied.Name, implied.Value) })
}

// Join returns an assignment with everything in both; nil if they contradict each other.
func Join(a, b *Assignment) *Assignment {
	if !a.Agrees(b) {
		return nil
	}
	joined := &Assignment{Values: make([]Value, 0, len(a.Values)+len(b.Values)), Elements: a.Elements}
	i, j := 0, 0
	for i < len(a.Values) && j < len(b.Values) {
		switch x, y := &a.Values[i], &b.Values[j]; {
		case x.Name < y.Name:
			joined.Values = append(joined.Values, *x)
			i++
		case x.Name > y.Name:
			joined.Values = append(joined.Values, *y)
			j++
		default:
			joined.Values = append(joined.Values, *x)
			i++
			j++
		}
	}
	joined.Values = append(append(joined.Values, a.Values[i:]...), b.Values[j:]...)
	joined.addElements(b)
	return joined
}

func (a *Assignment) addElements(b *Assignment) {
	if len(b.Elements) == 0 {
		return
	}
	a.Elements = maps.Clone(a.Elements)
	if a.Elements == nil {
		a.Elements = map[string][]string{}
	}
	for name, elements := range b.Elements {
		for _, e := range elements {
			if have := a.Elements[name]; !slices.Contains(have, e) {
				a.Elements[name] = append(slices.Clip(have), e)
			}
		}
	}
}

// Conditions are assignments, to find those that a node satisfies. Each is listed under the value that fewest have.
type Conditions struct {
	by      map[uint64][]*Assignment // by the hash of a value
	unnamed []*Assignment            // those without values
}

// NewConditions returns the conditions that nodes may satisfy.
func NewConditions(all []*Assignment) *Conditions {
	c := &Conditions{by: map[uint64][]*Assignment{}}
	count := map[uint64]int{}
	for _, a := range all {
		for i := range a.Values {
			count[a.Values[i].Hash]++
		}
	}
	for _, a := range all {
		if len(a.Values) == 0 {
			c.unnamed = append(c.unnamed, a)
			continue
		}
		rarest := slices.MinFunc(a.Values, func(v, w Value) int { return cmp.Compare(count[v.Hash], count[w.Hash]) })
		c.by[rarest.Hash] = append(c.by[rarest.Hash], a)
	}
	return c
}

// On iterates over the conditions that a node satisfies.
func (c *Conditions) On(n *Assignment) iter.Seq[*Assignment] {
	return func(yield func(*Assignment) bool) {
		some := c.unnamed
		for i := -1; i < len(n.Values); i++ {
			if i >= 0 {
				some = c.by[n.Values[i].Hash]
			}
			for _, a := range some {
				if n.Has(a) && !yield(a) {
					return
				}
			}
		}
	}
}

// AnyOn reports whether a node satisfies any of the conditions.
func (c *Conditions) AnyOn(n *Assignment) bool {
	for range c.On(n) {
		return true
	}
	return false
}

// Agrees reports whether a node may have everything in both.
func (a *Assignment) Agrees(b *Assignment) bool {
	i, j := 0, 0
	for i < len(a.Values) && j < len(b.Values) {
		switch x, y := &a.Values[i], &b.Values[j]; {
		case x.Hash == y.Hash:
			i++
			j++
		case x.Name < y.Name:
			i++
		case x.Name > y.Name:
			j++
		default:
			return false
		}
	}
	return true
}

// Has reports whether everything in b is in a.
func (a *Assignment) Has(b *Assignment) bool {
	i := 0
	for j := range b.Values {
		for i < len(a.Values) && a.Values[i].Hash != b.Values[j].Hash {
			i++
		}
		if i == len(a.Values) {
			return false
		}
		i++
	}
	for name, elements := range b.Elements {
		for _, e := range elements {
			if !slices.Contains(a.Elements[name], e) {
				return false
			}
		}
	}
	return true
}

// IsEmpty reports whether nothing is known.
func (a *Assignment) IsEmpty() bool { return len(a.Values)+len(a.Elements) == 0 }

// ID returns a hash of 64 bits by which assignments are compared.
func (a *Assignment) ID() uint64 {
	if a.known != 0 {
		return a.known
	}
	h := uint64(1)
	for i := range a.Values {
		h = hashing.Mix(h, a.Values[i].Hash)
	}
	for name, elements := range a.Elements {
		of := hashing.Text(0, name)
		sum := of
		for _, e := range elements {
			sum += hashing.Text(of, e)
		}
		h += hashing.Mix(of, sum)
	}
	return h
}

// IDs returns the ids of assignments.
func IDs(all []*Assignment) map[uint64]bool {
	ids := make(map[uint64]bool, len(all))
	for _, a := range all {
		ids[a.ID()] = true
	}
	return ids
}

// Distinct returns the first of all equal assignments, in order; never nil.
func Distinct(all []*Assignment) []*Assignment {
	distinct, seen := make([]*Assignment, 0, len(all)), make(map[uint64]bool, len(all))
	for _, a := range all {
		if id := a.ID(); !seen[id] {
			seen[id] = true
			distinct = append(distinct, a)
		}
	}
	return distinct
}

// Remember computes id once. The assignment must be complete.
func (a *Assignment) Remember() { a.known = a.ID() }

// Names identifies the variables of assignments without elements.
func (a *Assignment) Names() uint64 {
	h := uint64(1)
	for i := range a.Values {
		h = hashing.Text(h, a.Values[i].Name)
	}
	return h
}
