package types

import (
	"slices"

	"github.com/hieralint/hieralint/engine/internal/ranges"
)

// KeepsMerges reports whether a merge of instances of the type is also an instance, if the values
// have the same form: what is a hash or an array in one is the same in all, and there are no nested
// arrays.
func KeepsMerges(t Type) bool { return keepsMerges(t, nil) }

func keepsMerges(t Type, within []*aliasType) bool {
	switch t := t.(type) {
	case *arrayType:
		return keepsSize(t.size)
	case *hashType:
		return keepsSize(t.size) && (t.value == nil || keepsMerges(t.value, within))
	case *collectionType:
		return keepsSize(t.size)
	case *structType:
		return !slices.ContainsFunc(t.elements, func(e structElement) bool { return !keepsMerges(e.value, within) })
	case *wrapperType:
		return t.of != nil && (t.kind == optionalT || t.kind == notUndefT) && keepsMerges(t.of, within)
	case *aliasType:
		return t == dataAlias || t == richDataAlias || !slices.Contains(within, t) && keepsMerges(t.resolved, append(within, t))
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
