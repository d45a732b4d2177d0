package pp

import (
	"math/big"

	"github.com/hieralint/hieralint/engine/source"
)

// Node is a node of the syntax tree.
type Node interface {
	// Span returns the part of the file that the node was parsed from.
	Span() source.Span
}

// Expression is a node that has a value. In Puppet, these are nearly all, including definitions and resources.
type Expression interface {
	Node
	isExpression()
}

// place is the position of a node.
type place struct{ span source.Span }

// Span returns the part of the file that the node was parsed from.
func (p place) Span() source.Span { return p.span }

// expression is embedded in all expressions.
type expression struct{ place }

func (expression) isExpression() {}

// Block is a sequence of statements. Its value is that of the last statement, or undef if there are none. Span includes
// the braces, if any.
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
	// Integer is an integer without a sign, which would be a Unary around it.
	Integer struct {
		expression
		Value int64
		// Large is the value if it does not fit into Value, and nil otherwise; see Options.Unvalidated.
		Large *big.Int
	}
	// Float is a number with a fraction or exponent, without a sign.
	Float struct {
		expression
		Value float64
	}
	// String is a string without interpolation: quoted, a heredoc, a part of an Interpolated, or a word that cannot be
	// a name (`a-b`). Value has its escapes replaced.
	String struct {
		expression
		Value string
	}
	// Interpolated is a double-quoted string or heredoc that contains expressions. Parts of type String are literal
	// text, and other parts are evaluated. No String is empty unless it is an expression itself: `"${''}"`.
	Interpolated struct {
		expression
		Parts []Expression
	}
	// Heredoc is `@(END)` and its text, a String or Interpolated. Span is that of `@(END)`.
	Heredoc struct {
		expression
		// Syntax is the declared language of the text (`@(END:json)`), or empty.
		Syntax string
		Text   Expression
	}
	// Regexp is a regular expression between slashes. Pattern excludes them, and has `/` for `\/`.
	Regexp struct {
		expression
		Pattern string
	}
	// Name is an unquoted lower-case name of a function or resource type, or a string. It may be qualified and have
	// leading colons.
	Name struct {
		expression
		Value string
	}
	// TypeName is the capitalized name of a data type or resource type. It may be qualified and have leading colons.
	TypeName struct {
		expression
		Value string
	}
	// Reserved is a reserved word, `private` or `attr`. It cannot be evaluated.
	Reserved struct {
		expression
		Word string
	}
	// Array is `[a, b]`. Elements may include a Hash without braces: `[a => 1]`.
	Array struct {
		expression
		Elements []Expression
	}
	// Hash is `{a => 1}`, or entries without braces among the elements of an Array or the arguments of a call.
	Hash struct {
		expression
		Entries []*Entry
		// Braces is false for entries without braces.
		Braces bool
	}
)

// Entry is an entry `key => value` of a Hash.
type Entry struct {
	place
	Key, Value Expression
}

// Variable is `$name`. In `"${name}"`, the dollar sign is that of the expression. Name has neither dollar sign nor
// braces. It is all digits for the groups of a match, and empty for a single dollar sign.
type Variable struct {
	expression
	Name string
}

// Operator is an operator as written. The keywords are And, Or, and In.
type Operator string

// Operators of Unary.
const (
	Not   Operator = "!"
	Minus Operator = "-"
	Splat Operator = "*"
)

// Operators of Binary, in addition to Minus and to Splat, whose sign is also Multiply.
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

// Operators of Assignment. Puppet parses += and -= and then rejects them.
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
	// Unary is an operator with one operand.
	Unary struct {
		expression
		Operator Operator
		Operand  Expression
	}
	// Binary is an operator with two operands.
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
	// Access is `value[1, 2]`: an element, a slice, or a parameterized type.
	Access struct {
		expression
		Of   Expression
		Keys []Expression
	}
	// Call is `function(a, b) |$x| { … }`, or a call without parentheses: `include a`.
	Call struct {
		expression
		// Function is a *Name, or a *TypeName or an *Access of one, which creates a value of that type. Puppet rejects
		// others after parsing.
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
	// Lambda is a block of code with parameters that a call passes to a function.
	Lambda struct {
		expression
		Parameters []*Parameter
		// ReturnType is nil if there is none.
		ReturnType Expression
		Body       *Block
	}
	// If is an `if` or `elsif`. An `elsif` is an If in Else.
	If struct {
		expression
		Condition Expression
		Then      *Block
		// Else is nil, a *Block, or an *If.
		Else Expression
	}
	// Unless is an `unless`. Else may be nil.
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

// CaseOption is an option of a Case with its values.
type CaseOption struct {
	place
	Values []Expression
	Body   *Block
}

// SelectorOption is an option of a Selector.
type SelectorOption struct {
	place
	Match, Value Expression
}

// Form says whether a resource is added to the catalog.
type Form uint8

// Forms of resources.
const (
	Regular Form = iota
	// Virtual resources (`@file { … }`) are not added until they are collected or realized.
	Virtual
	// Exported resources (`@@file { … }`) are for the catalogs of other nodes.
	Exported
)

// Resources.
type (
	// Resource is `file { 'a': mode => '1', ; 'b': }`.
	Resource struct {
		expression
		Form Form
		// Type is usually a *Name. It is `class` for a resource-like declaration of a class.
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
		// Query is nil if everything is collected.
		Query      Expression
		Attributes []*Attribute
	}
)

// ResourceBody is a title with its attributes.
type ResourceBody struct {
	place
	Title      Expression
	Attributes []*Attribute
}

// Attribute is `name => value`, or `* => hash`.
type Attribute struct {
	place
	// Name is empty if a hash provides the attributes.
	Name     string
	NameSpan source.Span
	Operator Operator
	Value    Expression
}

// Parameter is a parameter of a definition, lambda, or template.
type Parameter struct {
	place
	// Name excludes the dollar sign; NameSpan includes it.
	Name     string
	NameSpan source.Span
	// Type is a *TypeName, an *Access of one, or nil.
	Type Expression
	// Default is nil if the parameter is required.
	Default Expression
	// Rest means that the parameter captures all remaining arguments: `*$rest`.
	Rest bool
}

// Definitions. The names of classes, defined types, and plans are qualified by the classes and plans that contain them.
type (
	// Class is `class name(parameters) inherits parent { … }`.
	Class struct {
		expression
		Name       string
		NameSpan   source.Span
		Parameters []*Parameter
		// Parent is nil, a *Name (with any leading colons), or a *Default.
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
		// Matches are *String, *Interpolated, *Heredoc, *Regexp, or *Default.
		Matches []Expression
		// Parent is parsed and then rejected by Puppet. It is nil if there is none.
		Parent Expression
		Body   *Block
	}
	// TypeAlias is `type Name = Type`.
	TypeAlias struct {
		expression
		Name     string
		NameSpan source.Span
		// Type is a *TypeName, an *Access of one, an *Array, or, for an object type, a *Hash: `type Name = {attributes
		// => …}`.
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
	// TypeDefinition is `type Name inherits Parent { … }`, which Puppet parses and then rejects.
	TypeDefinition struct {
		expression
		Name     string
		NameSpan source.Span
		Parent   *TypeName
		Body     *Block
	}
)

// Apply is `apply($targets) { … }` in a plan: code for the catalogs of other nodes.
type Apply struct {
	expression
	Arguments []Expression
	Body      *Block
}

// Output of EPP templates.
type (
	// Text is the text outside tags.
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
