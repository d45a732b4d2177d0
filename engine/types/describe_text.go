package types

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/internal/lists"
)

// String returns m as Puppet prints it, with a space before the path.
func (m *mismatch) String() string { return withPath(m.path, m.detail(maxExpanded)) }

func withPath(path []Step, detail string) string {
	var b strings.Builder
	if len(path) > 0 && path[0].Kind == signatureStep {
		b.WriteByte(' ')
		b.WriteString(path[0].String())
		path = path[1:]
	}
	for _, s := range path {
		b.WriteByte(' ')
		b.WriteString(s.String())
	}
	b.WriteByte(' ')
	b.WriteString(detail)
	return b.String()
}

// detail returns the message without the path. Types in it are shortened to most bytes.
func (m *mismatch) detail(most int) string {
	switch m.kind {
	case NoMatch:
		return m.patternText(most)
	case WrongSize:
		return "expects size to be " + sizeText(m.expected, "0") + ", got " + sizeText(m.actual, "0")
	case wrongCount:
		size := sizeBounds(m.expected)
		noun := " arguments"
		one := ranges.Int(1)
		if size.to.Eq(one) || size.from.Eq(one) && size.to.IsPosInf() {
			noun = " argument"
		}
		return "expects " + sizeText(m.expected, "no") + noun + ", got " + sizeText(m.actual, "none")
	case MissingKey:
		return "expects a value for key '" + m.key + "'"
	case UnrecognizedKey:
		return "unrecognized key '" + m.key + "'"
	case UnknownType:
		return "references an unresolved type '" + m.key + "'"
	case MissingParameter:
		return "expects a value for parameter '" + m.key + "'"
	case UnknownParameter:
		return "has no parameter named '" + m.key + "'"
	}
	return m.typeText(most)
}

// sizeText describes a size.
func sizeText(t Type, zero string) string {
	size := sizeBounds(t)
	none := ranges.Int(0)
	switch {
	case size.from.Eq(size.to):
		if size.from.Eq(none) {
			return zero
		}
		return size.from.String()
	case size.from.Eq(none) && size.to.IsPosInf():
		return "unlimited"
	case size.from.Eq(none):
		return "at most " + size.to.String()
	case size.to.IsPosInf():
		return "at least " + size.from.String()
	}
	return "between " + size.from.String() + " and " + size.to.String()
}

// patternText describes a String that an Enum or Pattern rejects.
func (m *mismatch) patternText(most int) string {
	expected, prefix := m.expected, ""
	if w, ok := expected.(*wrapperType); ok && w.kind == optionalT {
		expected, prefix = w.of, "an undef value or "
	}
	got := shortName(m.actual)
	if s, ok := m.actual.(*stringType); ok && s.value != nil {
		got = "'" + *s.value + "'"
	}
	return "expects " + prefix + "a match for " + expanded(expected, most) + ", got " + got
}

// typeText describes a value of another type. It uses the short names of both types, unless these
// would hide the difference.
func (m *mismatch) typeText(most int) string {
	expected := []Type{m.expected}
	optional := false
	if w, ok := m.expected.(*wrapperType); ok && w.kind == optionalT {
		expected[0], optional = cmp.Or(w.of, Any), true
	}
	multiple := false
	if v, ok := expected[0].(*variantType); ok {
		expected, multiple = v.types, true
	}

	var names []string
	var got string
	if inDetail(expected, m.actual) {
		got = detailedActual(expected, m.actual, most)
		names = lists.Map(expected, func(t Type) string { return expanded(t, most) })
	} else {
		got = shortName(m.actual)
		for _, t := range expected {
			if name := shortName(t); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if optional {
		names = slices.Insert(names, 0, "Undef")
		multiple = true
	}
	if !multiple || len(names) < 2 {
		return "expects " + pp.WithArticle(strings.Join(names, "")) + " value, got " + got
	}
	last := len(names) - 1
	list := strings.Join(names[:last], ", ")
	if last > 1 {
		list += ","
	}
	return "expects a value of type " + list + " or " + names[last] + ", got " + got
}

// shortName returns t without parameters, except for the inner type of Optional, NotUndef,
// Sensitive, and Type.
func shortName(t Type) string {
	var of Type
	switch t := t.(type) {
	case *wrapperType:
		of = t.of
	case *initType:
		of = t.of
	}
	if of == nil || of == Any {
		return t.name()
	}
	return t.name() + "[" + of.name() + "]"
}

// inDetail reports whether short names are not sufficient: both types are of the same kind, one is
// an alias, or actual would be accepted if expected had no parameters.
func inDetail(expected []Type, actual Type) bool {
	return slices.ContainsFunc(expected, func(e Type) bool { return sameKind(e, actual) }) ||
		slices.ContainsFunc(expected, func(e Type) bool {
			if a, ok := e.(*aliasType); ok {
				e = a.resolved
			}
			return assignable(general(e), actual, nil)
		})
}

// sameKind reports whether e and a differ only in parameters, or one of them is an alias.
func sameKind(e, a Type) bool {
	if isA[*aliasType](e) || isA[*aliasType](a) {
		return true
	}
	switch e := e.(type) {
	case plainType:
		return e == a
	case *wrapperType:
		return isWrapper(a, e.kind)
	case *timeType:
		a, ok := a.(*timeType)
		return ok && a.span == e.span
	case *structType:
		if _, ok := a.(*hashType); ok {
			return true
		}
	case *tupleType:
		if _, ok := a.(*arrayType); ok {
			return true
		}
	case *objectType:
		_, ok := a.(*objectType)
		return ok
	}
	return e.name() == a.name()
}

// detailedActual returns actual with its parameters, or only its name if they are not informative.
func detailedActual(expected []Type, actual Type, most int) string {
	resolved := lists.Map(expected, Unalias)
	general := Generalize(actual)
	if slices.ContainsFunc(resolved, func(e Type) bool { return sameKind(e, actual) }) ||
		slices.ContainsFunc(resolved, func(e Type) bool { return assignable(e, general, nil) }) {
		return expanded(actual, most)
	}
	return simpleName(actual)
}

// simpleName returns the name of the kind of type that t is.
func simpleName(t Type) string {
	if isA[*aliasType](t) {
		return "TypeAlias"
	}
	return t.name()
}

// general returns the type of t's kind without any parameters.
func general(t Type) Type {
	switch t := t.(type) {
	case plainType, *typeSetType, *referenceType, *aliasType:
		return t
	case *wrapperType:
		return newWrapper(t.kind, nil)
	case *objectType:
		return objectAny
	case *resourceType:
		return resourceAny
	}
	return Builtin(t.name())
}
