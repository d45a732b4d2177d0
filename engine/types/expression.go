package types

import (
	"strings"

	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
)

// Resolver finds the types that modules define, for names that are not Puppet's own.
type Resolver interface {
	// ResolveType returns the type called name: "Stdlib::Port", without leading colons, in any
	// case. The type is nil if it is not defined; an error means that its definition is invalid.
	ResolveType(name string) (Type, error)
}

// Expression is a type expression. Its names are resolved by Type.
type Expression struct {
	file *source.File
	root pp.Expression
}

// NewExpression returns an expression in a file of Puppet code.
func NewExpression(file *source.File, e pp.Expression) *Expression { return &Expression{file, e} }

// ParseExpression parses text as Puppet code. It rejects invalid syntax; Type determines whether it
// is a type.
func ParseExpression(text string) (*Expression, error) {
	return parseExpression(source.New("", []byte(text)))
}

func parseExpression(file *source.File) (*Expression, error) {
	body, err := parse(file)
	if err != nil {
		return nil, err
	}
	if len(body.Statements) == 1 {
		return &Expression{file, body.Statements[0]}, nil
	}
	return &Expression{file, body}, nil
}

// AliasDefinition is the definition of an alias in a module, type Name = Type.
type AliasDefinition struct {
	Name string
	Type *Expression
}

// NewAliasDefinition returns an alias that a file of Puppet code defines.
func NewAliasDefinition(file *source.File, alias *pp.TypeAlias) *AliasDefinition {
	return &AliasDefinition{Name: alias.Name, Type: &Expression{file, alias.Type}}
}

// ParseAlias parses a file that defines an alias and nothing else.
func ParseAlias(file *source.File) (*AliasDefinition, error) {
	e, err := parseExpression(file)
	if err != nil {
		return nil, err
	}
	alias, ok := e.root.(*pp.TypeAlias)
	if !ok {
		return nil, &ParseError{&rubytext.Error{Class: classNoType, Message: "expected `type Name = Type` and nothing else"}, e.root.Span()}
	}
	return NewAliasDefinition(file, alias), nil
}

// Type resolves the names in the expression. The resolver may be nil if no module defines types.
// The error is a *ParseError if the expression is not a type.
func (e *Expression) Type(r Resolver) (Type, error) {
	b := &binder{file: e.file, resolver: r}
	return b.bind(e.root)
}

// String returns the expression as written.
func (e *Expression) String() string { return string(e.file.Slice(e.root.Span())) }

// Reference is the name of a type that Puppet does not define.
type Reference struct {
	Name string
	Span source.Span
}

// References returns the names in the expression that only a module can define, in order.
func (e *Expression) References() []Reference {
	var found []Reference
	pp.Walk(e.root, func(n pp.Node) bool {
		if name, ok := n.(*pp.TypeName); ok && Builtin(name.Value) == nil {
			found = append(found, Reference{Name: strings.TrimPrefix(name.Value, "::"), Span: name.Span()})
		}
		return true
	})
	return found
}

// Parse parses a type. Unknown names become references, which accept no value. The error is a
// *ParseError with Puppet's message.
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

// shortcuts are strings that Puppet does not parse either. Array[1] is valid only for this reason:
// with a leading space, it is an error.
var shortcuts = map[string]Type{
	"Any": Any, "Array": Array, "Boolean": Boolean, "Data": Data, "Float": floatAny, "Hash": Hash, "Integer": Integer,
	"Numeric": numericT, "String": String, "Undef": Undef,
	"Array[1]": &arrayType{element: Any, size: &integerType{from: ranges.Int(1), to: ranges.PosInf}},
}
