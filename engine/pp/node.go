package pp

import (
	"math/big"

	"github.com/hieralint/hieralint/engine/source"
)

// Node is a part of the tree.
type Node interface {
	// Span is the part of the file that it was read from.
	Span() source.Span
}

// Expression is a node that has a value. In Puppet that is nearly everything: definitions and
// resources too.
type Expression interface {
	Node
	isExpression()
}

// place is where a node stands.
type place struct{ span source.Span }

// Span is the part of the file that the node was read from.
func (p place) Span() source.Span { return p.span }

// expression is what expressions have in common.
type expression struct{ place }

func (expression) isExpression() {}

// Block is a list of statements. Its value is that of the last; without statements it is undef.
// Span includes the braces, where there are any.
type Block struct {
	expression
	Statements []Expression
}

// Literals.
type (
	// Undef is the literal undef.
	Undef struct{ expression }
	// Default is the literal default.
	Default struct{ expression }
	// Boolean is true or false.
	Boolean struct {
		expression
		Value bool
	}
	// Integer is a number without a sign; that is a Unary around it.
	Integer struct {
		expression
		Value int64
		// Large is the value of one that does not fit into Value, and nil otherwise; see Options.Unvalidated.
		Large *big.Int
	}
	// Float is a number without a sign.
	Float struct {
		expression
		Value float64
	}
	// String is a string without interpolation: in quotes of either kind, a heredoc, a part of an
	// Interpolated, or a word that cannot be a name (`a-b`). Value has no escapes any more.
	String struct {
		expression
		Value string
	}
	// Interpolated is a string in double quotes, or of a heredoc, with expressions in it. Parts that are a
	// String are written as they are; others are evaluated. None of the Strings is empty, unless it
	// is an expression itself: `"${''}"`.
	Interpolated struct {
		expression
		Parts []Expression
	}
	// Heredoc is `@(END)` and its text, a String or Interpolated. Span is that of `@(END)`.
	Heredoc struct {
		expression
		// Syntax is the language that the text is said to be in (`@(END:json)`), or empty.
		Syntax string
		Text   Expression
	}
	// Regexp is a regular expression between slashes. Pattern is without them, and has `/` for `\/`.
	Regexp struct {
		expression
		Pattern string
	}
	// Name is a name without quotes, in lower case: the name of a function or resource type, or just
	// a string. It may be qualified and have leading colons.
	Name struct {
		expression
		Value string
	}
	// TypeName is a name in upper case, of a data type or a resource type. It may be qualified and have
	// leading colons.
	TypeName struct {
		expression
		Value string
	}
	// Reserved is a word that Puppet reserves, `private` or `attr`; it cannot be evaluated.
	Reserved struct {
		expression
		Word string
	}
	// Array is `[a, b]`. Elements may be a Hash without braces: `[a => 1]`.
	Array struct {
		expression
		Elements []Expression
	}
	// Hash is `{a => 1}`, or entries without braces among the elements of an Array or arguments.
	Hash struct {
		expression
		Entries []*Entry
		// Braces is false for entries without braces.
		Braces bool
	}
)

// Entry is `key => value` in a Hash.
type Entry struct {
	place
	Key, Value Expression
}

// Variable is `$name`, also where it is written without the dollar, in `"${name}"`. Name has neither
// dollar nor braces; it is all digits for the groups of a match, and empty for a lone dollar.
type Variable struct {
	expression
	Name string
}

// Operator is what stands between or before operands, as it is written. The keywords are And, Or and In.
type Operator string

// Operators of Unary.
const (
	Not   Operator = "!"
	Minus Operator = "-"
	Splat Operator = "*"
)

