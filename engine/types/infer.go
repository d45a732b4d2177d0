package types

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/internal/lists"
)

// Infer is the type of v as messages name it: Array[Integer[1, 3], 2, 2].
func Infer(v *data.Value) Type { return infer(v) }

// infer is the narrowest type of v that takes all elements of a collection together:
// Array[Integer[1, 3], 2, 2]. The values of Strings are part of it, though they do not print.
func infer(v *data.Value) Type {
	switch v.Kind() {
	case data.Array:
		items := v.Items()
		if len(items) == 0 {
			return emptyArray
		}
		return arrayOf(inferAll(len(items), func(i int) *data.Value { return items[i] }), exactly(len(items)))
	case data.Hash:
		entries := v.Entries()
		if len(entries) == 0 {
			return emptyHash
		}
		key := inferAll(len(entries), func(i int) *data.Value { return entries[i].Key })
		value := inferAll(len(entries), func(i int) *data.Value { return entries[i].Value })
		return hashOf(key, value, exactly(len(entries)))
	}
	return inferScalar(v)
}

// inferAll is the type of n values together. As long as all of them are Strings, only their values are collected: a type of
// the Strings so far, for each of them, would take a time that grows with the square of n.
func inferAll(n int, at func(int) *data.Value) Type {
	var values []string
	i := 0
	for ; i < n && at(i).Kind() == data.String; i++ {
		values = append(values, at(i).Text())
	}
	t := stringsType(values)
	for ; i < n; i++ {
		t = common(t, infer(at(i)))
	}
	return t
}

// stringsType is the type of these Strings together; nil for none.
func stringsType(values []string) Type {
	if len(values) == 0 {
		return nil
	}
	all := newEnum(values, false)
	if len(all.values) == 1 {
		return &stringType{value: &all.values[0]}
	}
	return all
}

// InferSet is the type of v that keeps the type of each element: Tuple[Integer[1, 1], String].
func InferSet(v *data.Value) Type { return inferSet(v) }

// inferSet is the narrowest type of v that keeps the type of each element: Tuple[Integer[1, 1],
// String]. Messages about mismatches start from it.
func inferSet(v *data.Value) Type {
	switch v.Kind() {
	case data.Array:
		items := v.Items()
		if len(items) == 0 {
			return emptyArray
		}
		types := lists.Map(items, inferSet)
		return &tupleType{types: types}
	case data.Hash:
		return inferSetHash(v.Entries())
	case data.Rich:
		if version, ok := v.Payload().(*rich.SemVer); ok {
			return &semVerType{ranges: []*rich.SemVerRange{rich.ExactRange(version)}}
		}
	}
	return inferScalar(v)
}

// inferSetHash is a Struct when all keys are Strings with at least one character, else a Hash.
func inferSetHash(entries []data.Entry) Type {
	if len(entries) == 0 {
		return emptyHash
	}
	elements := make([]structElement, 0, len(entries))
	for _, e := range entries {
		if e.Key.Kind() != data.String || e.Key.Text() == "" {
			keys, values := make([]Type, len(entries)), make([]Type, len(entries))
			for i, e := range entries {
				keys[i], values[i] = inferSet(e.Key), inferSet(e.Value)
			}
			return hashOf(variantOf(keys), variantOf(values), exactly(len(entries)))
		}
		elements = append(elements, structElement{key: e.Key.Text(), value: inferSet(e.Value)})
	}
	return &structType{elements: elements}
}

func inferScalar(v *data.Value) Type {
	switch v.Kind() {
	case data.Undef:
		return Undef
	case data.Default:
		return Default
	case data.Boolean:
		b := v.Bool()
		return &booleanType{value: &b}
	case data.Integer:
		n := ranges.Of(v)
		return &integerType{from: n, to: n}
	case data.Float:
		n := ranges.Of(v)
		return &floatType{from: n, to: n}
	case data.String:
		s := v.Text()
		return &stringType{value: &s}
	case data.Symbol:
		return inferSymbol(v.Text())
	case data.Sensitive:
		return newWrapper(sensitiveT, infer(v.Unwrap()))
	}
	switch p := v.Payload().(type) {
	case Type:
		return &wrapperType{kind: typeT, of: p}
	case *rich.Regexp:
		return &regexpType{p}
	case *rich.Timestamp:
		return &timeType{from: ranges.Big(p.Nanoseconds()), to: ranges.Big(p.Nanoseconds())}
	case *rich.Timespan:
		return &timeType{span: true, from: ranges.Big(p.Nanoseconds()), to: ranges.Big(p.Nanoseconds())}
	case *rich.SemVer:
		return semVerAny
	case *rich.SemVerRange:
		return semVerRangeT
	case *rich.Binary:
		return binaryT
	case *rich.URI:
		return &uriType{params: uriParams(p)}
	case *Object:
		return p.typ
	}
	return rubyClass("Object")
}

