package types

import (
	"sync/atomic"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/memo"
)

// Allowed are the strings of an Enum or the keys of a Struct.
type Allowed struct {
	Names   []string
	derived memo.Map[any, any]
}

// Derive returns what compute derives from the names, once for each key of its caller.
func (a *Allowed) Derive(key any, compute func(names []string) any) any {
	return a.derived.Of(key, func() any { return compute(a.Names) })
}

// AllowedStrings returns the strings of the expected Enum, or of the first of several; nil if there is none.
func (m *Mismatch) AllowedStrings() *Allowed {
	enum := firstEnum(m.of.expected, aliasSet{})
	if enum == nil {
		return nil
	}
	return once(&enum.allowed, func() []string { return enum.values })
}

// AllowedKeys returns the keys of the expected Struct, for UnrecognizedKey; nil if there is none.
func (m *Mismatch) AllowedKeys() *Allowed {
	t, ok := m.of.expected.(*structType)
	if !ok {
		return nil
	}
	return once(&t.allowed, func() []string { return lists.Map(t.elements, func(e structElement) string { return e.key }) })
}

func once(allowed *atomic.Pointer[Allowed], names func() []string) *Allowed {
	if allowed.Load() == nil {
		allowed.CompareAndSwap(nil, &Allowed{Names: names()})
	}
	return allowed.Load()
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
