package types

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/internal/lists"
)

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
