package types

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/internal/lists"
)

// normalize returns a simpler type with the same values: duplicates in a Variant are removed, its
// Enums, Patterns, and ranges are joined, and undef becomes an Optional. Messages show types in
// this form.
//
// The order in which Puppet joins them determines the result.
func normalize(t Type) Type {
	switch t := t.(type) {
	case *collectionType:
		return collectionAny
	case *arrayType:
		if t.element == Any {
			return Array // Puppet loses the size
		}
		if e := normalize(t.element); e != t.element {
			return arrayOf(e, t.size)
		}
	case *hashType:
		if t.isEmpty() {
			return t
		}
		// One with a size is always a new type, which determines the order in an enclosing Variant.
		if k, v := normalize(t.key), normalize(t.value); t.size != nil || k != t.key || v != t.value {
			return hashOf(k, v, t.size)
		}
	case *tupleType, *structType, *callableType:
		return mapParts(t, normalize)
	case *variantType:
		return t.normalize()
	case *wrapperType:
		return t.normalize()
	}
	return t
}

func (t *wrapperType) normalize() Type {
	if t.of == nil {
		return t
	}
	n := t
	if of := normalize(t.of); of != t.of {
		n = newWrapper(t.kind, of)
	}
	if n.of == nil {
		return n
	}
	inner, _ := n.of.(*wrapperType)
	switch {
	case t.kind == optionalT && inner != nil && inner.kind == notUndefT:
		return normalize(&wrapperType{kind: optionalT, of: inner.of})
	case t.kind == optionalT && assignable(n.of, Undef, nil):
		return n.of
	case t.kind == notUndefT && inner != nil && inner.kind == optionalT:
		return normalize(newWrapper(notUndefT, inner.of))
	case t.kind == notUndefT && !assignable(n.of, Undef, nil):
		return n.of
	}
	return n
}

func (t *variantType) normalize() Type {
	if len(t.types) == 0 {
		return t
	}
	types, changed := mapAll(t.types, normalize)
	if len(types) == 1 {
		return types[0]
	}
	if slices.ContainsFunc(types, func(t Type) bool { return t == Undef || isWrapper(t, optionalT) }) {
		return optionalOf(types)
	}

	types = flatten(types)
	before := len(types)
	types = joinNotUndefs(types)
	types = joinEnums(types)
	types = joinPatterns(types)
	types = joinVersions(types)
	types = joinRanges(types)
	if len(types) == 1 {
		return types[0]
	}
	if changed || len(types) != before {
		return variantOf(types)
	}
	return t
}

// optionalOf returns a Variant that contains undef as an Optional of the other types.
func optionalOf(types []Type) Type {
	var rest []Type
	for _, t := range types {
		w, ok := t.(*wrapperType)
		switch {
		case t == Undef:
		case !ok || w.kind != optionalT:
			rest = append(rest, t)
		case w.of == nil:
			return w // with a plain Optional, nothing else matters
		default:
			rest = append(rest, w.of)
		}
	}
	return normalize(&wrapperType{kind: optionalT, of: variantOf(rest)})
}

// flatten replaces Variants by their types.
func flatten(types []Type) []Type {
	var out []Type
	for _, t := range types {
		if v, ok := t.(*variantType); ok {
			out = append(out, v.types...)
		} else {
			out = append(out, t)
		}
	}
	return out
}

// uniq removes all but the first of equal types.
func uniq(types []Type) []Type {
	out := make([]Type, 0, len(types))
	alike := map[any][]Type{}
	for _, t := range types {
		like := likeness(t)
		if !slices.ContainsFunc(alike[like], func(o Type) bool { return identical(o, t) }) {
			alike[like] = append(alike[like], t)
			out = append(out, t)
		}
	}
	return out
}

// likeness returns the same value for identical types; types of common kinds usually differ in it.
func likeness(t Type) any {
	switch t := t.(type) {
	case *integerType:
		from, _ := t.from.Int64()
		to, _ := t.to.Int64()
		return [2]int64{from, to}
	case *structType:
		if len(t.elements) > 0 {
			return t.name() + " " + t.elements[0].key
		}
	case *enumType:
		if len(t.values) > 0 {
			return t.name() + " " + t.values[0]
		}
	}
	return t.name()
}

