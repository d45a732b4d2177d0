// Package hocon reads HOCON, the format of the Hiera function hocon_data, as the hocon gem for
// Ruby does: JSON with comments, unquoted texts, dotted keys, values that are joined, and
// references to other values of the same file.
//
// Includes are read over: Puppet hands the gem a text without a place, so that nothing can be
// found. Values have no places in the file.
package hocon

import (
	"fmt"

	"github.com/hieralint/hieralint/engine/data"
)

// Error is the text of the gem, with the line that it names.
type Error struct {
	Line    int
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("String: %d: %s", e.Line, e.Message) }

// maxDepth bounds how deep collections may be nested, and references followed.
const maxDepth = 200

// Parse reads a HOCON text. The value is a Hash; the error is an *Error.
func Parse(text string) (v *data.Value, err error) {
	p := &parser{tokens: lex(text)}
	root, err := p.document()
	if err != nil {
		return nil, err
	}
	r := &resolver{root: root}
	resolved, err := r.value(root, 0)
	if err != nil {
		return nil, err
	}
	return resolved, nil
}
