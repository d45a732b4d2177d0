package types

import (
	"slices"

	"github.com/hieralint/hieralint/internal/lists"
)

// Generalize returns t without what is specific to values: Integer[5, 5] becomes Integer, and sizes
// are removed. It returns t itself if there is nothing to remove.
func Generalize(t Type) Type {
	switch t := t.(type) {
	case *integerType:
		return Integer
	case *floatType:
		return floatAny
	case *stringType:
		return String
	case *booleanType:
		return Boolean
	case *enumType:
		if len(t.values) == 0 {
			return String
		}
		return &stringType{size: t.lengths()}
	case *collectionType:
		return collectionAny
	case *arrayType:
		if t.element == Any {
			return Array
		}
		if element := Generalize(t.element); t.size != nil || element != t.element {
			return arrayOf(element, nil)
		}
	case *hashType:
		if t.isEmpty() {
			return t
		}
		if key, value := Generalize(t.key), Generalize(t.value); t.size != nil || key != t.key || value != t.value {
			return hashOf(key, value, nil)
		}
	case *tupleType, *structType, *callableType:
		return mapParts(t, Generalize)
	case *variantType:
		if types, changed := mapAll(t.types, Generalize); changed {
			return variantOf(types)
		}
	case *wrapperType:
		if t.of == nil {
			return t
		}
		if of := Generalize(t.of); of != t.of {
			return newWrapper(t.kind, of)
		}
	case *initType:
		// Puppet creates the general form without the required arguments of its constructor, and
		// fails.
		return t
	case *timeType:
		if t.span {
			return timespanAny
		}
		return timestampAny
	case *uriType:
		return uriAny
	}
	return t
}

// mapParts applies f to the parts of a Tuple, Struct, or Callable. It returns t itself if f changes
// none.
func mapParts(t Type, f func(Type) Type) Type {
	switch t := t.(type) {
	case *tupleType:
		if types, changed := mapAll(t.types, f); changed {
			return &tupleType{types: types, size: t.size}
		}
	case *structType:
		if values, changed := mapAll(parts(t), f); changed {
			elements := slices.Clone(t.elements)
			for i := range elements {
				elements[i].value = values[i]
			}
			return &structType{elements: elements}
		}
	case *callableType:
		c := *t
		if t.params != nil {
			c.params = f(t.params).(*tupleType)
		}
		if t.block != nil {
			c.block = f(t.block)
		}
		if t.ret != nil {
			c.ret = f(t.ret)
		}
		if c != *t {
			return &c
		}
	}
	return t
}

// mapAll applies f to types, and reports whether it changes any.
func mapAll(types []Type, f func(Type) Type) (mapped []Type, changed bool) {
	mapped = lists.Map(types, f)
	return mapped, !slices.Equal(mapped, types)
}
