package types

import (
	"errors"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/engine/rubytext"
)

func buildRegexp(p *params) Type {
	a := p.args[0]
	if a.isUndef() || a.v != nil && a.v.IsFalsy() {
		return regexpAny
	}
	if a.v != nil {
		if re, ok := a.v.Payload().(*rich.Regexp); ok {
			return &regexpType{re}
		}
	}
	if !a.isString() {
		return p.fail(0, rubytext.NoImplicitConversion(rubyImplicit(a), "String"))
	}
	return p.regexp(0)
}

// regexp compiles argument i, a String.
func (p *params) regexp(i int) Type {
	re, err := newRegexpType(p.args[i].v.Text())
	if err != nil {
		return p.failAs(pp.RegexpClass, i, err.Error())
	}
	return re
}

func buildPattern(p *params) Type {
	var patterns []*regexpType
	for i, a := range p.args {
		given := a.value().Payload()
		if a.isString() {
			given = p.regexp(i)
		}
		switch t := given.(type) {
		case *regexpType:
			patterns = append(patterns, t)
		case *patternType:
			patterns = append(patterns, t.patterns...)
		case *rich.Regexp:
			patterns = append(patterns, &regexpType{t})
		default:
			return p.fail(i, errors.New("Only String, Regexp, Pattern-Type, and Regexp-Type are allowed: got '"+rubyClassName(a)))
		}
	}
	return newPattern(patterns)
}

func buildEnum(p *params) Type {
	args, fold := p.args, false
	if last := args[len(args)-1]; last.v != nil && last.v.Kind() == data.Boolean {
		args, fold = args[:len(args)-1], last.v.Bool()
	}
	if len(args) == 0 {
		return p.refuse(p.b.wrongCount(p.n, "Enum", "1 or more", 0))
	}
	values := make([]string, len(args))
	for i, a := range args {
		if !a.isString() {
			return p.failAs(classNoType, i, "Enum parameters must be identifiers or strings")
		}
		values[i] = a.v.Text()
	}
	return newEnum(values, fold)
}
