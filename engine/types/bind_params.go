package types

import (
	"errors"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/lists"
)

// params are the parameters of a type.
type params struct {
	b    *binder
	n    *pp.Access
	args []arg
	err  error // the first mistake in them
}

// refuse records an error. Like the following methods, it returns no type.
func (p *params) refuse(err error) Type {
	if p.err == nil {
		p.err = err
	}
	return nil
}

func (p *params) notAType() Type { return p.refuse(p.b.notAType(p.n)) }

// fail records an error about argument i, an ArgumentError in Ruby unless err has another class.
func (p *params) fail(i int, err error) Type {
	raised := (*rubytext.Error)(nil)
	if !errors.As(err, &raised) {
		raised = &rubytext.Error{Class: "ArgumentError", Message: err.Error()}
	}
	return p.refuse(p.b.raise(p.n.Keys[i], raised))
}

func (p *params) failAs(class string, i int, text string) Type {
	return p.refuse(p.b.fail(p.n.Keys[i], class, text))
}

// builder converts the parameters of a type. least and most are their minimum and maximum number; 0
// means no maximum.
type builder struct {
	least, most    int
	name, required string // as in the message about a wrong number
	build          func(*params) Type
}

// builders convert the parameters of each type. They return nil if Puppet ignores the parameters,
// and if they reject them.
var builders map[string]builder

func init() {
	builders = map[string]builder{
		"array":      {1, 3, "Array", "1 to 3", buildArray},
		"boolean":    {1, 1, "Boolean", "1", buildBoolean},
		"callable":   {build: buildCallable},
		"class":      {1, 1, "Class", "1", buildClass},
		"collection": {1, 2, "Collection", "1 to 2", func(p *params) Type { return &collectionType{size: p.sizeOnly()} }},
		"enum":       {build: buildEnum},
		"float":      {0, 2, "Float", "1 or 2", buildFloat},
		"hash":       {2, 4, "Hash", "2 to 4", buildHash},
		"init":       {build: buildInit},
		"integer":    {1, 2, "Integer", "1 or 2", buildInteger},
		"iterable":   {1, 1, "Iterable", "1", func(p *params) Type { return newWrapper(iterableT, p.typ(0)) }},
		"iterator":   {1, 1, "Iterator", "1", func(p *params) Type { return newWrapper(iteratorT, p.typ(0)) }},
		"notundef":   {1, 1, "NotUndef", "0 to 1", func(p *params) Type { return newWrapper(notUndefT, p.typOrText(0)) }},
		"object":     {1, 1, "Object", "1", buildObject},
		"optional":   {1, 1, "Optional", "1", func(p *params) Type { return newWrapper(optionalT, p.typOrText(0)) }},
		"pattern":    {build: buildPattern},
		"regexp":     {1, 1, "Regexp", "1", buildRegexp},
		"resource":   {build: buildResource},
		"runtime":    {2, 2, "Runtime", "2", buildRuntime},
		"semver":     {build: buildSemVer},
		"sensitive":  {1, 1, "Sensitive", "0 to 1", func(p *params) Type { return newWrapper(sensitiveT, p.typ(0)) }},
		"string":     {1, 2, "String", "1 to 2", func(p *params) Type { return &stringType{size: p.sizeOnly()} }},
		"struct":     {1, 1, "Struct", "1", buildStruct},
		"timespan":   {0, 2, "Timespan", "0 to 2", func(p *params) Type { return buildTime(p, true) }},
		"timestamp":  {0, 2, "Timestamp", "0 to 2", func(p *params) Type { return buildTime(p, false) }},
		"tuple":      {build: buildTuple},
		"type":       {1, 1, "Type", "1", func(p *params) Type { return newWrapper(typeT, p.typ(0)) }},
		"typeset":    {1, 1, "Object", "1", func(*params) Type { return &typeSetType{} }},
		"uri":        {1, 1, "URI", "1", buildURI},
		"variant":    {build: buildVariant},
	}
}

// read converts the parameters of a type with b. The type is nil if Puppet ignores them.
func (p *params) read(b builder) (Type, error) {
	if n := len(p.args); b.most > 0 && (n < b.least || n > b.most) {
		return nil, p.b.wrongCount(p.n, b.name, b.required, n)
	}
	t := b.build(p)
	if p.err != nil {
		return nil, p.err
	}
	return t, nil
}

// typ returns argument i, which must be a type.
func (p *params) typ(i int) Type {
	if p.args[i].t == nil {
		return p.notAType()
	}
	return p.args[i].t
}

// typOrText returns argument i; a string represents a String with exactly that value.
func (p *params) typOrText(i int) Type {
	if a := p.args[i]; a.isString() {
		value := a.v.Text()
		return &stringType{value: &value}
	}
	return p.typ(i)
}

func buildVariant(p *params) Type {
	types := make([]Type, len(p.args))
	for i := range p.args {
		if types[i] = p.typ(i); p.err != nil {
			return nil
		}
	}
	return variantOf(types)
}

// asType returns the type that Puppet uses where a type is not required: the general type of a
// value, and the Ruby class with that name for a string.
func (a arg) asType() Type {
	switch {
	case a.t != nil:
		return a.t
	case a.isString():
		return rubyClass(a.v.Text())
	}
	return Generalize(Infer(a.v))
}

// argOf converts a value of an array to a parameter.
func argOf(v *data.Value) arg {
	if t, ok := v.Payload().(Type); ok {
		return arg{t: t}
	}
	return arg{v: v}
}

func buildInit(p *params) Type {
	return &initType{of: p.typ(0), args: lists.Map(p.args[1:], arg.value)}
}
