package key

import (
	"fmt"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// SyntaxError is the error of a key that Puppet cannot split into segments.
type SyntaxError struct {
	Key string
	// Number is the root segment if it is a number, as in `1.5`; otherwise "". In a lookup key it
	// crashes Puppet; as a variable it has a message of its own.
	Number string
}

// Error returns Puppet's message for a lookup key. Puppet has none if the root is a number: it
// crashes with a NoMethodError (case keys/introot).
func (e *SyntaxError) Error() string { return "Syntax error in key: '" + e.Key + "'" }

// MismatchError is the error of a subkey that does not fit the type of a value.
type MismatchError struct {
	Key     string
	Segment Segment
	Value   *data.Value
}

// Error returns Puppet's message. Puppet has none for Integer and Symbol: since Ruby supports []
// for both, they pass Puppet's check and then crash it with a NoMethodError.
func (e *MismatchError) Error() string {
	return fmt.Sprintf("Data Provider type mismatch: Got %s when a hash-like object was expected to access value using '%s' from key '%s'",
		rubytext.Class(e.Value), e.Segment, e.Key)
}