// Operators of Binary; also Minus, and Splat's sign for Multiply.
const (
	And          Operator = "and"
	Or           Operator = "or"
	In           Operator = "in"
	Match        Operator = "=~"
	NoMatch      Operator = "!~"
	Multiply     Operator = "*"
	Divide       Operator = "/"
	Modulo       Operator = "%"
	Plus         Operator = "+"
	LeftShift    Operator = "<<"
	RightShift   Operator = ">>"
	Equal        Operator = "=="
	NotEqual     Operator = "!="
	Greater      Operator = ">"
	GreaterEqual Operator = ">="
	Less         Operator = "<"
	LessEqual    Operator = "<="
)

// Operators of Assignment. Puppet parses += and -= and then refuses them.
const (
	Assign  Operator = "="
	Append  Operator = "+="
	Deletes Operator = "-="
)

// Operators of Relationship.
const (
	Before       Operator = "->"
	Notifies     Operator = "~>"
	After        Operator = "<-"
	SubscribesTo Operator = "<~"
)

// Operators of Attribute.
const (
	Sets Operator = "=>"
	Adds Operator = "+>"
)

// Operations.
type (
	// Unary is an operator and its operand.
	Unary struct {
		expression
		Operator Operator
		Operand  Expression
	}
	// Binary is an operator between two operands.
	Binary struct {
		expression
		Operator    Operator
		Left, Right Expression
	}
	// Parenthesized is an expression in parentheses.
	Parenthesized struct {
		expression
		Inner Expression
	}
	// Assignment is `$a = 1`, or `[$a, $b] = …`.
	Assignment struct {
		expression
		Operator    Operator
		Left, Right Expression
	}
	// Relationship is `a -> b`.
	Relationship struct {
		expression
		Operator    Operator
		Left, Right Expression
	}
	// Access is `value[1, 2]`: an element, a part, or a type with parameters.
	Access struct {
		expression
		Of   Expression
		Keys []Expression
	}
	// Call is `function(a, b) |$x| { … }`, also when it is written without parentheses: `include a`.
	Call struct {
		expression
		// Function is a *Name, or a *TypeName or an *Access of one, which makes a value of that
		// type. Puppet refuses others, but not when it parses.
		Function  Expression
		Arguments []Expression
		Lambda    *Lambda
	}
	// MethodCall is `receiver.function(a) |$x| { … }`: a call with the receiver as first argument.
	MethodCall struct {
		expression
		Receiver  Expression
		Function  *Name
		Arguments []Expression
		Lambda    *Lambda
	}
	// Lambda is a block of code with parameters, which a call passes to a function.
	Lambda struct {
		expression
		Parameters []*Parameter
		// ReturnType is nil when it is not given.
		ReturnType Expression
		Body       *Block
	}
	// If is also what stands behind `elsif`: an If in Else.
	If struct {
		expression
		Condition Expression
		Then      *Block
		// Else is nil, a *Block, or an *If.
		Else Expression
	}
	// Unless is an If the other way round. Else may be nil.
	Unless struct {
		expression
		Condition Expression
		Then      *Block
		Else      *Block
	}
	// Case is `case $x { 1, 2: { … } }`.
	Case struct {
		expression
		Of      Expression
		Options []*CaseOption
	}
	// Selector is `$x ? { a => 1, default => 2 }`.
	Selector struct {
		expression
		Of      Expression
		Options []*SelectorOption
	}
)

// CaseOption is one option of a Case, with the values it is for.
type CaseOption struct {
	place
	Values []Expression
	Body   *Block
}

// SelectorOption is one option of a Selector.
type SelectorOption struct {
	place
	Match, Value Expression
}

// Form reports whether a resource is to be in the catalog.
type Form uint8

// Forms of resources.
const (
	Regular Form = iota
	// Virtual resources (`@file { … }`) are not, until they are collected or realized.
	Virtual
	// Exported resources (`@@file { … }`) are for the catalogs of others.
	Exported
)

