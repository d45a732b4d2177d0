// Package interpolate reads the %{…} tokens in strings of Hiera data and of hiera.yaml.
//
// Parse splits a string into positioned tokens once and says of each what Puppet makes of it: a
// variable, a call, nothing at all, or an error. It also says what a person may have meant by a
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

var kindNames = [...]string{"empty", "variable", "call", "unknown method", "invalid"}

func (k Kind) String() string { return kindNames[k] }

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

var methodNames = [...]string{"", "lookup", "hiera", "alias", "literal", "scope"}

// String is the name of the method as it is written in a token.
func (m Method) String() string { return methodNames[m] }

// MethodNamed is the method with that name. Names are case sensitive.
func MethodNamed(name string) Method {
	for m := Lookup; m <= Scope; m++ {
		if methodNames[m] == name {
			return m
		}
	}
	return NoMethod
}

// TakesKey reports whether the argument of the method is a lookup key.
func (m Method) TakesKey() bool { return m == Lookup || m == Hiera || m == Alias }

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
	// Hiera or Alias call. KeyOffset is where its text begins in that of the template.
	Key       key.Key
	KeyOffset int
	// KeyErr is why the argument of a call, or an Invalid token, is not a key or variable.
	KeyErr *key.SyntaxError
}

// Whole reports whether the template is one token and nothing else, byte for byte. Only then may it
// be an alias.
func (t *Template) Whole() bool {
	return t != nil && len(t.Tokens) == 1 && t.Tokens[0].Span.Len() == len(t.Text)
}

// Source is the token as it is written.
func (t *Template) Source(token *Token) string {
	return t.Text[token.Span.Start:token.Span.End]
}
