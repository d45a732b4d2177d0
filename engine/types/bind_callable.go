package types

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
)

func isCallable(t Type) bool {
	switch t := t.(type) {
	case *callableType:
		return true
	case *variantType:
		return all(t.types, isCallable)
	case *wrapperType:
		return t.kind == optionalT && t.of != nil && isCallable(t.of)
	case *aliasType:
		return !t.recursive && isCallable(t.resolved)
	}
	return false
}

func buildCallable(p *params) (Type, error) {
	c := &callableType{}
	args := p.args
	if len(args) > 1 && args[0].v != nil && args[0].v.Kind() == data.Array {
		if len(args) != 2 {
			return nil, p.wrongCount("callable", "2 when first parameter is an array")
		}
		if ret := args[1].asType(); ret != Any {
			c.ret = ret
		}
		items := args[0].v.Items()
		args = make([]arg, len(items))
		for i, item := range items {
			args[i] = argOf(item)
		}
	}
	if n := len(args); n > 0 && args[n-1].t != nil && isCallable(args[n-1].t) {
		c.block = args[n-1].t
		args = args[:n-1]
	}
	var size *integerType
	inner := &params{b: p.b, n: p.n, args: args}
	switch n := len(args); {
	case n > 1 && args[n-2].isLimit() && args[n-1].isLimit():
		s, err := inner.limits(n - 2)
		if err != nil {
			return nil, err
		}
		size, args = s, args[:n-2]
	case n > 0 && args[n-1].isLimit():
		s, err := inner.limits(n - 1)
		if err != nil {
			return nil, err
		}
		size, args = s, args[:n-1]
	}
	c.params = &tupleType{}
	for _, a := range args {
		c.params.types = append(c.params.types, a.asType())
	}
	if len(args) == 0 && size != nil && !size.to.LessEq(ranges.Int(0)) {
		c.params.types = []Type{unitT}
	}
	if size != nil {
		c.params.size = size.asSize()
	}
	return c, nil
}
