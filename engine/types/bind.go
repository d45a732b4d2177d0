package types

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// binder turns expressions into types.
type binder struct {
	text     string
	resolver Resolver
}

// arg is a parameter of a type: a type, or a value.
type arg struct {
	t Type
	v *data.Value
}

// value is the parameter as a value.
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

// isLimit tells whether a can be the limit of a size: a number, default or the text 'default'.
func (a arg) isLimit() bool {
	return a.isInteger() || a.isDefault() || a.isString() && a.v.Text() == "default"
}

func (b *binder) fail(n *node, class, text string) error {
	return &ParseError{Text: text, Span: n.span, Class: class}
}

func (b *binder) notAType(n *node) error {
	return b.fail(n, classNoType, "The expression <"+b.text[n.span.Start:n.span.End]+"> is not a valid type specification.")
}

func (b *binder) wrongCount(n *node, name, required string, given int) error {
	return b.fail(n, classNoType, "Invalid number of type parameters specified: "+name+" requires "+required+", "+strconv.Itoa(given)+" provided")
}

// bind reads n as a type.
func (b *binder) bind(n *node) (Type, error) {
	a, err := b.any(n)
	if err != nil {
		return nil, err
	}
	if a.t == nil {
		return nil, b.notAType(n)
	}
	return a.t, nil
}

// any reads n as a type or a value.
func (b *binder) any(n *node) (arg, error) {
	switch n.kind {
	case refNode:
		return b.ref(n)
	case accessNode:
		t, err := b.access(n)
		if t == nil {
			// Integer['a'] and its like are nothing, which is only refused where a type must be.
			return arg{v: data.NewUndef()}, err
		}
		return arg{t: t}, err
	case nameNode, stringNode:
		return arg{v: data.NewString(n.text)}, nil
	case numberNode:
		v, err := b.number(n)
		return arg{v: v}, err
	case boolNode:
		return arg{v: data.NewBoolean(n.text == "true")}, nil
	case defaultNode:
		return arg{v: data.NewDefault()}, nil
	case undefNode:
		return arg{v: data.NewUndef()}, nil
	case regexNode:
		re, err := NewRegexp(n.text)
		if err != nil {
			return arg{}, b.fail(n, classRegexp, err.Error())
		}
		return arg{v: data.NewRich(re)}, nil
	case listNode:
		items := make([]*data.Value, len(n.kids))
		for i, k := range n.kids {
			a, err := b.any(k)
			if err != nil {
				return arg{}, err
			}
			items[i] = a.value()
		}
		return arg{v: data.NewArray(items)}, nil
	case hashNode, looseHashNode:
		return b.hash(n)
	case minusNode:
		return b.minus(n)
	case aliasNode:
		return b.alias(n)
	}
	return arg{}, b.notAType(n)
}

// hash reads pairs; a later one replaces an earlier one with the same key.
func (b *binder) hash(n *node) (arg, error) {
	var entries []data.Entry
	for i := 0; i < len(n.kids); i += 2 {
		key, err := b.any(n.kids[i])
		if err != nil {
			return arg{}, err
		}
		value, err := b.any(n.kids[i+1])
		if err != nil {
			return arg{}, err
		}
		entries = setEntry(entries, key.value(), value.value())
	}
	return arg{v: data.NewHash(entries)}, nil
}

func setEntry(entries []data.Entry, key, value *data.Value) []data.Entry {
	for i := range entries {
		if data.Eql(entries[i].Key, key) {
			entries[i].Value = value
			return entries
		}
	}
	return append(entries, data.Entry{Key: key, Value: value})
}

// number reads a number of Puppet code: decimal, hexadecimal, octal or with a fraction.
func (b *binder) number(n *node) (*data.Value, error) {
	v, ok := parseNumeric(n.text)
	if !ok {
		return nil, b.fail(n, "ArgumentError", "Internal Error, NUMBER token does not contain a valid number, "+n.text)
	}
	return v, nil
}

