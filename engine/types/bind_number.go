package types

import (
	"errors"
	"math/big"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/internal/rubystring"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/engine/rubytext"
)

func buildBoolean(p *params) Type {
	v := p.args[0].v
	if v == nil || v.Kind() != data.Boolean {
		return p.failAs(classNoType, 0, "Boolean parameter must be true or false")
	}
	value := v.Bool()
	return &booleanType{value: &value}
}

func buildInteger(p *params) Type {
	switch a := p.args[0]; {
	case len(p.args) == 2:
		return p.numbers()
	case a.isDefault():
		return Integer
	case a.isInteger():
		return &integerType{from: ranges.Of(a.v), to: ranges.PosInf}
	}
	return nil
}

// numbers returns an Integer between two limits. Puppet also accepts Floats.
func (p *params) numbers() Type {
	for i, a := range p.args {
		ok := a.isDefault() || i == 1 && a.isLimit() || a.isUndef() || a.isInteger() || a.v != nil && a.v.Kind() == data.Float
		if !ok {
			return p.fail(i, p.notComparable(i))
		}
	}
	t := &integerType{limit(p.args[0], ranges.NegInf), limit(p.args[1], ranges.PosInf)}
	p.ordered(0, t.from, t.to)
	return t
}

func buildFloat(p *params) Type {
	limits := []ranges.Number{ranges.NegInf, ranges.PosInf}
	for i, a := range p.args {
		switch {
		case a.isDefault() || a.isUndef() && len(p.args) == 2:
		case a.isInteger():
			limits[i] = ranges.Float(a.v.AsFloat())
		case a.v != nil && a.v.Kind() == data.Float:
			limits[i] = ranges.Of(a.v)
		case len(p.args) == 1:
			return nil
		case a.isString():
			f, ok := rubystring.ParseFloat(a.v.Text())
			if !ok {
				return p.fail(i, errors.New("invalid value for Float(): "+rubytext.Inspect(a.v)))
			}
			limits[i] = ranges.Float(f)
		default:
			return p.fail(i, rubytext.TypeError("can't convert "+rubyImplicit(a)+" into Float"))
		}
	}
	p.ordered(0, limits[0], limits[1])
	return &floatType{limits[0], limits[1]}
}

func buildTime(p *params, span bool) Type {
	t := &timeType{span: span, from: ranges.NegInf, to: ranges.PosInf}
	limits := []*ranges.Number{&t.from, &t.to}
	for i, a := range p.args {
		switch {
		case a.isUndef() || a.isDefault():
		case a.isInteger():
			*limits[i] = ranges.Big(new(big.Int).Mul(a.v.BigInt(), rich.NanosecondsPerSecond))
		case a.v != nil && a.v.Kind() == data.Float:
			*limits[i] = ranges.Float(a.v.Float() * 1e9)
		case a.isString() || a.v != nil && a.v.Kind() == data.Hash:
			n, err := timeLimit(span, a.v)
			if err != nil {
				return p.fail(i, err)
			}
			*limits[i] = n
		default:
			return p.fail(i, errors.New("Unable to create a Puppet::Pops::Time::"+t.name()+" from a "+rubyClassName(a)))
		}
	}
	if !t.from.LessEq(ranges.PosInf) || t.from.IsPosInf() || !t.to.LessEq(ranges.PosInf) || t.to.IsNegInf() {
		// Puppet raises it when it prints the type.
		return p.fail(0, &rubytext.Error{Class: "FloatDomainError", Message: "Infinity"})
	}
	if !t.from.LessEq(t.to) {
		return p.fail(0, errors.New("'from' must be less or equal to 'to'. Got ("+t.moment(t.from)+", "+t.moment(t.to)))
	}
	return t
}

func buildSemVer(p *params) Type {
	versions := make([]*rich.SemVerRange, len(p.args))
	for i, a := range p.args {
		if !a.isString() {
			return p.fail(i, noGsub.On(rubyShow(a)))
		}
		var err error
		if versions[i], err = rich.NewSemVerRange(a.v.Text()); err != nil {
			return p.fail(i, err)
		}
	}
	return newSemVer(versions)
}
