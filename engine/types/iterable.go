package types

import (
	"errors"
	"iter"
	"math"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/rich"
)

// iterableElement returns the type of the elements when a value of t is iterated; nil if unknown.
// ok is false if t cannot be iterated.
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

// Iterable reports whether v can be iterated over: its elements, its characters, or the numbers
// below it.
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

// iterableType reports whether a type, as a value, can be iterated over: the numbers of a range, or
// the strings of an Enum.
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

// MaxElements is the maximum length of an array of numbers. Puppet has no limit and fills the
// memory.
const MaxElements = 1_000_000

var errTooMany = errors.New("a list of more than 1000000 numbers is too long")

// Elements returns the elements of a value that can be iterated over: the pairs of a hash, the
// characters of a string, or the numbers below an Integer. It returns an error if there are more
// than MaxElements numbers.
func Elements(v *data.Value) ([]*data.Value, error) {
	if v.Kind() == data.Array {
		return v.Items(), nil
	}
	elements, err := Iterate(v)
	if err != nil || Count(v) > MaxElements {
		return nil, errTooMany
	}
	return slices.Collect(elements), nil
}

// Iterate is Elements as an iterator, without a limit. It returns an error if there are more
// numbers than can be counted.
func Iterate(v *data.Value) (iter.Seq[*data.Value], error) {
	switch v.Kind() {
	case data.Array:
		return slices.Values(v.Items()), nil
	case data.Hash:
		return eachOf(slices.Values(v.Entries()), func(e data.Entry) *data.Value { return data.NewArray([]*data.Value{e.Key, e.Value}) }), nil
	case data.String:
		return func(yield func(*data.Value) bool) {
			for _, r := range v.Text() {
				if !yield(data.NewString(string(r))) {
					return
				}
			}
		}, nil
	case data.Rich:
		return iterateRich(v.Payload())
	}
	if first, last, ok := numbersOf(v); ok {
		return numbersBetween(first, last), nil
	}
	return nil, errTooMany
}

func iterateRich(payload any) (iter.Seq[*data.Value], error) {
	switch p := payload.(type) {
	case *rich.Binary:
		return eachOf(slices.Values([]byte(p.Bytes())), func(b byte) *data.Value { return data.NewInteger(int64(b)) }), nil
	case *integerType:
		if first, last, ok := numbersOf(TypeValue(p)); ok {
			return numbersBetween(first, last), nil
		}
		return nil, errTooMany
	case *enumType:
		return eachOf(slices.Values(p.values), data.NewString), nil
	case *aliasType:
		return Iterate(TypeValue(p.resolved))
	}
	return func(func(*data.Value) bool) {}, nil
}

// eachOf converts the items to values.
func eachOf[T any](items iter.Seq[T], value func(T) *data.Value) iter.Seq[*data.Value] {
	return func(yield func(*data.Value) bool) {
		items(func(item T) bool { return yield(value(item)) })
	}
}

// Count returns how many numbers v represents, an Integer or a range; math.MaxInt if they cannot be
// counted, and 0 for other values.
func Count(v *data.Value) int {
	if alias, ok := v.Payload().(*aliasType); ok {
		return Count(TypeValue(alias.resolved))
	}
	if _, isRange := v.Payload().(*integerType); !isRange && v.Kind() != data.Integer {
		return 0
	}
	first, last, ok := numbersOf(v)
	switch {
	case !ok || uint64(last)-uint64(first) >= math.MaxInt && first <= last:
		return math.MaxInt
	case first > last:
		return 0
	}
	return int(last-first) + 1
}

// numbersOf returns the first and last numbers of a range, or below an Integer; ok is false if they
// do not fit.
func numbersOf(v *data.Value) (first, last int64, ok bool) {
	if t, isRange := v.Payload().(*integerType); isRange {
		first, hasFirst := t.from.Int64()
		last, hasLast := t.to.Int64()
		return first, last, hasFirst && hasLast
	}
	end, ok := v.Int()
	return 0, max(end, 0) - 1, ok
}

func numbersBetween(first, last int64) iter.Seq[*data.Value] {
	return func(yield func(*data.Value) bool) {
		for i := first; i <= last; i++ {
			if !yield(data.NewInteger(i)) || i == last {
				return
			}
		}
	}
}
