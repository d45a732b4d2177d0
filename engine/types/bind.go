package types

import (
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
)

// binder converts expressions to types.
type binder struct {
	file     *source.File
	resolver Resolver
}

// arg is a parameter of a type: a type or a value.
type arg struct {
	t Type
	v *data.Value
}

// value returns the parameter as a value.
func (a arg) value() *data.Value {
	if a.t != nil {
		return TypeValue(a.t)
	}
	return a.v
}

func (a arg) isString() bool  { return a.v != nil && a.v.Kind() == data.String }
func (a arg) isInteger() bool { return a.v != nil && a.v.Kind() == data.Integer }
func (a arg) isDefault() bool { return a.v != nil && a.v.Kind() == data.Default }
func (a arg) isUndef() bool   { return a.v != nil && a.v.IsUndef() }

// isLimit reports whether a can be the limit of a size: a number, default, or the string 'default'.
func (a arg) isLimit() bool {
	return a.isInteger() || a.isDefault() || a.isString() && a.v.Text() == "default"
}

func (b *binder) fail(e pp.Expression, class, text string) error {
	return b.raise(e, &rubytext.Error{Class: class, Message: text})
}

func (b *binder) raise(e pp.Expression, raised *rubytext.Error) error {
	return &ParseError{Err: raised, Span: e.Span()}
}

func (b *binder) notAType(e pp.Expression) error {
	return b.fail(e, classNoType, "The expression <"+b.quote(e)+"> is not a valid type specification.")
}

// quote returns the text of e as Puppet quotes it.
func (b *binder) quote(e pp.Expression) string {
	return string(b.file.Text[e.Span().Start:quotedEnd(e)])
}

func (b *binder) wrongCount(n pp.Expression, name, required string, given int) error {
	return b.fail(n, classNoType, "Invalid number of type parameters specified: "+name+" requires "+required+", "+strconv.Itoa(given)+" provided")
}

// bind converts e to a type.
func (b *binder) bind(e pp.Expression) (Type, error) {
	a, err := b.any(e)
	if err != nil {
		return nil, err
	}
	if a.t == nil {
		return nil, b.notAType(e)
	}
	return a.t, nil
}

// any converts e to a type or a value.
func (b *binder) any(e pp.Expression) (arg, error) {
	switch e := e.(type) {
	case *pp.TypeName:
		return b.ref(e)
	case *pp.Access:
		t, err := b.access(e)
		if t == nil {
			// Integer['a'] and the like are undef, which is rejected only where a type is required.
			return arg{v: data.NewUndef()}, err
		}
		return arg{t: t}, err
	case *pp.Array:
		return b.array(e)
	case *pp.Hash:
		return b.hash(e)
	case *pp.Unary:
		if e.Operator == pp.Minus {
			return b.minus(e)
		}
	case *pp.Heredoc:
		return b.any(e.Text)
	case *pp.TypeAlias:
		return b.alias(e)
	case *pp.Regexp:
		re, err := rich.NewRegexp(e.Pattern)
		if err != nil {
			return arg{}, b.fail(e, pp.RegexpClass, err.Error())
		}
		return arg{v: data.NewRich(re)}, nil
	default:
		if v := Literal(e); v != nil {
			return arg{v: v}, nil
		}
	}
	return arg{}, b.notAType(e)
}

// Literal returns the value of a literal that is not a collection; nil for all other expressions.
func Literal(e pp.Expression) *data.Value {
	switch e := e.(type) {
	case *pp.Name:
		return data.NewString(e.Value)
	case *pp.String:
		return data.NewString(e.Value)
	case *pp.Integer:
		if e.Large != nil {
			return data.NewBigInteger(e.Large)
		}
		return data.NewInteger(e.Value)
	case *pp.Float:
		return data.NewFloat(e.Value)
	case *pp.Boolean:
		return data.NewBoolean(e.Value)
	case *pp.Default:
		return data.NewDefault()
	case *pp.Undef:
		return data.NewUndef()
	}
	return nil
}

func (b *binder) array(e *pp.Array) (arg, error) {
	items := make([]*data.Value, len(e.Elements))
	for i, element := range e.Elements {
		a, err := b.any(element)
		if err != nil {
			return arg{}, err
		}
		items[i] = a.value()
	}
	return arg{v: data.NewArray(items)}, nil
}

