package types

import "slices"

// IgnoresText reports whether a value remains an instance of the type, or none, if the texts of strings in it change,
// except for keys of hashes.
func IgnoresText(t Type) bool { return ignoresText(t, map[*aliasType]bool{}) }

func ignoresText(t Type, visited map[*aliasType]bool) bool {
	all := func(types []Type) bool {
		return !slices.ContainsFunc(types, func(t Type) bool { return !ignoresText(t, visited) })
	}
	switch t := t.(type) {
	case nil, plainType, *integerType, *floatType, *booleanType, *collectionType:
		return true
	case *stringType:
		return t.size == nil && t.value == nil
	case *arrayType:
		return ignoresText(t.element, visited)
	case *hashType:
		return ignoresText(t.value, visited)
	case *structType:
		return !slices.ContainsFunc(t.elements, func(e structElement) bool { return !ignoresText(e.value, visited) })
	case *tupleType:
		return all(t.types)
	case *variantType:
		return all(t.types)
	case *wrapperType:
		return (t.kind == optionalT || t.kind == notUndefT) && ignoresText(t.of, visited)
	case *aliasType:
		if t == dataAlias || t == richDataAlias || visited[t] {
			return true
		}
		visited[t] = true
		return ignoresText(t.resolved, visited)
	}
	return false
}
