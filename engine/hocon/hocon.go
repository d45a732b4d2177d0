// Package hocon parses HOCON, the format of the Hiera function hocon_data, as the hocon gem for
// Ruby does: JSON with comments, unquoted strings, dotted keys, concatenated values, and references
// to other values of the same file or to environment variables.
//
// Included files are not read. Only the values of a Document have positions.
package hocon

import (
	"fmt"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/bigint"
	"github.com/hieralint/hieralint/engine/source"
)

// Error is an error of the gem.
type Error struct {
	// Line is the line in the gem's message; 0 if there is none.
	Line    int
	Message string
	// Span is the token at fault; empty if there is none.
	Span source.Span
	// Crash is the class of an exception that the gem does not convert to a parse error.
	Crash string

	// early reports that the gem finds it before it resolves references.
	early bool
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("String: %d: %s", e.Line, e.Message)
}

// maxDepth is the maximum depth of nested collections and of references.
const maxDepth = 200

// errTooLong is the error of a text that is not read.
var errTooLong = fmt.Errorf("the file has more than %d tokens, so hieralint does not read it", maxTokens)

// errLongNumber is the error of a text with a very long number, which is not read either.
var errLongNumber = fmt.Errorf("the file has a number with more than %d digits, so hieralint does not read it", bigint.Max)

// Parse parses a HOCON text. The value is a Hash; the error is an *Error, an *IncludeError, or says that the text or a
// number in it is too long.
//
// A reference to something that is not in the text is an environment variable of the Puppet
// process, which variable returns; nil if it is not set.
func Parse(text string, variable func(name string) *data.Value) (*data.Value, error) {
	l, err := lexed(text)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: l.tokens}
	return p.parse(variable)
}

// lexed is lex for a text within the limits.
func lexed(text string) (*lexer, error) {
	if bigint.IsLonger(text) {
		return nil, errLongNumber
	}
	l := lex(text)
	if l.isFull() {
		return nil, errTooLong
	}
	return l, nil
}

// parse reads all tokens and resolves the references. It recovers the *Error with which the
// functions that read them panic.
func (p *parser) parse(variable func(name string) *data.Value) (_ *data.Value, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Error:
			err = r
		default:
			panic(r)
		}
	}()
	root := p.document()
	if p.later != nil {
		return nil, p.later
	}
	r := &resolver{root: root, variable: variable, plain: map[*data.Value]bool{}}
	return r.value(root, 0)
}