// hash converts entries; a later one replaces an earlier one with the same key.
func (b *binder) hash(e *pp.Hash) (arg, error) {
	var hash data.HashBuilder
	for _, entry := range e.Entries {
		key, err := b.any(entry.Key)
		if err != nil {
			return arg{}, err
		}
		value, err := b.any(entry.Value)
		if err != nil {
			return arg{}, err
		}
		hash.Set(key.value(), value.value())
	}
	return arg{v: hash.Hash()}, nil
}

func (b *binder) minus(e *pp.Unary) (arg, error) {
	a, err := b.any(e.Operand)
	if err != nil {
		return arg{}, err
	}
	if a.v != nil {
		switch a.v.Kind() {
		case data.Integer:
			i := a.v.BigInt()
			return arg{v: data.NewBigInteger(i.Neg(i))}, nil
		case data.Float:
			return arg{v: data.NewFloat(-a.v.Float())}, nil
		case data.String:
			return a, nil // Ruby's -'text' is 'text'
		}
	}
	return arg{}, b.raise(e, noMinus.On(rubyShow(a)))
}

// ref converts a name without parameters.
func (b *binder) ref(n *pp.TypeName) (arg, error) {
	name := pp.LowerName(n.Value)
	if t, ok := knownTypes[name]; ok {
		return arg{t: t}, nil
	}
	t, err := b.resolve(n)
	if err != nil {
		return arg{}, err
	}
	if t == nil {
		t = &referenceType{text: n.Value}
	}
	return arg{t: t}, nil
}

// resolve returns the type of a module; nil if there is none.
func (b *binder) resolve(n *pp.TypeName) (Type, error) {
	if b.resolver == nil {
		return nil, nil
	}
	t, err := b.resolver.ResolveType(strings.TrimPrefix(n.Value, "::"))
	if err != nil {
		return nil, b.fail(n, classNoType, err.Error())
	}
	return t, nil
}

// alias converts type X = Y, which is a type if there is nothing else.
func (b *binder) alias(n *pp.TypeAlias) (arg, error) {
	t, err := b.bind(n.Type)
	if err != nil {
		return arg{}, err
	}
	resolved := normalize(t)
	return arg{t: &aliasType{alias: n.Name, resolved: resolved, refers: refers(resolved)}}, nil
}

// access converts a type with parameters; nil if Puppet ignores them.
func (b *binder) access(n *pp.Access) (Type, error) {
	args := make([]arg, len(n.Keys))
	for i, k := range n.Keys {
		a, err := b.any(k)
		if err != nil {
			return nil, err
		}
		args[i] = a
	}
	ref, ok := n.Of.(*pp.TypeName)
	if !ok {
		return nil, b.notAType(n)
	}
	p := &params{b: b, n: n, args: args}
	// With leading colons, even Puppet's own types take no parameters.
	if build, ok := builders[strings.ToLower(ref.Value)]; ok {
		return p.read(build)
	}
	return b.accessOther(p, ref)
}

// accessOther converts parameters of anything other than Puppet's own parameterized types.
func (b *binder) accessOther(p *params, ref *pp.TypeName) (Type, error) {
	t, known := knownTypes[pp.LowerName(ref.Value)]
	if !known {
		var err error
		if t, err = b.resolve(ref); err != nil {
			return nil, err
		}
	}
	switch t := t.(type) {
	case nil:
		return &referenceType{text: string(b.file.Slice(p.n.Span()))}, nil
	case *resourceType:
		if len(p.args) != 1 {
			return nil, b.wrongCount(p.n, ref.Value, "1", len(p.args))
		}
		return titled(t.resource, p.args[0]), nil
	case *objectType:
		return &objectType{title: t.title, definition: string(b.file.Slice(p.n.Span()))}, nil
	}
	return nil, b.fail(ref, classNoType, "Not a parameterized type <"+ref.Value+">")
}

// titled returns a resource with a title.
func titled(resource string, title arg) *resourceType {
	if title.isUndef() {
		return &resourceType{resource: resource}
	}
	p := printer{}
	p.literal(title.value())
	shown := p.String()
	return &resourceType{resource: resource, title: &shown}
}
