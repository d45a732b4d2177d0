package key

import (
	"fmt"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// SyntaxError is a text that Puppet cannot split into segments.
type SyntaxError struct {
	Key string
	// Offset is where in the key the mistake is.
	Offset int
	// Number is the root segment when it is a number, as in `1.5`; "" otherwise. In a lookup key
	// that crashes Puppet, as a variable it has a text of its own.
	Number string
}

// Error is Puppet's text for a lookup key. Where the root is a number Puppet has none: it crashes
// with a NoMethodError (case keys/introot).
func (e *SyntaxError) Error() string { return "Syntax error in key: '" + e.Key + "'" }

// MismatchError is a sub key that cannot be followed into a value of its kind.
type MismatchError struct {
	Key     string
	Segment Segment
	Value   *data.Value
}

// Error is Puppet's text. For an Integer and a Symbol Puppet has none: Ruby lets both be
// subscripted, so they pass its check and crash it with a NoMethodError.
func (e *MismatchError) Error() string {
	return fmt.Sprintf("Data Provider type mismatch: Got %s when a hash-like object was expected to access value using '%s' from key '%s'",
		rubytext.Class(e.Value), e.Segment, e.Key)
}
