package types

// AllowedStrings returns the strings of the Enum that was expected in place of the value, or of the first of several;
// nil where there is none.
func (m *Mismatch) AllowedStrings() []string {
	if enum := firstEnum(m.expected); enum != nil {
		return enum.values
	}
	return nil
}

// AllowedKeys returns the keys of the Struct that was expected in place of the hash, for UnrecognizedKey; nil where there is
// none.
func (m *Mismatch) AllowedKeys() []string {
	t, ok := m.expected.(*structType)
	if !ok {
		return nil
	}
	keys := make([]string, len(t.elements))
	for i, e := range t.elements {
		keys[i] = e.key
	}
	return keys
}

// firstEnum is the first Enum in a type; nil when there is none.
func firstEnum(t Type) *enumType {
	switch t := t.(type) {
	case *enumType:
		return t
	case *wrapperType:
		return firstEnum(t.of)
	case *aliasType:
		return firstEnum(t.resolved)
	case *variantType:
		for _, one := range t.types {
			if enum := firstEnum(one); enum != nil {
				return enum
			}
		}
	}
	return nil
}

// ExcludesStrings reports whether the types that were expected have nothing to do with strings: numbers, booleans, undef,
// arrays and hashes.
func (m *Mismatch) ExcludesStrings() bool { return m.expected != nil && excludesStrings(m.expected) }

func excludesStrings(t Type) bool {
	switch t := t.(type) {
	case plainType:
		return t == undefT || t == numericT
	case *integerType, *floatType, *booleanType, *arrayType, *hashType, *structType, *tupleType:
		return true
	case *wrapperType:
		return t.kind == optionalT && t.of != nil && excludesStrings(t.of)
	case *aliasType:
		return !t.recursive && excludesStrings(t.resolved)
	case *variantType:
		for _, one := range t.types {
			if !excludesStrings(one) {
				return false
			}
		}
		return len(t.types) > 0
	default:
		return false
	}
}
