package types

import (
	"strings"

	"github.com/hieralint/hieralint/engine/source"
)

// Resolver finds the types that modules define. The engine asks it for every name that is not one
// of Puppet's own.
type Resolver interface {
	// ResolveType gives the type called name: "Stdlib::Port", without leading colons. Letters may
	// be in either case. The type is nil when nobody defines it; an error tells that its definition
	// is broken.
	ResolveType(name string) (Type, error)
}

// Expression is a type as it is written. What the names in it stand for is found when it is bound.
type Expression struct {
	text string
	root *node
}

// ParseExpression reads text as Puppet code. It refuses what is not Puppet syntax; whether it is a
// type turns out in Type.
func ParseExpression(text string) (*Expression, error) {
	root, err := parseProgram(text)
	if err != nil {
		return nil, err
	}
	return &Expression{text: text, root: root}, nil
}

// AliasDefinition is type Name = Type, as a file of a module defines an alias.
type AliasDefinition struct {
	Name     string
	NameSpan source.Span
	Type     *Expression
}

// ParseAlias reads the definition of an alias, which must be all there is in text.
func ParseAlias(text string) (*AliasDefinition, error) {
	root, err := parseProgram(text)
	if err != nil {
		return nil, err
	}
	if root.kind != aliasNode {
		return nil, &ParseError{Text: "expected `type Name = Type` and nothing else", Span: root.span, Class: classNoType}
	}
	return &AliasDefinition{
		Name:     root.text,
		NameSpan: root.kids[0].span,
		Type:     &Expression{text: text, root: root.kids[1]},
	}, nil
}

// Type binds the names in the expression. The resolver may be nil when no module defines types.
// The error is a *ParseError when the expression is no type.
func (e *Expression) Type(r Resolver) (Type, error) {
	b := &binder{text: e.text, resolver: r}
	return b.bind(e.root)
}

// Span is where the expression stands in the text it was read from.
func (e *Expression) Span() source.Span { return e.root.span }

// Reference is the name of a type that Puppet does not define.
type Reference struct {
	Name string
	Span source.Span
}

// References are the names in the expression that only a module can define, in order.
func (e *Expression) References() []Reference {
	var found []Reference
	var walk func(n *node)
	walk = func(n *node) {
		if n.kind == refNode && !isKnownName(lowerName(n.text)) {
			found = append(found, Reference{Name: strings.TrimPrefix(n.text, "::"), Span: n.span})
		}
		for _, k := range n.kids {
			walk(k)
		}
	}
	walk(e.root)
	return found
}

// Parse reads a type. Names that Puppet does not know become references, which accept no value. The
// error is a *ParseError with the text of Puppet.
func Parse(text string) (Type, error) { return ParseWith(text, nil) }

// ParseWith is Parse with the types that modules define.
func ParseWith(text string, r Resolver) (Type, error) {
	if t, ok := shortcuts[text]; ok {
		return t, nil
	}
	e, err := ParseExpression(text)
	if err != nil {
		return nil, err
	}
	return e.Type(r)
}

// shortcuts are texts that Puppet does not parse either. Array[1] means something only because it
// is among them: with a space in front it is an error.
var shortcuts = map[string]Type{
	"Any": Any, "Array": Array, "Boolean": Boolean, "Data": Data, "Float": Float, "Hash": Hash, "Integer": Integer,
	"Numeric": Numeric, "String": String, "Undef": Undef,
	"Array[1]": &arrayType{element: Any, size: &integerType{from: intNum(1), to: posInf}},
}

// lowerName is how Puppet looks up a name.
func lowerName(name string) string { return strings.ToLower(strings.TrimPrefix(name, "::")) }
