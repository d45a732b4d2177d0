package types

import "github.com/hieralint/hieralint/internal/lists"

// IgnoresText reports whether a value remains an instance of the type, or none, if the texts of strings in it change,
// except for keys of hashes.
func IgnoresText(t Type) bool { return ignoresText(t, aliasSet{}) }

func ignoresText(t Type, visited aliasSet) bool {
	switch t := t.(type) {
	case nil, plainType, *integerType, *floatType, *booleanType, *collectionType:
		return true
	case *stringType:
		return t.size == nil && t.value == nil
	case *hashType:
		return ignoresText(t.value, visited)
	case *wrapperType:
		if t.kind != optionalT && t.kind != notUndefT {
			return false
		}
	case *aliasType:
		if t == dataAlias || t == richDataAlias || !visited.add(t) {
			return true
		}
	case *arrayType, *structType, *tupleType, *variantType:
	default:
		return false
	}
	return lists.All(parts(t), func(part Type) bool { return ignoresText(part, visited) })
}
