// Package interpolate parses the %{…} tokens in strings of Hiera data and of hiera.yaml.
//
// Parse splits a string into tokens with positions and classifies each as Puppet does: a variable,
// a call, an empty token, or an error. It also finds out what the author may have meant by a token
// that Puppet reads differently than it looks. Package engine evaluates tokens.
package interpolate

import (
	"iter"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/source"
)

// Template is a string with tokens. It is immutable and safe for concurrent use.
type Template struct {
	// Text is the whole string.
	Text string
	// Tokens lists the tokens from left to right. They never overlap.
	Tokens []Token
}

// Unclosed yields the offset of each %{ that is not followed by }. Puppet leaves it and the rest of
// the string as they are.
func (t *Template) Unclosed() iter.Seq[int] {
	return func(yield func(int) bool) {
		at := 0
		if n := len(t.Tokens); n > 0 {
			at = t.Tokens[n-1].Span.End
		}
		for {
			next := strings.Index(t.Text[at:], opening)
			if next < 0 || !yield(at+next) {
				return
			}
			at += next + len(opening)
		}
	}
}

// HasUnclosed reports whether there is such an offset.
func (t *Template) HasUnclosed() bool {
	for range t.Unclosed() {
		return true
	}
	return false
}

// Kind is the kind of a token.
type Kind uint8

// The kinds.
const (
	// Empty is %{}, %{::}, or one of these in quotes. Puppet replaces it by an empty string.
	Empty Kind = iota
	// Variable is a variable or a part of one: %{facts.os.family}.
	Variable
	// Call is a call of one of the five functions: %{lookup('key')}.
	Call
	// UnknownMethod is a call of a function that does not exist: %{lookups('key')}. Puppet fails.
	UnknownMethod
	// Invalid is neither a call nor a variable. Puppet fails with `Syntax error in string: …`.
	Invalid
)

var kindNames = [...]string{"empty", "variable", "call", "unknown method", "invalid"}

func (k Kind) String() string { return kindNames[k] }

// Method is the function of a Call.
type Method uint8

// The interpolation functions, which Puppet calls methods.
const (
	NoMethod Method = iota
	Lookup          // the value of a key as a string
	Hiera           // the same as Lookup
	Alias           // the value of a key; must be the whole string
	Literal         // the argument itself
	Scope           // the value of a variable
)

var methodNames = [...]string{"", "lookup", "hiera", "alias", "literal", "scope"}

// String returns the name of the function.
func (m Method) String() string { return methodNames[m] }

// MethodNamed returns the function with that name. Names are case-sensitive.
func MethodNamed(name string) Method {
	for m := Lookup; m <= Scope; m++ {
		if methodNames[m] == name {
			return m
		}
	}
	return NoMethod
}

// TakesKey reports whether the argument of the function is a lookup key.
func (m Method) TakesKey() bool { return m == Lookup || m == Hiera || m == Alias }

// Token is one %{…}. Its spans are offsets into the text of the template.
type Token struct {
	Kind Kind
	// Span covers the token, including the braces.
	Span source.Span
	// Expression is the text between the braces without surrounding whitespace.
	Expression source.Span

	// Method and MethodName are the function that is called; MethodName is also set for an
	// UnknownMethod.
	Method     Method
	MethodName string
	// Argument is the argument of a Call or UnknownMethod without quotes, and ArgumentSpan its
	// position.
	Argument     string
	ArgumentSpan source.Span

	// Key is the parsed variable of a Variable or a scope call, or the parsed key of a lookup,
	// hiera, or alias call. KeyOffset is the offset of its text in the template.
	Key       key.Key
	KeyOffset int
	// KeyErr is the error of an Invalid token, or of a call whose argument is not a valid key or
	// variable.
	KeyErr *key.SyntaxError
}

// All iterates over the tokens; a nil template has none.
func (t *Template) All() iter.Seq[*Token] {
	return func(yield func(*Token) bool) {
		for i := 0; t != nil && i < len(t.Tokens); i++ {
			if !yield(&t.Tokens[i]) {
				return
			}
		}
	}
}

// Whole reports whether the template consists of exactly one token. Only then may it be an alias.
func (t *Template) Whole() bool {
	return t != nil && len(t.Tokens) == 1 && t.Tokens[0].Span.Len() == len(t.Text)
}

// Source returns the token as written.
func (t *Template) Source(token *Token) string {
	return t.Text[token.Span.Start:token.Span.End]
}

// HasTokens reports whether a string in a value, which may be a key of a hash, contains a %{.
func HasTokens(v *data.Value) bool {
	switch v.Kind() {
	case data.String:
		return strings.Contains(v.Text(), opening)
	case data.Array:
		return slices.ContainsFunc(v.Items(), HasTokens)
	case data.Hash:
		return slices.ContainsFunc(v.Entries(), func(e data.Entry) bool { return HasTokens(e.Key) || HasTokens(e.Value) })
	}
	return false
}

// HasTokensInKeys reports whether a key of a hash in a value contains a %{.
func HasTokensInKeys(v *data.Value) bool {
	return slices.ContainsFunc(v.Items(), HasTokensInKeys) ||
		slices.ContainsFunc(v.Entries(), func(e data.Entry) bool { return HasTokens(e.Key) || HasTokensInKeys(e.Value) })
}