// zeroWithExponent is a way to write zero that Puppet does not take for a number.
var zeroWithExponent = regexp.MustCompile(`\A0+\.?0*[eE]`)

// parseNumeric reads an unsigned number as Puppet code writes it.
func parseNumeric(text string) (*data.Value, bool) {
	if isHex := strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X"); !isHex && strings.ContainsAny(text, ".eE") {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsInf(f, 0) {
			return nil, false
		}
		if zeroWithExponent.MatchString(text) {
			return nil, false
		}
		return data.NewFloat(f), true
	}
	i, ok := new(big.Int).SetString(text, 0)
	if !ok {
		return nil, false
	}
	return data.NewBigInteger(i), true
}

func (b *binder) minus(n *node) (arg, error) {
	a, err := b.any(n.kids[0])
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
	text := noMinus.on(rubyShow(a))
	return arg{}, b.fail(n, classOf(text), text)
}

// ref reads a name without parameters.
func (b *binder) ref(n *node) (arg, error) {
	name := lowerName(n.text)
	if t, ok := knownType(name); ok {
		return arg{t: t}, nil
	}
	t, err := b.resolve(n)
	if err != nil {
		return arg{}, err
	}
	if t == nil {
		t = &referenceType{text: n.text}
	}
	return arg{t: t}, nil
}

// resolve asks for the type of a module; nil when there is none.
func (b *binder) resolve(n *node) (Type, error) {
	if b.resolver == nil {
		return nil, nil
	}
	t, err := b.resolver.ResolveType(strings.TrimPrefix(n.text, "::"))
	if err != nil {
		return nil, b.fail(n, classNoType, err.Error())
	}
	return t, nil
}

// alias reads type X = Y, which is a type when it stands alone.
func (b *binder) alias(n *node) (arg, error) {
	t, err := b.bind(n.kids[1])
	if err != nil {
		return arg{}, err
	}
	return arg{t: &aliasType{alias: n.text, resolved: normalize(t)}}, nil
}

// access reads a type with parameters. It is nil when Puppet makes nothing of them.
func (b *binder) access(n *node) (Type, error) {
	args := make([]arg, len(n.kids)-1)
	for i, k := range n.kids[1:] {
		a, err := b.any(k)
		if err != nil {
			return nil, err
		}
		args[i] = a
	}
	ref := n.kids[0]
	if ref.kind != refNode {
		return nil, b.notAType(n)
	}
	p := &params{b: b, n: n, args: args}
	// With leading colons even Puppet's own types take no parameters.
	if build, ok := builders[strings.ToLower(ref.text)]; ok {
		return build(p)
	}
	return b.accessOther(p, ref)
}

// accessOther reads parameters of what is not one of Puppet's own types with parameters.
func (b *binder) accessOther(p *params, ref *node) (Type, error) {
	t, known := knownType(lowerName(ref.text))
	if !known {
		var err error
		if t, err = b.resolve(ref); err != nil {
			return nil, err
		}
	}
	switch t := t.(type) {
	case nil:
		return &referenceType{text: b.text[p.n.span.Start:p.n.span.End]}, nil
	case *resourceType:
		if len(p.args) != 1 {
			return nil, p.wrongCount(ref.text, "1")
		}
		return titled(t.resource, p.args[0]), nil
	case *objectType:
		return &objectType{title: t.title, definition: b.text[p.n.span.Start:p.n.span.End]}, nil
	}
	return nil, b.fail(ref, classNoType, "Not a parameterized type <"+ref.text+">")
}

// titled is a resource with a title.
func titled(resource string, title arg) *resourceType {
	if title.isUndef() {
		return &resourceType{resource: resource}
	}
	p := printer{}
	p.literal(title.value())
	shown := p.String()
	return &resourceType{resource: resource, title: &shown}
}

// spanOf is where argument i is written.
func (p *params) spanOf(i int) source.Span { return p.n.kids[i+1].span }
