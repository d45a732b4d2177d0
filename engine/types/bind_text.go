package types

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rich"
)

func buildRegexp(p *params) (Type, error) {
	if len(p.args) != 1 {
		return nil, p.wrongCount("Regexp", "1")
	}
	a := p.args[0]
	if a.isUndef() || a.v != nil && a.v.IsFalsy() {
		return regexpAny, nil
	}
	if a.v != nil {
		if re, ok := a.v.Payload().(*rich.Regexp); ok {
			return &regexpType{re}, nil
		}
	}
	if !a.isString() {
		return nil, p.fail(0, "no implicit conversion of "+rubyImplicit(a)+" into String")
	}
	return p.regexp(0)
}

// regexp compiles argument i, a String.
func (p *params) regexp(i int) (*regexpType, error) {
	re, err := newRegexpType(p.args[i].v.Text())
	if err != nil {
		return nil, p.failAs(pp.RegexpClass, i, err.Error())
	}
	return re, nil
}

func buildPattern(p *params) (Type, error) {
	var patterns []*regexpType
	for i, a := range p.args {
		switch t := a.t.(type) {
		case *regexpType:
			patterns = append(patterns, t)
			continue
		case *patternType:
			patterns = append(patterns, t.patterns...)
			continue
		}
		if a.isString() {
			re, err := p.regexp(i)
			if err != nil {
				return nil, err
			}
			patterns = append(patterns, re)
			continue
		}
		if a.v != nil {
			if re, ok := a.v.Payload().(*rich.Regexp); ok {
				patterns = append(patterns, &regexpType{re})
				continue
			}
		}
		return nil, p.fail(i, "Only String, Regexp, Pattern-Type, and Regexp-Type are allowed: got '"+rubyClassName(a))
	}
	return newPattern(patterns), nil
}

func buildEnum(p *params) (Type, error) {
	args, fold := p.args, false
	if last := args[len(args)-1]; last.v != nil && last.v.Kind() == data.Boolean {
		args, fold = args[:len(args)-1], last.v.Bool()
	}
	if len(args) == 0 {
		return nil, p.b.wrongCount(p.n, "Enum", "1 or more", 0)
	}
	values := make([]string, len(args))
	for i, a := range args {
		if !a.isString() {
			return nil, p.failAs(classNoType, i, "Enum parameters must be identifiers or strings")
		}
		values[i] = a.v.Text()
	}
	return newEnum(values, fold), nil
}
