package types

import (
	"errors"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
)

func buildClass(p *params) Type {
	a := p.args[0]
	switch {
	case a.isUndef():
		return classAny
	case !a.isString():
		return p.fail(0, noSub.On(rubyShow(a)))
	}
	name := strings.TrimPrefix(a.v.Text(), "::")
	return &classType{class: &name}
}

var classRefExpr = lazyregexp.New(`\A(?:(?:::)?[A-Z][0-9A-Za-z_]*)+\z`)

func buildResource(p *params) Type {
	args := p.args
	first := args[0]
	if ref, ok := first.t.(*referenceType); ok {
		// The parameters of an unknown resource type are part of the text.
		name, rest, has := strings.Cut(ref.text, "[")
		if has {
			list, err := ParseExpression("[" + rest)
			if err != nil {
				return p.refuse(err)
			}
			titles, err := (&binder{file: list.file, resolver: p.b.resolver}).any(list.root)
			if err != nil {
				return p.refuse(err)
			}
			if titles.v.Len() != 1 {
				return p.refuse(p.b.wrongCount(p.n, name, "1", titles.v.Len()))
			}
			args = []arg{first, {v: titles.v.Items()[0]}}
		}
		first = arg{v: data.NewString(name)}
	}
	if len(args) > 2 {
		return p.refuse(p.b.wrongCount(p.n, "Resource", "1 or 2", len(args)))
	}
	var name string
	switch t := first.t.(type) {
	case *resourceType:
		name = t.resource
	case nil:
		switch {
		case first.isUndef() && len(args) == 1:
			return resourceAny
		case first.isUndef():
			return p.fail(0, errors.New("The type name cannot be nil, if title is given"))
		case !first.isString():
			return p.fail(0, errors.New("The type name cannot be a "+rubyClassName(first)))
		}
		name = capitalizeSegments(first.v.Text())
		if !classRefExpr().MatchString(name) {
			return p.fail(0, errors.New("Illegal type name '"+name+"'"))
		}
	default:
		return p.fail(0, errors.New("The type name cannot be a "+rubyClassName(first)))
	}
	if len(args) == 2 {
		return titled(name, args[1])
	}
	return &resourceType{resource: name}
}

// capitalizeSegments converts foo::bar to Foo::Bar; a name that starts with a capital is unchanged.
func capitalizeSegments(name string) string {
	if name != "" && 'A' <= name[0] && name[0] <= 'Z' {
		return name
	}
	segments := strings.Split(name, "::")
	for i, s := range segments {
		if s != "" {
			segments[i] = strings.ToUpper(s[:1]) + strings.ToLower(s[1:])
		}
	}
	return strings.Join(segments, "::")
}

func buildObject(p *params) Type {
	v := p.args[0].v
	if v == nil || v.Kind() != data.Hash || v.Len() == 0 {
		return objectAny
	}
	var b strings.Builder
	for i, e := range v.Entries() {
		if i > 0 {
			b.WriteString(", ")
		}
		value := printer{}
		value.literal(e.Value)
		b.WriteString(rubytext.ToS(e.Key) + " => " + value.String())
	}
	return &objectType{title: "Object", definition: "Object[{" + b.String() + "}]"}
}

var runtimeNames = VariantOf(StringSize(1, Unbounded), &tupleType{types: []Type{regexpAny, StringSize(1, Unbounded)}})

func buildRuntime(p *params) Type {
	t := &runtimeType{}
	if a := p.args[0]; !a.isUndef() {
		if err := AssertInstance("Runtime 'runtime'", StringSize(1, Unbounded), a.value()); err != nil {
			return p.fail(0, err)
		}
		t.runtime = a.v.Text()
	}
	a := p.args[1]
	if a.isUndef() {
		return t
	}
	if err := AssertInstance("Runtime 'name_or_pattern'", runtimeNames, a.value()); err != nil {
		return p.fail(1, err)
	}
	if a.isString() {
		name := a.v.Text()
		t.class = &name
		return t
	}
	t.pattern = &regexpType{a.v.Items()[0].Payload().(*rich.Regexp)}
	t.replacement = a.v.Items()[1].Text()
	return t
}

func isCallable(t Type, seen aliasSet) bool {
	switch t := t.(type) {
	case *callableType:
		return true
	case *variantType:
		return lists.All(t.types, func(o Type) bool { return isCallable(o, seen) })
	case *wrapperType:
		return t.kind == optionalT && t.of != nil && isCallable(t.of, seen)
	case *aliasType:
		return !t.recursive && (!seen.add(t) || isCallable(t.resolved, seen))
	}
	return false
}

func buildCallable(p *params) Type {
	c := &callableType{}
	args := p.args
	if len(args) > 1 && args[0].v != nil && args[0].v.Kind() == data.Array {
		if len(args) != 2 {
			return p.refuse(p.b.wrongCount(p.n, "callable", "2 when first parameter is an array", len(args)))
		}
		if ret := args[1].asType(); ret != Any {
			c.ret = ret
		}
		args = lists.Map(args[0].v.Items(), argOf)
	}
	if n := len(args); n > 0 && args[n-1].t != nil && isCallable(args[n-1].t, aliasSet{}) {
		c.block = args[n-1].t
		args = args[:n-1]
	}
	var size *integerType
	p.args = args
	switch n := len(args); {
	case n > 1 && args[n-2].isLimit() && args[n-1].isLimit():
		size, args = p.limits(n-2), args[:n-2]
	case n > 0 && args[n-1].isLimit():
		size, args = p.limits(n-1), args[:n-1]
	}
	c.params = &tupleType{types: lists.Map(args, arg.asType)}
	if len(args) == 0 && size != nil && !size.to.LessEq(ranges.Int(0)) {
		c.params.types = []Type{unitT}
	}
	if size != nil {
		c.params.size = size.asSize()
	}
	return c
}
