package types

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
)

// params are the parameters of a type that is being read.
type params struct {
	b    *binder
	n    *pp.Access
	args []arg
}

func (p *params) notAType() error { return p.b.notAType(p.n) }

func (p *params) wrongCount(name, required string) error {
	return p.b.wrongCount(p.n, name, required, len(p.args))
}

// fail is an error about argument i.
func (p *params) fail(i int, text string) error {
	return p.failAs(classOf(text), i, text)
}

func (p *params) failAs(class string, i int, text string) error {
	return &ParseError{Text: text, Span: p.spanOf(i), Class: class}
}

// builders read the parameters of each type. A nil type without an error is nothing.
var builders map[string]func(*params) (Type, error)

func init() {
	builders = map[string]func(*params) (Type, error){
		"array": buildArray, "hash": buildHash, "collection": buildCollection, "class": buildClass, "resource": buildResource,
		"regexp": buildRegexp, "enum": buildEnum, "pattern": buildPattern, "uri": buildURI, "variant": buildVariant,
		"tuple": buildTuple, "callable": buildCallable, "struct": buildStruct, "boolean": buildBoolean, "integer": buildInteger,
		"object": buildObject, "typeset": buildTypeSet, "init": buildInit, "float": buildFloat, "string": buildString,
		"runtime": buildRuntime, "semver": buildSemVer,
		"iterable":  func(p *params) (Type, error) { return buildWrapper(p, iterableT, "1", false) },
		"iterator":  func(p *params) (Type, error) { return buildWrapper(p, iteratorT, "1", false) },
		"type":      func(p *params) (Type, error) { return buildWrapper(p, typeT, "1", false) },
		"sensitive": func(p *params) (Type, error) { return buildWrapper(p, sensitiveT, "0 to 1", false) },
		"optional":  func(p *params) (Type, error) { return buildWrapper(p, optionalT, "1", true) },
		"notundef":  func(p *params) (Type, error) { return buildWrapper(p, notUndefT, "0 to 1", true) },
		"timespan":  func(p *params) (Type, error) { return buildTime(p, true) },
		"timestamp": func(p *params) (Type, error) { return buildTime(p, false) },
	}
}

// typ is argument i, which must be a type.
func (p *params) typ(i int) (Type, error) {
	if p.args[i].t == nil {
		return nil, p.notAType()
	}
	return p.args[i].t, nil
}

func buildVariant(p *params) (Type, error) {
	types := make([]Type, len(p.args))
	for i := range p.args {
		t, err := p.typ(i)
		if err != nil {
			return nil, err
		}
		types[i] = t
	}
	return variantOf(types), nil
}

// asType is what Puppet takes for a type where one is not insisted on: the general type of a
// value, and the Ruby class of that name for a string.
func (a arg) asType() Type {
	switch {
	case a.t != nil:
		return a.t
	case a.isString():
		return rubyClass(a.v.Text())
	}
	return generalize(infer(a.v))
}

// argOf is a value of a list as a parameter.
func argOf(v *data.Value) arg {
	if t, ok := v.Payload().(Type); ok {
		return arg{t: t}
	}
	return arg{v: v}
}

func buildInit(p *params) (Type, error) {
	of, err := p.typ(0)
	if err != nil {
		return nil, err
	}
	t := &initType{of: of}
	for _, a := range p.args[1:] {
		t.args = append(t.args, a.value())
	}
	return t, nil
}

// buildWrapper reads the one type in another; some take a string for a String of just that text.
func buildWrapper(p *params, kind wrapperKind, required string, text bool) (Type, error) {
	if len(p.args) != 1 {
		return nil, p.wrongCount(wrapperNames[kind], required)
	}
	if a := p.args[0]; text && a.isString() {
		value := a.v.Text()
		return newWrapper(kind, &stringType{value: &value}), nil
	}
	of, err := p.typ(0)
	if err != nil {
		return nil, err
	}
	return newWrapper(kind, of), nil
}