// Resources.
type (
	// Resource is `file { 'a': mode => '1', ; 'b': }`.
	Resource struct {
		expression
		Form Form
		// Type is mostly a *Name, which is `class` for a class that is declared like a resource.
		Type   Expression
		Bodies []*ResourceBody
	}
	// ResourceDefaults is `File { mode => '1' }`.
	ResourceDefaults struct {
		expression
		Form       Form
		Type       *TypeName
		Attributes []*Attribute
	}
	// ResourceOverride is `File['a'] { mode => '1' }`.
	ResourceOverride struct {
		expression
		Form       Form
		Of         *Access
		Attributes []*Attribute
	}
	// Collector is `File <| title == a |> { … }`, or with `<<|` and `|>>` for exported resources.
	Collector struct {
		expression
		Exported bool
		Type     Expression
		// Query is nil when everything is collected.
		Query      Expression
		Attributes []*Attribute
	}
)

// ResourceBody is a title and its attributes.
type ResourceBody struct {
	place
	Title      Expression
	Attributes []*Attribute
}

// Attribute is `name => value`, or `* => hash`.
type Attribute struct {
	place
	// Name is empty when the attributes come from a hash.
	Name     string
	NameSpan source.Span
	Operator Operator
	Value    Expression
}

// Parameter is one of a definition, lambda or template.
type Parameter struct {
	place
	// Name has no dollar; NameSpan includes it.
	Name     string
	NameSpan source.Span
	// Type is a *TypeName, an *Access of one, or nil.
	Type Expression
	// Default is nil when a value must be given.
	Default Expression
	// Rest reports that it takes all the arguments that are left: `*$rest`.
	Rest bool
}

// Definitions. The names of classes, defined types and plans begin with the names of the classes and plans around.
type (
	// Class is `class name(parameters) inherits parent { … }`.
	Class struct {
		expression
		Name       string
		NameSpan   source.Span
		Parameters []*Parameter
		// Parent is nil, a *Name (leading colons kept) or a *Default.
		Parent Expression
		Body   *Block
	}
	// DefinedType is `define name(parameters) { … }`.
	DefinedType struct {
		expression
		Name       string
		NameSpan   source.Span
		Parameters []*Parameter
		Body       *Block
	}
	// Function is `function name(parameters) >> Type { … }`.
	Function struct {
		expression
		Name       string
		NameSpan   source.Span
		Parameters []*Parameter
		ReturnType Expression
		Body       *Block
	}
	// Plan is `plan name(parameters) { … }`.
	Plan struct {
		expression
		Name       string
		NameSpan   source.Span
		Parameters []*Parameter
		Body       *Block
	}
	// NodeDefinition is `node 'a', /b/, default { … }`.
	NodeDefinition struct {
		expression
		// Matches are *String, *Interpolated, *Heredoc, *Regexp or *Default.
		Matches []Expression
		// Parent is something that Puppet parses and then refuses; nil when it is not given.
		Parent Expression
		Body   *Block
	}
	// TypeAlias is `type Name = Type`.
	TypeAlias struct {
		expression
		Name     string
		NameSpan source.Span
		// Type is a *TypeName, an *Access of one, an *Array, or a *Hash with what is in an object
		// type: `type Name = {attributes => …}`.
		Type Expression
		// Parent is the type that such an object type extends: `type Name = Parent {…}`.
		Parent *TypeName
	}
	// TypeMapping is `type Runtime[ruby, 'A'] = B`.
	TypeMapping struct {
		expression
		From *Access
		To   Expression
	}
	// TypeDefinition is `type Name inherits Parent { … }`, which Puppet parses and then refuses.
	TypeDefinition struct {
		expression
		Name     string
		NameSpan source.Span
		Parent   *TypeName
		Body     *Block
	}
)

// Apply is `apply($targets) { … }` in a plan: code for the catalogs of other machines.
type Apply struct {
	expression
	Arguments []Expression
	Body      *Block
}

// What EPP templates write.
type (
	// Text is what stands outside of tags.
	Text struct {
		expression
		Value string
	}
	// Render is `<%= value %>`. Value may be a *Block.
	Render struct {
		expression
		Value Expression
	}
)
