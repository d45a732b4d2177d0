package types

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
)

// limits is a size between two arguments; the second may be missing.
func (p *params) limits(i int) (*integerType, error) {
	from, to := p.args[i], arg{v: data.NewDefault()}
	if i+1 < len(p.args) {
		to = p.args[i+1]
	}
	if !from.isLimit() || !to.isLimit() {
		return nil, p.notAType()
	}
	if from.isString() {
		// Puppet mistakes the text 'default' for false here.
		return nil, p.fail(i, noOrder.On("false:FalseClass"))
	}
	size := &integerType{from: limit(from, ranges.NegInf), to: limit(to, ranges.PosInf)}
	if err := p.ordered(i, size.from, size.to); err != nil {
		return nil, err
	}
	return size, nil
}

func limit(a arg, open ranges.Number) ranges.Number {
	if a.isInteger() || a.v != nil && a.v.Kind() == data.Float {
		return ranges.Of(a.v)
	}
	return open
}

// ordered refuses a range that ends before it begins.
func (p *params) ordered(i int, from, to ranges.Number) error {
	if from.LessEq(to) {
		return nil
	}
	return p.fail(i, "'from' must be less or equal to 'to'. Got ("+from.String()+", "+to.String())
}

// size is the size that argument i gives as a type or a least number.
func (p *params) size(i int) (*integerType, error) {
	if size, ok := p.args[i].t.(*integerType); ok {
		return size.asSize(), nil
	}
	return p.sizeLimits(i)
}

func (p *params) sizeLimits(i int) (*integerType, error) {
	size, err := p.limits(i)
	if err != nil {
		return nil, err
	}
	return size.asSize(), nil
}

func buildArray(p *params) (Type, error) {
	var size *integerType
	var err error
	switch len(p.args) {
	case 1:
	case 2:
		if p.args[0].t == nil {
			if size, err = p.sizeLimits(0); err != nil {
				return nil, err
			}
			return arrayOf(Default, size), nil
		}
		size, err = p.size(1)
	case 3:
		if _, err = p.typ(0); err == nil {
			size, err = p.sizeLimits(1)
		}
	default:
		return nil, p.wrongCount("Array", "1 to 3")
	}
	if err != nil {
		return nil, err
	}
	element, err := p.typ(0)
	if err != nil {
		return nil, err
	}
	return arrayOf(element, size), nil
}

func buildHash(p *params) (Type, error) {
	var size *integerType
	var err error
	switch len(p.args) {
	case 2:
		if p.args[0].t == nil || p.args[1].t == nil {
			if size, err = p.sizeLimits(0); err != nil {
				return nil, err
			}
			return hashOf(Default, Default, size), nil
		}
	case 3:
		size, err = p.size(2)
	case 4:
		size, err = p.sizeLimits(2)
	default:
		return nil, p.wrongCount("Hash", "2 to 4")
	}
	if err != nil {
		return nil, err
	}
	key, err := p.typ(0)
	if err != nil {
		return nil, err
	}
	value, err := p.typ(1)
	if err != nil {
		return nil, err
	}
	return hashOf(key, value, size), nil
}

// sizeOnly reads the parameters of String and Collection.
func sizeOnly(p *params, name string) (*integerType, error) {
	switch len(p.args) {
	case 1:
		return p.size(0)
	case 2:
		return p.sizeLimits(0)
	}
	return nil, p.wrongCount(name, "1 to 2")
}

func buildCollection(p *params) (Type, error) {
	size, err := sizeOnly(p, "Collection")
	if err != nil {
		return nil, err
	}
	return &collectionType{size: size}, nil
}

func buildString(p *params) (Type, error) {
	size, err := sizeOnly(p, "String")
	if err != nil {
		return nil, err
	}
	return &stringType{size: size}, nil
}

func buildTuple(p *params) (Type, error) {
	n := len(p.args)
	var size *integerType
	zero := func(a arg) ranges.Number { return limit(a, ranges.Int(0)) }
	switch {
	case n > 1 && p.args[n-2].isLimit():
		if !p.args[n-1].isLimit() {
			return nil, p.notAType()
		}
		size = &integerType{from: zero(p.args[n-2]), to: limit(p.args[n-1], ranges.PosInf)}
		if err := p.ordered(n-2, size.from, size.to); err != nil {
			return nil, err
		}
		n -= 2
	case p.args[n-1].isLimit():
		size = &integerType{from: zero(p.args[n-1]), to: ranges.PosInf}
		n--
	}
	t := &tupleType{types: make([]Type, n)}
	for i, a := range p.args[:n] {
		t.types[i] = a.asType()
	}
	if size != nil {
		t.size = size.asSize()
	}
	return t, nil
}
