package types

import "github.com/hieralint/hieralint/engine/data"

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
				finite := !of.from.isNegInf() && !of.to.isPosInf()
				return of, finite
			}
		}
	case *aliasType:
		return iterableElement(t.resolved)
	}
	return nil, false
}

// iterable tells whether v can be iterated: its elements, characters, or the numbers below it.
func iterable(v *data.Value) bool {
	switch v.Kind() {
	case data.String, data.Array, data.Hash:
		return true
	case data.Integer:
		return intNum(0).lessEq(numOf(v))
	case data.Rich:
		return iterableType(v.Payload())
	}
	return false
}

// iterableType tells whether a type, as a value, has elements: the numbers of a range, the words of
// an Enum.
func iterableType(payload any) bool {
	switch t := payload.(type) {
	case *enumType:
		return true
	case *integerType:
		return !t.from.isNegInf() && !t.to.isPosInf()
	case *aliasType:
		return iterableType(t.resolved)
	}
	return false
}
