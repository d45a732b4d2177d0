package types

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/internal/lists"
)

// Infer returns the narrowest type of v that combines all elements of a collection:
// Array[Integer[1, 3], 2, 2]. It includes the values of Strings, although these are not printed.
func Infer(v *data.Value) Type {
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

// inferAll returns the combined type of n values. As long as all of them are Strings, it only
// collects their values, because computing the type of the Strings so far for each of them would
// take quadratic time.
func inferAll(n int, at func(int) *data.Value) Type {
	var values []string
	i := 0
	for ; i < n && at(i).Kind() == data.String; i++ {
		values = append(values, at(i).Text())
	}
	t := stringsType(values)
	for ; i < n; i++ {
		t = common(t, Infer(at(i)))
	}
	return t
}

// stringsType returns the combined type of Strings; nil for none.
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

// InferSet returns the narrowest type of v with the type of each element: Tuple[Integer[1, 1],
// String]. Messages about mismatches are based on it.
func InferSet(v *data.Value) Type {
	switch v.Kind() {
	case data.Array:
		items := v.Items()
		if len(items) == 0 {
			return emptyArray
		}
		types := lists.Map(items, InferSet)
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

// inferSetHash returns a Struct if all keys are non-empty Strings, otherwise a Hash.
func inferSetHash(entries []data.Entry) Type {
	if len(entries) == 0 {
		return emptyHash
	}
	elements := make([]structElement, 0, len(entries))
	for _, e := range entries {
		if e.Key.Kind() != data.String || e.Key.Text() == "" {
			keys, values := make([]Type, len(entries)), make([]Type, len(entries))
			for i, e := range entries {
				keys[i], values[i] = InferSet(e.Key), InferSet(e.Value)
			}
			return hashOf(variantOf(keys), variantOf(values), exactly(len(entries)))
		}
		elements = append(elements, structElement{key: e.Key.Text(), value: InferSet(e.Value)})
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
		return newWrapper(sensitiveT, Infer(v.Unwrap()))
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

// common returns a type that includes the values of both a and b; nil represents no type yet. The
// types of arrays are computed with it, and it is not necessarily the narrowest.
func common(a, b Type) Type {
	switch {
	case a == nil || a == Undef:
		// Puppet treats undef as "no type yet": [undef, 1] is an Array[Integer[1, 1]].
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
			return rubyClass("Object") // the superclass of any two classes
		}
	}
	return Any
}

// commonOfKind combines two types of the same kind; nil if they are not.
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
			return newPattern(slices.Concat(a.patterns, b.patterns))
		}
	case *enumType:
		switch b := b.(type) {
		case *enumType:
			return newEnum(slices.Concat(a.values, b.values), false)
		case *stringType:
			return b.common(a)
		}
	case *variantType:
		if b, ok := b.(*variantType); ok {
			return variantOf(appendNew(slices.Clone(a.types), b.types, eql))
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

// appendNew appends each of more that is not the same as one before it.
func appendNew[T any](all, more []T, same func(a, b T) bool) []T {
	for _, t := range more {
		if !slices.ContainsFunc(all, func(o T) bool { return same(o, t) }) {
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
		return newEnum(append(slices.Clone(o.values), *t.value), false)
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
