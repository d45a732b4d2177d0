package types

import (
	"errors"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/internal/lists"
)

// limits returns the size between two arguments, the second of which may be missing.
func (p *params) limits(i int) *integerType {
	from, to := p.args[i], arg{v: data.NewDefault()}
	if i+1 < len(p.args) {
		to = p.args[i+1]
	}
	switch {
	case !from.isLimit() || !to.isLimit():
		p.notAType()
	case from.isString():
		p.fail(i, noOrder.On("false:FalseClass")) // Puppet treats the string 'default' as false here
	}
	size := &integerType{from: limit(from, ranges.NegInf), to: limit(to, ranges.PosInf)}
	p.ordered(i, size.from, size.to)
	return size
}

func limit(a arg, open ranges.Number) ranges.Number {
	if a.isInteger() || a.v != nil && a.v.Kind() == data.Float {
		return ranges.Of(a.v)
	}
	return open
}

// ordered rejects a range that ends before it starts.
func (p *params) ordered(i int, from, to ranges.Number) {
	if !from.LessEq(to) {
		p.fail(i, errors.New("'from' must be less or equal to 'to'. Got ("+from.String()+", "+to.String()))
	}
}

// size returns the size that argument i specifies as a type or a minimum.
func (p *params) size(i int) *integerType {
	if size, ok := p.args[i].t.(*integerType); ok {
		return size.asSize()
	}
	return p.sizeLimits(i)
}

func (p *params) sizeLimits(i int) *integerType { return p.limits(i).asSize() }

func buildArray(p *params) Type {
	switch n := len(p.args); {
	case n == 1:
		return arrayOf(p.typ(0), nil)
	case n == 2 && p.args[0].t == nil:
		return arrayOf(Default, p.sizeLimits(0))
	case n == 2:
		return arrayOf(p.typ(0), p.size(1))
	}
	return arrayOf(p.typ(0), p.sizeLimits(1))
}

func buildHash(p *params) Type {
	var size *integerType
	switch n := len(p.args); {
	case n == 2 && (p.args[0].t == nil || p.args[1].t == nil):
		return hashOf(Default, Default, p.sizeLimits(0))
	case n == 3:
		size = p.size(2)
	case n == 4:
		size = p.sizeLimits(2)
	}
	return hashOf(p.typ(0), p.typ(1), size)
}

// sizeOnly returns the size of a String or Collection.
func (p *params) sizeOnly() *integerType {
	if len(p.args) == 1 {
		return p.size(0)
	}
	return p.sizeLimits(0)
}

func buildTuple(p *params) Type {
	n := len(p.args)
	var size *integerType
	zero := func(a arg) ranges.Number { return limit(a, ranges.Int(0)) }
	switch {
	case n > 1 && p.args[n-2].isLimit():
		if !p.args[n-1].isLimit() {
			return p.notAType()
		}
		size = &integerType{from: zero(p.args[n-2]), to: limit(p.args[n-1], ranges.PosInf)}
		p.ordered(n-2, size.from, size.to)
		n -= 2
	case p.args[n-1].isLimit():
		size = &integerType{from: zero(p.args[n-1]), to: ranges.PosInf}
		n--
	}
	t := &tupleType{types: lists.Map(p.args[:n], arg.asType)}
	if size != nil {
		t.size = size.asSize()
	}
	return t
}

func buildStruct(p *params) Type {
	h := p.args[0].v
	if h == nil || h.Kind() != data.Hash {
		return p.notAType()
	}
	t := &structType{}
	for _, e := range h.Entries() {
		element := structElement{value: argOf(e.Value).asType()}
		key := argOf(e.Key)
		switch {
		case key.isString():
			if key.v.Text() == "" {
				return p.fail(0, errors.New("Struct element key cannot be an empty String"))
			}
			element.key = key.v.Text()
			element.optional = assignable(element.value, Undef, nil)
		default:
			name, optional, ok := memberKey(key.t)
			switch {
			case !ok:
				return p.fail(0, errors.New("Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. Got: "+rubyClassName(key)))
			case name == nil:
				return p.failAs("NoMethodError", 0, "Unable to extract a non-empty literal string from Struct member key type "+key.t.String())
			}
			element.key, element.optional = *name, optional
		}
		t.elements = append(t.elements, element)
	}
	return t
}

// memberKey returns the name in the key of a Struct that is written as a type: Optional['name'].
func memberKey(t Type) (name *string, optional, ok bool) {
	switch t := t.(type) {
	case *stringType:
		return t.value, false, true
	case *enumType:
		return nil, false, true
	case *wrapperType:
		if t.kind == optionalT || t.kind == notUndefT {
			if s, isString := t.of.(*stringType); isString {
				name = s.value
			}
			return name, t.kind == optionalT, true
		}
	}
	return nil, false, false
}
