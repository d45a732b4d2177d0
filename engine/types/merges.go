package types

import (
	"slices"

	"github.com/hieralint/hieralint/engine/internal/ranges"
)

// KeepsMerges reports whether a merge of instances of the type is also an instance. It assumes that
// the values have the same form: a part that is a hash or an array in one value is so in all, and
// there are no nested arrays.
func KeepsMerges(t Type) bool { return keepsMerges(t, map[*aliasType]bool{}) }

// keepsMerges is KeepsMerges; done has the aliases that were visited, and whether that is complete.
func keepsMerges(t Type, done map[*aliasType]bool) bool {
	switch t := t.(type) {
	case *arrayType:
		return keepsSize(t.size)
	case *hashType:
		return keepsSize(t.size) && (t.value == nil || keepsMerges(t.value, done))
	case *collectionType:
		return keepsSize(t.size)
	case *structType:
		return !slices.ContainsFunc(t.elements, func(e structElement) bool { return !keepsMerges(e.value, done) })
	case *wrapperType:
		return t.of != nil && (t.kind == optionalT || t.kind == notUndefT) && keepsMerges(t.of, done)
	case *aliasType:
		if t == dataAlias || t == richDataAlias {
			return true
		}
		if complete, visited := done[t]; visited {
			return complete // if it did not keep merges, the search would have ended
		}
		done[t] = false
		keeps := keepsMerges(t.resolved, done)
		done[t] = true
		return keeps
	case plainType, *integerType, *floatType, *stringType, *booleanType, *enumType, *patternType:
		return true // one of the values replaces the others
	}
	return false
}

// keepsSize reports whether a merge has an allowed size if the merged values do. Equal elements of
// arrays are combined.
func keepsSize(size *integerType) bool {
	return size == nil || size.to == ranges.PosInf && size.from.LessEq(ranges.Int(1))
}
