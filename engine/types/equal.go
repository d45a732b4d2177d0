package types

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/internal/lists"
)

func (t plainType) Eql(o any) bool       { return eqlAny(t, o) }
func (t *integerType) Eql(o any) bool    { return eqlAny(t, o) }
func (t *floatType) Eql(o any) bool      { return eqlAny(t, o) }
func (t *stringType) Eql(o any) bool     { return eqlAny(t, o) }
func (t *booleanType) Eql(o any) bool    { return eqlAny(t, o) }
func (t *enumType) Eql(o any) bool       { return eqlAny(t, o) }
func (t *regexpType) Eql(o any) bool     { return eqlAny(t, o) }
func (t *patternType) Eql(o any) bool    { return eqlAny(t, o) }
func (t *collectionType) Eql(o any) bool { return eqlAny(t, o) }
func (t *arrayType) Eql(o any) bool      { return eqlAny(t, o) }
func (t *hashType) Eql(o any) bool       { return eqlAny(t, o) }
func (t *tupleType) Eql(o any) bool      { return eqlAny(t, o) }
func (t *structType) Eql(o any) bool     { return eqlAny(t, o) }
func (t *variantType) Eql(o any) bool    { return eqlAny(t, o) }
func (t *wrapperType) Eql(o any) bool    { return eqlAny(t, o) }
func (t *initType) Eql(o any) bool       { return eqlAny(t, o) }
func (t *callableType) Eql(o any) bool   { return eqlAny(t, o) }
func (t *runtimeType) Eql(o any) bool    { return eqlAny(t, o) }
func (t *classType) Eql(o any) bool      { return eqlAny(t, o) }
func (t *resourceType) Eql(o any) bool   { return eqlAny(t, o) }
func (t *timeType) Eql(o any) bool       { return eqlAny(t, o) }
func (t *semVerType) Eql(o any) bool     { return eqlAny(t, o) }
func (t *uriType) Eql(o any) bool        { return eqlAny(t, o) }
func (t *objectType) Eql(o any) bool     { return eqlAny(t, o) }
func (t *typeSetType) Eql(o any) bool    { return eqlAny(t, o) }
func (t *referenceType) Eql(o any) bool  { return eqlAny(t, o) }
func (t *aliasType) Eql(o any) bool      { return eqlAny(t, o) }

func eqlAny(t Type, o any) bool {
	other, ok := o.(Type)
	return ok && eql(t, other)
}

// eql reports whether a and b are equal by Ruby's == of types.
func eql(a, b Type) bool { return equal(a, b, false) }

// The hash codes are the same for equal types. They are different for types of which there may be many in one place, such as
// the keys of a Struct or of a TypeSet. All other types have the same one.

func (t *stringType) Hash() uint64    { return hashText(t.value) }
func (t *enumType) Hash() uint64      { return maphash.String(hashSeed, strings.Join(t.values, "\x00")) }
func (t *arrayType) Hash() uint64     { return hashCode(t.element)*31 + 1 }
func (t *hashType) Hash() uint64      { return (hashCode(t.key)*31+hashCode(t.value))*31 + 2 }
func (t *wrapperType) Hash() uint64   { return hashCode(t.of) }
func (t *classType) Hash() uint64     { return hashText(t.class) }
func (t *objectType) Hash() uint64    { return maphash.String(hashSeed, t.definition) }
func (t *referenceType) Hash() uint64 { return maphash.String(hashSeed, t.text) }
func (t *aliasType) Hash() uint64     { return maphash.String(hashSeed, t.alias) }

func (t *integerType) Hash() uint64 {
	from, _ := t.from.Int64()
	to, _ := t.to.Int64()
	return uint64(from)*31 + uint64(to)
}

func (t *regexpType) Hash() uint64 {
	if t.re == nil {
		return 0
	}
	return t.re.Hash()
}

func (t *resourceType) Hash() uint64 {
	name := strings.ToLower(strings.ToUpper(t.resource)) // strings.EqualFold considers both
	return maphash.String(hashSeed, name)*31 + hashText(t.title)
}

// hashCode returns the hash code of a type, which may be nil.
func hashCode(t Type) uint64 {
	if h, ok := t.(interface{ Hash() uint64 }); ok {
		return h.Hash()
	}
	return 0
}

var hashSeed = maphash.MakeSeed()

func hashText(text *string) uint64 {
	if text == nil {
		return 0
	}
	return maphash.String(hashSeed, *text)
}

// identical is eql that considers the order of the types in a Variant or Pattern. Ruby's uniq
// compares in this way, because it compares hash codes first.
func identical(a, b Type) bool { return equal(a, b, true) }

