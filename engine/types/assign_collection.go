package types

import (
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/internal/lists"
)

func (t *arrayType) accepts(o Type, g *guard) bool {
	switch o := o.(type) {
	case *tupleType:
		return sizeOrAny(t.size).covers(sizeOf(o)) && lists.All(o.types, func(e Type) bool { return assignable(t.element, e, g) })
	case *arrayType:
		return sizeOrAny(t.size).covers(sizeOf(o)) && assignable(t.element, o.element, g)
	}
	return false
}

func (t *hashType) accepts(o Type, g *guard) bool {
	switch o := o.(type) {
	case *hashType:
		if o.isEmpty() && sizeOrAny(t.size).from.Eq(ranges.Int(0)) {
			return true
		}
		return assignable(t.key, o.key, g) && assignable(t.value, o.value, g) && sizeOrAny(t.size).covers(sizeOf(o))
	case *structType:
		return sizeOrAny(t.size).covers(sizeOf(o)) && lists.All(o.elements, func(e structElement) bool {
			return instanceOfText(t.key, e.key) && assignable(t.value, e.value, g)
		})
	}
	return false
}

// isEmpty reports whether t is the type of the empty hash.
func (t *hashType) isEmpty() bool { return isZero(t.size) }

// countRange returns the number of elements that t allows.
func (t *tupleType) countRange() *integerType {
	switch {
	case t.size != nil:
		return t.size
	case len(t.types) == 0:
		return anySize
	}
	return exactly(len(t.types))
}

// at returns the type of element i; the last type repeats.
func (t *tupleType) at(i int) Type { return t.types[min(i, len(t.types)-1)] }

func (t *tupleType) accepts(o Type, g *guard) bool {
	if eql(t, o) {
		return true
	}
	switch o := o.(type) {
	case *tupleType:
		if !t.countRange().covers(o.countRange()) {
			return false
		}
		if len(t.types) == 0 {
			return true
		}
		if len(o.types) == 0 {
			return t.countRange().from.Eq(ranges.Int(0))
		}
		for i, e := range o.types {
			if !assignable(t.at(i), e, g) {
				return false
			}
		}
		return true
	case *arrayType:
		size := sizeOf(o)
		if !t.countRange().covers(size) {
			return false
		}
		for i, e := range t.types {
			if size.to.LessEq(ranges.Int(int64(i))) {
				break
			}
			if !assignable(e, o.element, g) {
				return false
			}
		}
		return true
	}
	return false
}

func (t *structType) accepts(o Type, g *guard) bool {
	switch o := o.(type) {
	case *structType:
		matched := 0
		find := o.finder()
		for _, e := range t.elements {
			other := find(e.key)
			if other == nil {
				if !e.optional {
					return false
				}
				continue
			}
			matched++
			if other.optional && !e.optional || !assignable(e.value, other.value, g) {
				return false
			}
		}
		return matched == o.distinct()
	case *hashType:
		for _, e := range t.elements {
			if !e.optional && (!assignable(e.value, o.value, g) || !assignable(String, o.key, nil)) {
				return false
			}
		}
		return t.count().covers(sizeOf(o))
	}
	return false
}

// find returns the element with a key; the last one if there are several.
func (t *structType) find(key string) *structElement {
	for i := len(t.elements) - 1; i >= 0; i-- {
		if t.elements[i].key == key {
			return &t.elements[i]
		}
	}
	return nil
}

// fewElements is the number of elements up to which a search is faster than a map.
const fewElements = 16

// finder returns a function like find for many keys.
func (t *structType) finder() func(key string) *structElement {
	if len(t.elements) <= fewElements {
		return t.find
	}
	byKey := make(map[string]*structElement, len(t.elements))
	for i := range t.elements {
		byKey[t.elements[i].key] = &t.elements[i]
	}
	return func(key string) *structElement { return byKey[key] }
}

// distinct returns the number of different keys.
func (t *structType) distinct() int {
	n := 0
	find := t.finder()
	for i := range t.elements {
		if find(t.elements[i].key) == &t.elements[i] {
			n++
		}
	}
	return n
}

// keyType returns the type of the key of a Struct element.
func (e structElement) keyType() Type {
	key := Type(&stringType{value: &e.key})
	if e.optional {
		return &wrapperType{kind: optionalT, of: key}
	}
	return key
}