// split separates the types for which f returns true from the others, if there are at least two of
// them. Both are nil otherwise.
func split(types []Type, f func(Type) bool) (yes, no []Type) {
	n := 0
	for _, t := range types {
		if f(t) {
			n++
		}
	}
	if n < 2 {
		return nil, nil
	}
	yes, no = make([]Type, 0, n), make([]Type, 0, len(types)-n+1)
	for _, t := range types {
		if f(t) {
			yes = append(yes, t)
		} else {
			no = append(no, t)
		}
	}
	return yes, no
}

// isA reports whether t is of a kind.
func isA[T Type](t Type) bool {
	_, ok := t.(T)
	return ok
}

func joinNotUndefs(types []Type) []Type {
	found, rest := split(types, func(t Type) bool { return isWrapper(t, notUndefT) })
	if len(found) < 2 {
		return types
	}
	inner := lists.Map(found, func(t Type) Type { return cmp.Or(t.(*wrapperType).of, Any) })
	return append(rest, newWrapper(notUndefT, normalize(variantOf(inner))))
}

// joinEnums joins the case-sensitive Enums (and single strings), and the case-insensitive ones.
func joinEnums(types []Type) []Type {
	found, rest := split(types, func(t Type) bool {
		switch t := t.(type) {
		case *enumType:
			return len(t.values) > 0 && !t.fold
		case *stringType:
			return t.value != nil
		}
		return false
	})
	if len(found) > 1 {
		values := lists.FlatMap(found, func(t Type) []string {
			if s, ok := t.(*stringType); ok {
				return []string{*s.value}
			}
			return t.(*enumType).values
		})
		types = append(rest, newEnum(values, false))
	}
	found, rest = split(types, func(t Type) bool {
		e, ok := t.(*enumType)
		return ok && len(e.values) > 0 && e.fold
	})
	if len(found) > 1 {
		values := lists.FlatMap(found, func(t Type) []string { return lists.Map(t.(*enumType).values, strings.ToLower) })
		types = append(rest, newEnum(values, true))
	}
	return types
}

func joinPatterns(types []Type) []Type {
	found, rest := split(types, isA[*patternType])
	if len(found) < 2 {
		return types
	}
	return append(rest, newPattern(lists.FlatMap(found, func(t Type) []*regexpType { return t.(*patternType).patterns })))
}

func joinVersions(types []Type) []Type {
	found, rest := split(types, isA[*semVerType])
	if len(found) < 2 {
		return types
	}
	joined := newSemVer(lists.FlatMap(found, func(t Type) []*rich.SemVerRange { return t.(*semVerType).ranges }))
	return append([]Type{joined}, rest...)
}

// joinRanges joins the ranges of numbers and times of the same kind that overlap or touch.
func joinRanges(types []Type) []Type {
	kinds := []func(Type) bool{
		isA[*integerType],
		isA[*floatType],
		func(t Type) bool { x, ok := t.(*timeType); return ok && x.span },
		func(t Type) bool { x, ok := t.(*timeType); return ok && !x.span },
	}
	for _, is := range kinds {
		found, rest := split(types, is)
		if len(found) > 1 {
			types = append(ranges.Join(found, join), rest...)
		}
	}
	return types
}

// join returns the range that covers a and b, which are of the same kind, if they meet.
func join(a, b Type) (Type, bool) {
	switch a := a.(type) {
	case *integerType:
		b := b.(*integerType)
		from, to := ranges.Span(a.from, a.to, b.from, b.to)
		meet := ranges.Overlap(a.from, a.to, b.from, b.to) || ranges.Follows(a.to, b.from) || ranges.Follows(b.to, a.from)
		return &integerType{from, to}, meet
	case *floatType:
		b := b.(*floatType)
		from, to := ranges.Span(a.from, a.to, b.from, b.to)
		return &floatType{from, to}, ranges.Overlap(a.from, a.to, b.from, b.to)
	default:
		x, y := a.(*timeType), b.(*timeType)
		from, to := ranges.Span(x.from, x.to, y.from, y.to)
		return &timeType{span: x.span, from: from, to: to}, ranges.Overlap(x.from, x.to, y.from, y.to)
	}
}
