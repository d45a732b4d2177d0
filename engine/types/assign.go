package types

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/lists"
)

// Assignable reports whether every value of o is also a value of t, as far as Puppet can tell.
func Assignable(t, o Type) bool { return assignable(t, o, nil) }

// assignable is Assignable within a check that g guards; nil starts a new one.
func assignable(t, o Type, g *guard) bool {
	if !g.step() {
		return true
	}
	switch t := t.(type) {
	case plainType:
		if t == unitT {
			return true
		}
	case *aliasType:
		if !t.recursive {
			return g.remembered(t, t, o, func(g *guard) answer { return answerOf(assignableFrom(t, o, g)) }) == yes
		}
		g = g.ensure()
		entered := g.enterThis(t)
		defer g.leaveThis(entered)
		if g.bothLoop() {
			return true
		}
	case *variantType:
		v, ok := o.(*variantType)
		if !ok {
			// A Variant without types has no values, not even undef.
			return !(o == Undef && len(t.types) == 0) && assignableFrom(t, o, g)
		}
		if len(t.types) == 0 {
			return true
		}
		return len(v.types) > 0 && lists.All(v.types, func(o Type) bool { return assignableFrom(t, o, g) })
	}
	return assignableFrom(t, o, g)
}

// assignableFrom considers the meaning of o, if it represents several types, before comparing.
func assignableFrom(t, o Type, g *guard) bool {
	switch o := o.(type) {
	case plainType:
		if o == unitT {
			return true
		}
	case *aliasType:
		if !o.recursive {
			return g.remembered(o, t, o.resolved, func(g *guard) answer { return answerOf(assignable(t, o.resolved, g)) }) == yes
		}
		g = g.ensure()
		g.enterThat(o) // Puppet never removes it
		if g.bothLoop() {
			return true
		}
		return assignable(t, o.resolved, g)
	case *variantType:
		switch {
		case t == Any:
			return true
		case len(o.types) == 0:
			return isWrapper(t, notUndefT) && accepts1(t, o, g)
		}
		return lists.All(o.types, func(o Type) bool { return assignable(t, o, g) })
	case *wrapperType:
		switch {
		case o.kind == optionalT:
			return assignable(t, Undef, g.fresh()) && (o.of == nil || assignable(t, o.of, g.fresh()))
		case o.kind == notUndefT && o.of != nil && !assignable(o.of, Undef, g.fresh()):
			return assignable(t, o.of, g)
		}
	}
	return accepts1(t, o, g)
}

func isWrapper(t Type, kind wrapperKind) bool {
	w, ok := t.(*wrapperType)
	return ok && w.kind == kind
}

// accepts1 compares t with o, which is a single type and not an alias.
func accepts1(t, o Type, g *guard) bool {
	switch t := t.(type) {
	case plainType:
		return t.accepts(o)
	case *integerType:
		o, ok := o.(*integerType)
		return ok && t.covers(o)
	case *floatType:
		o, ok := o.(*floatType)
		return ok && t.from.LessEq(o.from) && o.to.LessEq(t.to)
	case *stringType:
		return t.accepts(o)
	case *booleanType:
		o, ok := o.(*booleanType)
		return ok && (t.value == nil || o.value != nil && *t.value == *o.value)
	case *enumType:
		return t.accepts(o)
	case *regexpType:
		o, ok := o.(*regexpType)
		return ok && (t.re == nil || t.same(o))
	case *patternType:
		return t.accepts(o)
	case *collectionType:
		size := sizeOf(o)
		return size != nil && sizeOrAny(t.size).covers(size)
	case *arrayType:
		return t.accepts(o, g)
	case *hashType:
		return t.accepts(o, g)
	case *tupleType:
		return t.accepts(o, g)
	case *structType:
		return t.accepts(o, g)
	case *variantType:
		return slices.ContainsFunc(t.types, func(v Type) bool { return assignable(v, o, g) })
	case *wrapperType:
		return t.accepts(o, g)
	case *initType:
		return t.acceptsType(o, g)
	case *callableType:
		return t.accepts(o, g)
	case *runtimeType:
		return t.accepts(o)
	case *classType:
		o, ok := o.(*classType)
		return ok && (t.class == nil || equalText(t.class, o.class))
	case *resourceType:
		o, ok := o.(*resourceType)
		return ok && (t.resource == "" || strings.EqualFold(t.resource, o.resource) && (t.title == nil || equalText(t.title, o.title)))
	case *timeType:
		o, ok := o.(*timeType)
		return ok && t.span == o.span && t.from.LessEq(o.from) && o.to.LessEq(t.to)
	case *semVerType:
		o, ok := o.(*semVerType)
		return ok && t.covers(o)
	case *uriType:
		o, ok := o.(*uriType)
		return ok && t.accepts(o)
	case *objectType:
		o, ok := o.(*objectType)
		return ok && (t.title == "Object" && t.definition == emptyObject || *t == *o)
	case *typeSetType:
		_, ok := o.(*typeSetType)
		return ok
	case *aliasType:
		return assignable(t.resolved, o, g)
	default: // a referenceType accepts itself
		return eql(t, o)
	}
}

