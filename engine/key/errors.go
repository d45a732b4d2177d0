package key

import "github.com/hieralint/hieralint/engine/data"

// SyntaxError is a key that Puppet cannot split into segments.
type SyntaxError struct {
	Key string
	// Offset is where in the key the mistake is.
	Offset int
	// IntegerRoot tells that the root segment is a number, as in `1.5`. Puppet has no text for
	// it: it crashes.
	IntegerRoot bool
}

// Error is Puppet's text for a lookup key.
func (e *SyntaxError) Error() string { return "Syntax error in key: '" + e.Key + "'" }

// MismatchError is a sub key that cannot be followed into a value of its kind.
type MismatchError struct {
	Key     string
	Segment Segment
	Value   *data.Value
}

// Error is Puppet's text.
func (e *MismatchError) Error() string { return "" }
