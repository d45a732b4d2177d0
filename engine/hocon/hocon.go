// Package hocon reads HOCON, the format of the Hiera function hocon_data, as the hocon gem for
// Ruby does: JSON with comments, unquoted texts, dotted keys, values that are joined, and
// references to other values of the same file or to variables of the environment.
//
// Files that are included are not read. Only the values of a Document have places in the file.
package hocon

import (
	"fmt"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// Error is the text of the gem.
type Error struct {
	// Line is the line that the gem names; 0 when it names none.
	Line    int
	Message string
	// Span is the token at fault; empty where the error is not about one.
	Span source.Span
	// Crash is the class of an exception that the gem does not make a parse error of.
	Crash string

	// early means that the gem comes to it before it resolves references.
	early bool
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("String: %d: %s", e.Line, e.Message)
}

// maxDepth bounds how deep collections may be nested, and references followed.
const maxDepth = 200

// Parse reads a HOCON text. The value is a Hash; the error is an *Error or an *IncludeError.
//
// A reference to nothing in the text is a variable of the environment of the process that runs Puppet,
// which variable tells; nil is an unset one.
func Parse(text string, variable func(name string) *data.Value) (*data.Value, error) {
	p := &parser{tokens: lex(text).tokens}
	return p.parse(variable)
}

// parse reads all tokens and resolves the references. What reads them panics with an *Error, which ends here.
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