func (t plainType) accepts(o Type) bool {
	switch t {
	case anyT:
		return true
	case scalarT:
		return isScalar(o) || o == semVerRangeT
	case scalarDataT:
		return isScalarData(o)
	case numericT:
		switch o := o.(type) {
		case *integerType:
			return true
		case *floatType:
			return accepts1(floatAny, o, nil) // NaN is in no range
		}
	case catalogEntryT:
		switch o.(type) {
		case *classType, *resourceType:
			return true
		}
	}
	return Type(t) == o
}

func isScalarData(t Type) bool {
	switch t := t.(type) {
	case plainType:
		return t == scalarDataT || t == numericT
	case *integerType, *floatType, *stringType, *enumType, *patternType, *booleanType:
		return true
	}
	return false
}

func isScalar(t Type) bool {
	switch t := t.(type) {
	case plainType:
		return t == scalarT || isScalarData(t)
	case *regexpType, *semVerType, *timeType:
		return true
	}
	return isScalarData(t)
}

func (t *wrapperType) accepts(o Type, g *guard) bool {
	switch t.kind {
	case optionalT:
		if o == Undef || t.of == nil {
			return true
		}
		return assignable(t.of, o, g)
	case notUndefT:
		return !assignable(o, Undef, g) && (t.of == nil || assignable(t.of, o, g))
	case iterableT:
		element, ok := iterableElement(o)
		if t.of == nil || assignable(t.of, Any, g) {
			return ok
		}
		return ok && element != nil && assignable(t.of, element, g)
	}
	w, ok := o.(*wrapperType)
	switch {
	case !ok || w.kind != t.kind:
		return false
	case t.of == nil:
		return true
	case w.of == nil:
		return t.kind == iteratorT && assignable(t.of, Any, g)
	}
	return assignable(t.of, w.of, g)
}

func (t *callableType) accepts(o Type, g *guard) bool {
	c, ok := o.(*callableType)
	if !ok {
		return false
	}
	if t.ret != nil && !assignable(t.ret, cmp.Or(c.ret, Any), g) {
		return false
	}
	if t.params == nil {
		return true
	}
	// Parameters are compared in reverse: the caller passes what t takes.
	if c.params == nil || !assignable(c.params, t.params, g) {
		return false
	}
	return assignable(cmp.Or(c.block, Undef), cmp.Or(t.block, Undef), g)
}

func (t *runtimeType) accepts(o Type) bool {
	r, ok := o.(*runtimeType)
	if !ok || t.runtime != "" && t.runtime != r.runtime {
		return false
	}
	if t.class == nil && t.pattern == nil {
		return true
	}
	return equal(&runtimeType{class: t.class, pattern: t.pattern, replacement: t.replacement},
		&runtimeType{class: r.class, pattern: r.pattern, replacement: r.replacement}, false)
}
