package interpolate

import (
	"iter"
	"strings"

	"github.com/hieralint/hieralint/engine/internal/rubystring"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
)

// opening is the start of every token. It cannot be escaped.
const opening = "%{"

// Parse finds the tokens of text. It returns nil if text contains no %{; this costs one search and
// no memory.
//
// A token ends at the first }, even a quoted one, and may span several lines; tokens do not nest
// (Puppet 7.23, lib/puppet/pops/lookup/interpolation.rb; cases interpolation/*).
func Parse(text string) *Template {
	at := strings.Index(text, opening)
	if at < 0 {
		return nil
	}
	count := 0
	for range spans(text, at) { // tokens are large, and may be far fewer than openings
		count++
	}
	t := &Template{Text: text, Tokens: make([]Token, 0, count)}
	for span := range spans(text, at) {
		t.Tokens = append(t.Tokens, parseToken(text, span))
	}
	return t
}

// Tokens iterates over the tokens of text without the memory of a Template.
func Tokens(text string) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		at := strings.Index(text, opening)
		if at < 0 {
			return
		}
		for span := range spans(text, at) {
			if !yield(parseToken(text, span)) {
				return
			}
		}
	}
}

// spans yields the spans of the tokens of text, the first of which starts at offset at.
func spans(text string, at int) iter.Seq[source.Span] {
	return func(yield func(source.Span) bool) {
		for {
			length := strings.IndexByte(text[at:], '}')
			if length < 0 {
				return
			}
			end := at + length + 1
			if !yield(source.Span{Start: at, End: end}) {
				return
			}
			next := strings.Index(text[end:], opening)
			if next < 0 {
				return
			}
			at = end + next
		}
	}
}

// parseToken parses the token at span as Puppet does.
func parseToken(text string, span source.Span) Token {
	inside := span.Start + len(opening)
	start, end := rubystring.Strip(text[inside : span.End-1])
	token := Token{Span: span, Expression: source.Span{Start: inside + start, End: inside + end}}
	expression := text[token.Expression.Start:token.Expression.End]
	switch expression {
	case "", "::", `""`, "''", `"::"`, "'::'":
		token.Kind = Empty
		return token
	}
	if call, ok := findCall(expression); ok {
		token.setCall(expression, call)
		return token
	}
	token.Kind = Variable
	token.setKey(expression, token.Expression.Start)
	if token.KeyErr != nil {
		token.Kind = Invalid
	}
	return token
}

// setKey parses text, which is at offset, as a key or variable.
func (t *Token) setKey(text string, offset int) {
	k, err := key.Parse(text)
	t.Key, t.KeyOffset = k, offset
	if err != nil {
		t.KeyErr = err.(*key.SyntaxError)
	}
}

// setCall makes the token a call.
func (t *Token) setCall(expression string, c callSpan) {
	t.MethodName = expression[c.start:c.open]
	t.Method = MethodNamed(t.MethodName)
	t.Kind = Call
	if t.Method == NoMethod {
		t.Kind = UnknownMethod
	}
	t.Argument = expression[c.open+2 : c.close-1]
	t.ArgumentSpan = source.Span{Start: t.Expression.Start + c.open + 2, End: t.Expression.Start + c.close - 1}
	if t.Method.TakesKey() || t.Method == Scope {
		t.setKey(t.Argument, t.ArgumentSpan.Start)
	}
}

// callSpan holds the offsets of a call in an expression: of its name, and of its opening and
// closing parentheses.
type callSpan struct{ start, open, close int }

// findCall finds a match of Puppet's regular expression
//
//	^(\w+)\((?:["]([^"]+)["]|[']([^']+)['])\)$
//
// In Ruby, ^ and $ match at the ends of a line: in an expression with several lines, it is
// sufficient that one of them is a call, and the others are ignored. \w is ASCII only.
func findCall(expression string) (callSpan, bool) {
	for line := 0; ; {
		if c, ok := callAt(expression, line); ok {
			return c, true
		}
		next := strings.IndexByte(expression[line:], '\n')
		if next < 0 {
			return callSpan{}, false
		}
		line += next + 1
	}
}

// callAt finds a call that starts at offset start and ends at the end of a line. The argument may
// contain line breaks.
func callAt(s string, start int) (callSpan, bool) {
	open := start
	for open < len(s) && ascii.IsWord(s[open]) {
		open++
	}
	if open == start || open+2 >= len(s) || s[open] != '(' {
		return callSpan{}, false
	}
	quote := s[open+1]
	if quote != '"' && quote != '\'' {
		return callSpan{}, false
	}
	length := strings.IndexByte(s[open+2:], quote)
	if length <= 0 {
		return callSpan{}, false
	}
	end := open + 2 + length + 1
	if end >= len(s) || s[end] != ')' || end+1 < len(s) && s[end+1] != '\n' {
		return callSpan{}, false
	}
	return callSpan{start, open, end}, true
}

// Error is the error with which Puppet fails on a token regardless of the data.
type Error struct {
	Token *Token
	// Text is Puppet's message.
	Text string
	// Issue reports that the error has an issue code in Puppet. In hiera.yaml, the name of the file
	// is then appended to the message.
	Issue bool
}

// Error returns Puppet's message.
func (e *Error) Error() string { return e.Text }

// Err returns the error with which Puppet fails on the token regardless of the data; nil if there
// is none. methods reports whether interpolation functions are allowed, as they are in data but not
// in hiera.yaml. The checks are in Puppet's order (cases interpolation/*, config/interp*).
func (t *Template) Err(token *Token, methods bool) *Error {
	called := token.Kind == Call || token.Kind == UnknownMethod
	switch {
	case called && !methods:
		return &Error{token, "Interpolation using method syntax is not allowed in this context", true}
	case token.Method == Alias && !t.Whole():
		return &Error{token, "'alias' interpolation is only permitted if the expression is equal to the entire string", true}
	case token.Kind == UnknownMethod:
		return &Error{token, "Unknown interpolation method '" + token.MethodName + "'", true}
	case token.KeyErr == nil:
		return nil
	case token.Method.TakesKey():
		return &Error{token, token.KeyErr.Error(), false}
	case token.KeyErr.Number != "":
		return &Error{token, "Scope variable name " + token.KeyErr.Number + " is a Integer, not a string", false}
	}
	return &Error{token, "Syntax error in string: " + t.Text, false}
}
