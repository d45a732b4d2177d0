package types

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
)

// NearString returns the string of the expected Enum, or of the first of several, for which text was probably meant. ok is false
// if there is none.
func (m *Mismatch) NearString(text string) (near string, ok bool) {
	enum := firstEnum(m.of.expected, aliasSet{})
	if enum == nil {
		return "", false
	}
	if len(enum.values) > manyNames {
		return enum.names.of(enum.values).Name(text)
	}
	if i := slices.IndexFunc(enum.values, func(v string) bool { return strings.EqualFold(v, text) }); i >= 0 {
		return enum.values[i], true
	}
	return nearest.Name(text, enum.values)
}

// NearKey returns the key of the expected Struct for which Key, which is not allowed, was probably meant. ok is false if there is none.
func (m *Mismatch) NearKey() (near string, ok bool) {
	t, ok := m.of.expected.(*structType)
	if !ok {
		return "", false
	}
	if prepared := t.names.Load(); prepared != nil {
		return prepared.Name(m.Key)
	}
	keys := lists.Map(t.elements, func(e structElement) string { return e.key })
	if len(keys) > manyNames {
		return t.names.of(keys).Name(m.Key)
	}
	return nearest.Name(m.Key, keys)
}

// manyNames is the number of strings or keys from which they are prepared for many comparisons.
const manyNames = 100

// names are the strings or keys of a type, prepared when they are first compared.
type names struct{ atomic.Pointer[nearest.Names] }

func (n *names) of(known []string) *nearest.Names {
	if n.Load() == nil {
		n.Store(nearest.NewNames(known))
	}
	return n.Load()
}

// firstEnum returns the first Enum in a type; nil if there is none.
func firstEnum(t Type, seen aliasSet) *enumType {
	switch t := t.(type) {
	case *enumType:
		return t
	case *wrapperType:
		return firstEnum(t.of, seen)
	case *aliasType:
		if seen.add(t) {
			return firstEnum(t.resolved, seen)
		}
	case *variantType:
		for _, one := range t.types {
			if enum := firstEnum(one, seen); enum != nil {
				return enum
			}
		}
	}
	return nil
}

// ExcludesStrings reports whether the expected types are unrelated to strings: numbers, booleans,
// undef, arrays, and hashes.
func (m *Mismatch) ExcludesStrings() bool {
	return m.of.expected != nil && excludesStrings(m.of.expected, aliasSet{})
}

func excludesStrings(t Type, seen aliasSet) bool {
	switch t := t.(type) {
	case plainType:
		return t == undefT || t == numericT
	case *integerType, *floatType, *booleanType, *arrayType, *hashType, *structType, *tupleType:
		return true
	case *wrapperType:
		return t.kind == optionalT && t.of != nil && excludesStrings(t.of, seen)
	case *aliasType:
		return !t.recursive && (!seen.add(t) || excludesStrings(t.resolved, seen))
	case *variantType:
		return len(t.types) > 0 && lists.All(t.types, func(o Type) bool { return excludesStrings(o, seen) })
	}
	return false
}

// ExcludesAllStrings reports whether no string is an instance of a type. For types that it does not know, it reports false.
func ExcludesAllStrings(t Type) bool {
	return excludes(t, aliasSet{}, func(leaf Type) bool {
		w, ok := leaf.(*wrapperType)
		return ok && w.kind == sensitiveT || excludesStrings(leaf, aliasSet{})
	})
}

// ExcludesSensitiveStrings reports whether no Sensitive with a string is an instance of a type. For types that it does not know,
// it reports false.
func ExcludesSensitiveStrings(t Type) bool {
	return excludes(t, aliasSet{}, func(leaf Type) bool {
		switch leaf := leaf.(type) {
		case *stringType, *enumType, *patternType:
			return true
		case *wrapperType:
			return leaf.kind == sensitiveT && leaf.of != nil && ExcludesAllStrings(leaf.of)
		}
		return excludesStrings(leaf, aliasSet{})
	})
}

// excludes reports whether a type, other than Optional, Variant, and an alias, is excluded, or else all types that it consists of.
func excludes(t Type, seen aliasSet, isExcluded func(Type) bool) bool {
	switch t := t.(type) {
	case *wrapperType:
		if t.kind == optionalT {
			return t.of != nil && excludes(t.of, seen, isExcluded)
		}
	case *aliasType:
		return !t.recursive && (!seen.add(t) || excludes(t.resolved, seen, isExcluded))
	case *variantType:
		return len(t.types) > 0 && lists.All(t.types, func(o Type) bool { return excludes(o, seen, isExcluded) })
	}
	return isExcluded(t)
}

// Choices returns the values that a type lists, as written in data: the strings of an Enum, those
// of a Boolean, and for a Variant those of all its types. It returns nil for other types.
func Choices(t Type) []string { return choices(t, aliasSet{}) }

func choices(t Type, seen aliasSet) []string {
	switch t := t.(type) {
	case *enumType:
		return t.values
	case *booleanType:
		return []string{"true", "false"}
	case *wrapperType:
		return choices(t.of, seen)
	case *aliasType:
		if !t.recursive && seen.add(t) {
			return choices(t.resolved, seen)
		}
	case *variantType:
		return lists.FlatMap(t.types, func(o Type) []string { return choices(o, seen) })
	}
	return nil
}
