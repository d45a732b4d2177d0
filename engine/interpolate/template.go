// Package interpolate reads the %{…} tokens in strings of Hiera data and of hiera.yaml.
//
// Parse splits a string into positioned tokens once and says of each what Puppet makes of it: a
// variable, a call, nothing at all, or an error. It also tells what a person may have meant by a
// token that Puppet reads in another way than it looks. What the variables and keys are worth,
// recursion, and what is undefined is the engine's business: nothing is evaluated here.
package interpolate

import (
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/source"
)

// Template is a string with tokens. It is immutable and may be shared between goroutines.
type Template struct {
	// Text is the whole string.
	Text string
	// Tokens are the %{…} in it, from left to right. They never overlap.
	Tokens []Token
	// Unclosed are the offsets of each %{ that no } follows. Puppet leaves it, and what is
	// behind it, as text.
	Unclosed []int
}

// Kind is what Puppet takes a token for.
type Kind uint8

// The kinds.
const (
	// Empty is %{}, %{::} or one of these in quotes: Puppet puts nothing in its place.
	Empty Kind = iota
	// Variable is the value of a variable, or a part of it: %{facts.os.family}.
	Variable
	// Call is a call of one of the five methods: %{lookup('key')}.
	Call
	// UnknownMethod is a call of a method that does not exist: %{lookups('key')}. Puppet fails.
	UnknownMethod
	// Invalid is neither a call nor a variable. Puppet fails with `Syntax error in string: …`.
	Invalid
)

// Method is what a Call calls.
type Method uint8

// The methods.
const (
	NoMethod Method = iota
	Lookup          // the value of a key, as text
	Hiera           // the same as Lookup
	Alias           // the value of a key as it is; it must be the whole string
	Literal         // the argument itself
	Scope           // the value of a variable
)

// Token is one %{…}. Its spans are offsets into the text of the template.
type Token struct {
	Kind Kind
	// Span covers the token from % to behind }.
	Span source.Span
	// Expression is what stands between the braces, without outer white space.
	Expression source.Span

	// Method and MethodName say what is called; MethodName is also set for an UnknownMethod.
	Method     Method
	MethodName string
	// Argument is the argument of a Call or UnknownMethod without its quotes, ArgumentSpan where
	// it stands.
	Argument     string
	ArgumentSpan source.Span

	// Key is the parsed variable of a Variable or a Scope call, or the parsed key of a Lookup,
	// Hiera or Alias call. Its spans count from KeyOffset.
	Key       key.Key
	KeyOffset int
	// KeyErr is why the argument of a call is not a key; nil when it is one.
	KeyErr error

	// Mistake is what is probably wrong with the token, Instead what to write in its place; ""
	// when nothing is obvious.
	Mistake Mistake
	Instead string
}

// Mistake is what a token looks like, where that is not what Puppet makes of it.
type Mistake uint8

// The mistakes.
const (
	NoMistake Mistake = iota
	// UnquotedArgument is %{lookup(key)}: Puppet looks for a variable called `lookup(key)`.
	UnquotedArgument
	// MissingArgument is %{lookup()} or %{lookup('')}.
	MissingArgument
	// MissingParentheses is %{lookup 'key'} or %{lookup}.
	MissingParentheses
	// SpaceInCall is %{lookup( 'key' )} or %{lookup ('key')}.
	SpaceInCall
	// TooManyArguments is %{lookup('key', 'default')}: a method takes one argument only.
	TooManyArguments
	// UnbalancedQuote is %{lookup('key)}, %{lookup('key")} or %{o'key}.
	UnbalancedQuote
	// TextAfterCall is %{lookup('key').sub} or %{lookup('key'):80}.
	TextAfterCall
	// UnclosedCall is %{lookup('key'}.
	UnclosedCall
	// BraceInArgument is %{lookup('a}b')}: the first } ends the token, quoted or not.
	BraceInArgument
	// Nested is a token within a token, as %{facts.%{x}}: it ends at the first }.
	Nested
	// Subscript is %{facts['os']['family']} or %{facts[os]}; Hiera has dots: %{facts.os.family}.
	Subscript
	// DollarSign is %{$x}: variables have no $ here.
	DollarSign
	// EmptySegment is %{os..family}, %{.os} or %{os.}.
	EmptySegment
	// MethodSpelling is %{Lookup('key')}, %{lookups('key')} or %{hiera_array('key')}.
	MethodSpelling
)

// Parse reads the tokens of text. It returns nil when there is no %{ in text, so that nothing is
// to be interpolated; that costs one search and no memory.
func Parse(text string) *Template { return parse(text) }