// inferSymbol knows the two Symbols that are Puppet values.
func inferSymbol(name string) Type {
	switch name {
	case "undef":
		return Undef
	case "default":
		return Default
	}
	return rubyClass("Symbol")
}

func rubyClass(name string) Type { return &runtimeType{runtime: "ruby", class: &name} }

// common is a type that holds the values of both a and b; nil is no type yet. It is what the type
// of a list is made of, and need not be the narrowest.
func common(a, b Type) Type {
	switch {
	case a == nil || a == Undef:
		// Puppet takes undef for "no type yet": [undef, 1] is an Array[Integer[1, 1]].
		return b
	case b == nil || b == Undef:
		return a
	case a == unitT:
		return b
	case b == unitT:
		return a
	case assignable(a, b, nil):
		return a
	case assignable(b, a, nil):
		return b
	}
	if t := commonOfKind(a, b); t != nil {
		return t
	}
	for _, t := range []Type{numericT, scalarDataT, scalarT, Data} {
		if assignable(t, a, nil) && assignable(t, b, nil) {
			return t
		}
	}
	if isWrapper(a, typeT) && isWrapper(b, typeT) {
		return newWrapper(typeT, common(a.(*wrapperType).of, b.(*wrapperType).of))
	}
	if assignable(richDataAlias, a, nil) && assignable(richDataAlias, b, nil) {
		return richDataAlias
	}
	if x, ok := a.(*runtimeType); ok && x.runtime == "ruby" {
		if y, ok := b.(*runtimeType); ok && y.runtime == "ruby" {
			return rubyClass("Object") // the superclass that any two classes share
		}
	}
	return Any
}

// commonOfKind joins two types of the same kind; nil when they are not.
func commonOfKind(a, b Type) Type {
	switch a := a.(type) {
	case *arrayType:
		if b, ok := b.(*arrayType); ok {
			return arrayOf(common(a.element, b.element), nil)
		}
	case *hashType:
		if b, ok := b.(*hashType); ok {
			return hashOf(common(a.key, b.key), common(a.value, b.value), nil)
		}
	case *classType:
		if _, ok := b.(*classType); ok {
			return classAny
		}
	case *resourceType:
		if b, ok := b.(*resourceType); ok {
			if a.resource == b.resource {
				return &resourceType{resource: a.resource}
			}
			return resourceAny
		}
	case *integerType:
		if b, ok := b.(*integerType); ok {
			from, to := ranges.Span(a.from, a.to, b.from, b.to)
			return &integerType{from, to}
		}
	case *floatType:
		if b, ok := b.(*floatType); ok {
			from, to := ranges.Span(a.from, a.to, b.from, b.to)
			return &floatType{from, to}
		}
	case *stringType:
		return a.common(b)
	case *patternType:
		if b, ok := b.(*patternType); ok {
			return newPattern(append(append([]*regexpType(nil), a.patterns...), b.patterns...))
		}
	case *enumType:
		switch b := b.(type) {
		case *enumType:
			return newEnum(append(append([]string(nil), a.values...), b.values...), false)
		case *stringType:
			if b.value == nil {
				return enumAny
			}
			return newEnum(append(append([]string(nil), a.values...), *b.value), false)
		}
	case *variantType:
		if b, ok := b.(*variantType); ok {
			return variantOf(union(a.types, b.types))
		}
	case *regexpType:
		if _, ok := b.(*regexpType); ok {
			return regexpAny
		}
	case *callableType:
		if _, ok := b.(*callableType); ok {
			return callableAny
		}
	}
	return nil
}

// union is a with the types of b that do not equal one of a.
func union(a, b []Type) []Type {
	all := append([]Type(nil), a...)
	for _, t := range b {
		if !slices.ContainsFunc(all, func(o Type) bool { return eql(o, t) }) {
			all = append(all, t)
		}
	}
	return all
}

func (t *stringType) common(o Type) Type {
	switch o := o.(type) {
	case *enumType:
		if t.value == nil {
			return enumAny
		}
		return newEnum(append(append([]string(nil), o.values...), *t.value), false)
	case *stringType:
		switch {
		case t.size != nil && o.size != nil:
			return &stringType{size: common(t.size, o.size).(*integerType)}
		case t.value == nil || o.value == nil:
			return String
		}
		return newEnum([]string{*t.value, *o.value}, false)
	}
	return nil
}