func equal(a, b Type, ordered bool) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *integerType:
		b, ok := b.(*integerType)
		return ok && a.from.Eq(b.from) && a.to.Eq(b.to)
	case *floatType:
		b, ok := b.(*floatType)
		return ok && a.from.Eq(b.from) && a.to.Eq(b.to)
	case *stringType:
		b, ok := b.(*stringType)
		return ok && equalSize(a.size, b.size) && equalText(a.value, b.value)
	case *booleanType:
		b, ok := b.(*booleanType)
		return ok && (a.value == nil) == (b.value == nil) && (a.value == nil || *a.value == *b.value)
	case *enumType:
		b, ok := b.(*enumType)
		return ok && a.fold == b.fold && slices.Equal(a.values, b.values)
	case *regexpType:
		b, ok := b.(*regexpType)
		return ok && a.same(b)
	case *patternType:
		b, ok := b.(*patternType)
		return ok && equalLists(a.patterns, b.patterns, ordered, (*regexpType).same)
	case *collectionType:
		b, ok := b.(*collectionType)
		return ok && equalSize(a.size, b.size)
	case *arrayType:
		b, ok := b.(*arrayType)
		return ok && equalSize(a.size, b.size) && equal(a.element, b.element, ordered)
	case *hashType:
		b, ok := b.(*hashType)
		return ok && equalSize(a.size, b.size) && equal(a.key, b.key, ordered) && equal(a.value, b.value, ordered)
	case *tupleType:
		b, ok := b.(*tupleType)
		return ok && equalTuple(a, b, ordered)
	case *structType:
		b, ok := b.(*structType)
		return ok && slices.EqualFunc(a.elements, b.elements, func(x, y structElement) bool {
			return x.key == y.key && x.optional == y.optional && equal(x.value, y.value, ordered)
		})
	case *variantType:
		b, ok := b.(*variantType)
		return ok && equalLists(a.types, b.types, ordered, func(x, y Type) bool { return equal(x, y, ordered) })
	case *wrapperType:
		b, ok := b.(*wrapperType)
		return ok && a.kind == b.kind && equalOptional(a.of, b.of, ordered)
	case *initType:
		b, ok := b.(*initType)
		return ok && equalOptional(a.of, b.of, ordered) && slices.EqualFunc(a.args, b.args, data.Eql)
	case *callableType:
		b, ok := b.(*callableType)
		return ok && (a.params == nil) == (b.params == nil) && (a.params == nil || equalTuple(a.params, b.params, ordered)) &&
			equalOptional(a.block, b.block, ordered) && equalOptional(a.ret, b.ret, ordered)
	case *runtimeType:
		b, ok := b.(*runtimeType)
		return ok && a.runtime == b.runtime && equalText(a.class, b.class) && a.replacement == b.replacement &&
			(a.pattern == nil) == (b.pattern == nil) && (a.pattern == nil || equal(a.pattern, b.pattern, ordered))
	case *classType:
		b, ok := b.(*classType)
		return ok && equalText(a.class, b.class)
	case *resourceType:
		b, ok := b.(*resourceType)
		return ok && strings.EqualFold(a.resource, b.resource) && equalText(a.title, b.title)
	case *timeType:
		b, ok := b.(*timeType)
		// Ruby has no hash code for times, so its uniq treats equal limits as different.
		unlimited := a.from.IsNegInf() && a.to.IsPosInf()
		return ok && a.span == b.span && a.from.Eq(b.from) && a.to.Eq(b.to) && (!ordered || unlimited)
	case *semVerType:
		b, ok := b.(*semVerType)
		return ok && slices.EqualFunc(a.ranges, b.ranges, func(x, y *rich.SemVerRange) bool { return x.Eql(y) })
	case *uriType:
		b, ok := b.(*uriType)
		return ok && (a.params == nil) == (b.params == nil) && (a.params == nil || data.Eql(a.params, b.params))
	case *objectType:
		b, ok := b.(*objectType)
		return ok && *a == *b
	case *typeSetType:
		_, ok := b.(*typeSetType)
		return ok
	case *referenceType:
		b, ok := b.(*referenceType)
		return ok && a.text == b.text
	case *aliasType:
		b, ok := b.(*aliasType)
		return ok && a.alias == b.alias
	default: // plainType
		return false
	}
}

func equalSize(a, b *integerType) bool {
	return (a == nil) == (b == nil) && (a == nil || a.from.Eq(b.from) && a.to.Eq(b.to))
}

func equalText(a, b *string) bool {
	return (a == nil) == (b == nil) && (a == nil || *a == *b)
}

func equalOptional(a, b Type, ordered bool) bool {
	return (a == nil) == (b == nil) && (a == nil || equal(a, b, ordered))
}

func equalTuple(a, b *tupleType, ordered bool) bool {
	return equalSize(a.size, b.size) && slices.EqualFunc(a.types, b.types, func(x, y Type) bool { return equal(x, y, ordered) })
}

// equalLists compares lists, regardless of their order unless ordered is set.
func equalLists[T any](a, b []T, ordered bool, same func(x, y T) bool) bool {
	if ordered {
		return slices.EqualFunc(a, b, same)
	}
	return len(a) == len(b) && lists.All(a, func(x T) bool {
		return slices.ContainsFunc(b, func(y T) bool { return same(x, y) })
	})
}
