package types

import (
	"errors"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/rich"
)

// iterableElement is the type of what a value of t yields when it is iterated; ok is false when t
// cannot be, the type is nil when it is not known.
func iterableElement(t Type) (element Type, ok bool) {
	switch t := t.(type) {
	case *integerType:
		return Integer, true
	case *stringType, *enumType:
		return &stringType{size: exactly(1)}, true
	case *collectionType:
		return nil, true
	case *arrayType:
		if t.element == Any {
			return nil, true
		}
		return t.element, true
	case *hashType:
		if t.key == Any && t.value == Any && t.size == nil || t.isEmpty() {
			return &tupleType{types: []Type{unitT, unitT}, size: exactly(2)}, true
		}
		return &tupleType{types: []Type{t.key, t.value}, size: exactly(2)}, true
	case *tupleType:
		return variantOf(t.types), true
	case *structType:
		if len(t.elements) == 0 {
			return &tupleType{types: []Type{unitT, unitT}, size: exactly(2)}, true
		}
		keys, values := make([]Type, len(t.elements)), make([]Type, len(t.elements))
		for i, e := range t.elements {
			keys[i], values[i] = e.keyType(), e.value
		}
		return &tupleType{types: []Type{variantOf(keys), variantOf(values)}, size: exactly(2)}, true
	case *wrapperType:
		switch t.kind {
		case iterableT, iteratorT:
			return t.of, true
		case typeT:
			switch of := t.of.(type) {
			case *enumType:
				return of, true
			case *integerType:
				finite := !of.from.IsNegInf() && !of.to.IsPosInf()
				return of, finite
			}
		}
	case *aliasType:
		return iterableElement(t.resolved)
	}
	return nil, false
}

// Iterable reports whether v can be iterated: its elements, characters, or the numbers below it.
func Iterable(v *data.Value) bool {
	switch v.Kind() {
	case data.String, data.Array, data.Hash:
		return true
	case data.Integer:
		return ranges.Int(0).LessEq(ranges.Of(v))
	case data.Rich:
		return iterableType(v.Payload())
	}
	return false
}

// iterableType reports whether a type, as a value, has elements: the numbers of a range, the words of
// an Enum.
func iterableType(payload any) bool {
	switch t := payload.(type) {
	case *enumType:
		return true
	case *integerType:
		return !t.from.IsNegInf() && !t.to.IsPosInf()
	case *aliasType:
		return iterableType(t.resolved)
	}
	return false
}

// MaxElements is how many numbers a list of numbers may have. Puppet has no limit and fills the
// memory.
const MaxElements = 1_000_000

var errTooMany = errors.New("a list of more than 1000000 numbers is too long")

// Elements are the elements of a value that can be iterated: pairs of a hash, characters of a
// text, the numbers below an Integer.
func Elements(v *data.Value) ([]*data.Value, error) {
	switch v.Kind() {
	case data.Array:
		return v.Items(), nil
	case data.Hash:
		items := make([]*data.Value, v.Len())
		for i, e := range v.Entries() {
			items[i] = data.NewArray([]*data.Value{e.Key, e.Value})
		}
		return items, nil
	case data.String:
		var items []*data.Value
		for _, r := range v.Text() {
			items = append(items, data.NewString(string(r)))
		}
		return items, nil
	case data.Integer:
		return numbersBetween(ranges.Int(0), ranges.Of(v), false)
	}
	switch p := v.Payload().(type) {
	case *rich.Binary:
		bytes := p.Bytes()
		items := make([]*data.Value, len(bytes))
		for i := range items {
			items[i] = data.NewInteger(int64(bytes[i]))
		}
		return items, nil
	case *integerType:
		return numbersBetween(p.from, p.to, true)
	case *enumType:
		items := make([]*data.Value, len(p.values))
		for i, s := range p.values {
			items[i] = data.NewString(s)
		}
		return items, nil
	case *aliasType:
		return Elements(TypeValue(p.resolved))
	}
	return nil, nil
}

func numbersBetween(from, to ranges.Number, inclusive bool) ([]*data.Value, error) {
	first, hasFirst := from.Int64()
	end, hasEnd := to.Int64()
	if !hasFirst || !hasEnd || end-first > MaxElements {
		return nil, errTooMany
	}
	if inclusive {
		end++
	}
	var items []*data.Value
	for i := first; i < end; i++ {
		items = append(items, data.NewInteger(i))
	}
	return items, nil
}
