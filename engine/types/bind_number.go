package types

import (
	"math/big"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
)

func buildBoolean(p *params) (Type, error) {
	if len(p.args) != 1 {
		return nil, p.wrongCount("Boolean", "1")
	}
	v := p.args[0].v
	if v == nil || v.Kind() != data.Boolean {
		return nil, p.failAs(classNoType, 0, "Boolean parameter must be true or false")
	}
	value := v.Bool()
	return &booleanType{value: &value}, nil
}

func buildInteger(p *params) (Type, error) {
	switch len(p.args) {
	case 1:
		switch a := p.args[0]; {
		case a.isDefault():
			return Integer, nil
		case !a.isInteger():
			return nil, nil
		}
		return &integerType{from: numOf(p.args[0].v), to: posInf}, nil
	case 2:
		from, to, err := p.numbers()
		if err != nil {
			return nil, err
		}
		return &integerType{from, to}, nil
	}
	return nil, p.wrongCount("Integer", "1 or 2")
}

// numbers are the two limits of an Integer. Puppet takes Floats too.
func (p *params) numbers() (from, to num, err error) {
	for i, a := range p.args {
		ok := a.isDefault() || i == 1 && a.isLimit() || a.isUndef() || a.isInteger() || a.v != nil && a.v.Kind() == data.Float
		if !ok {
			return from, to, p.fail(i, p.notComparable(i))
		}
	}
	from, to = limit(p.args[0], negInf), limit(p.args[1], posInf)
	return from, to, p.ordered(0, from, to)
}

func buildFloat(p *params) (Type, error) {
	if len(p.args) > 2 {
		return nil, p.wrongCount("Float", "1 or 2")
	}
	limits := []num{negInf, posInf}
	for i, a := range p.args {
		switch {
		case a.isDefault() || a.isUndef() && len(p.args) == 2:
		case a.isInteger():
			f, _ := new(big.Float).SetInt(a.v.BigInt()).Float64()
			limits[i] = floatNum(f)
		case a.v != nil && a.v.Kind() == data.Float:
			limits[i] = numOf(a.v)
		case len(p.args) == 1:
			return nil, nil
		case a.isString():
			f, ok := rubytext.ParseFloat(a.v.Text())
			if !ok {
				return nil, p.fail(i, "invalid value for Float(): "+rubytext.Inspect(a.v))
			}
			limits[i] = floatNum(f)
		default:
			return nil, p.fail(i, "can't convert "+rubyImplicit(a)+" into Float")
		}
	}
	if err := p.ordered(0, limits[0], limits[1]); err != nil {
		return nil, err
	}
	return &floatType{limits[0], limits[1]}, nil
}

func buildTime(p *params, span bool) (Type, error) {
	t := &timeType{span: span, from: negInf, to: posInf}
	name := t.name()
	if len(p.args) > 2 {
		return nil, p.wrongCount(name, "0 to 2")
	}
	limits := []*num{&t.from, &t.to}
	for i, a := range p.args {
		switch {
		case a.isUndef() || a.isDefault():
		case a.isInteger():
			*limits[i] = bigNum(new(big.Int).Mul(a.v.BigInt(), nsecPerSec))
		case a.v != nil && a.v.Kind() == data.Float:
			*limits[i] = floatNum(a.v.Float() * 1e9)
		case a.isString() || a.v != nil && a.v.Kind() == data.Hash:
			n, err := timeLimit(span, a.v)
			if err != nil {
				return nil, p.fail(i, err.Error())
			}
			*limits[i] = n
		default:
			return nil, p.fail(i, "Unable to create a Puppet::Pops::Time::"+name+" from a "+rubyClassName(a))
		}
	}
	if !t.from.lessEq(t.to) {
		return nil, p.fail(0, "'from' must be less or equal to 'to'. Got ("+t.moment(t.from)+", "+t.moment(t.to))
	}
	return t, nil
}

func buildSemVer(p *params) (Type, error) {
	ranges := make([]*SemVerRange, len(p.args))
	for i, a := range p.args {
		if !a.isString() {
			return nil, p.fail(i, noGsub.on(rubyShow(a)))
		}
		r, err := NewSemVerRange(a.v.Text())
		if err != nil {
			return nil, p.fail(i, err.Error())
		}
		ranges[i] = r
	}
	return newSemVer(ranges), nil
}
