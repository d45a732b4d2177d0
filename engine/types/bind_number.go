package types

import (
	"math/big"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/rich"
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
		return &integerType{from: ranges.Of(p.args[0].v), to: ranges.PosInf}, nil
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
func (p *params) numbers() (from, to ranges.Number, err error) {
	for i, a := range p.args {
		ok := a.isDefault() || i == 1 && a.isLimit() || a.isUndef() || a.isInteger() || a.v != nil && a.v.Kind() == data.Float
		if !ok {
			return from, to, p.fail(i, p.notComparable(i))
		}
	}
	from, to = limit(p.args[0], ranges.NegInf), limit(p.args[1], ranges.PosInf)
	return from, to, p.ordered(0, from, to)
}

func buildFloat(p *params) (Type, error) {
	if len(p.args) > 2 {
		return nil, p.wrongCount("Float", "1 or 2")
	}
	limits := []ranges.Number{ranges.NegInf, ranges.PosInf}
	for i, a := range p.args {
		switch {
		case a.isDefault() || a.isUndef() && len(p.args) == 2:
		case a.isInteger():
			f, _ := new(big.Float).SetInt(a.v.BigInt()).Float64()
			limits[i] = ranges.Float(f)
		case a.v != nil && a.v.Kind() == data.Float:
			limits[i] = ranges.Of(a.v)
		case len(p.args) == 1:
			return nil, nil
		case a.isString():
			f, ok := rubytext.ParseFloat(a.v.Text())
			if !ok {
				return nil, p.fail(i, "invalid value for Float(): "+rubytext.Inspect(a.v))
			}
			limits[i] = ranges.Float(f)
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
	t := &timeType{span: span, from: ranges.NegInf, to: ranges.PosInf}
	name := t.name()
	if len(p.args) > 2 {
		return nil, p.wrongCount(name, "0 to 2")
	}
	limits := []*ranges.Number{&t.from, &t.to}
	for i, a := range p.args {
		switch {
		case a.isUndef() || a.isDefault():
		case a.isInteger():
			*limits[i] = ranges.Big(new(big.Int).Mul(a.v.BigInt(), nsecPerSec))
		case a.v != nil && a.v.Kind() == data.Float:
			*limits[i] = ranges.Float(a.v.Float() * 1e9)
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
	if !t.from.LessEq(t.to) {
		return nil, p.fail(0, "'from' must be less or equal to 'to'. Got ("+t.moment(t.from)+", "+t.moment(t.to))
	}
	return t, nil
}

func buildSemVer(p *params) (Type, error) {
	ranges := make([]*rich.SemVerRange, len(p.args))
	for i, a := range p.args {
		if !a.isString() {
			return nil, p.fail(i, noGsub.On(rubyShow(a)))
		}
		r, err := rich.NewSemVerRange(a.v.Text())
		if err != nil {
			return nil, p.fail(i, err.Error())
		}
		ranges[i] = r
	}
	return newSemVer(ranges), nil
}
