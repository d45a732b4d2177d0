// Package key parses lookup keys: `a::b`, `a::b.c.0`, `'quoted.root'.x`. It splits them into the
// root key, which is searched for, and the subkey, which is dug out of the value found.
//
// Variables in interpolation tokens (%{facts.os.family}) have the same syntax and are parsed here
// too.
package key

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// Key is a parsed lookup key.
type Key struct {
	// Text is the key as written.
	Text string
	// Root is the first segment without quotes and surrounding whitespace: the key in data files,
	// or the name of the variable. A key without a dot or quote is its own Root, including
	// whitespace.
	Root string
	// RootSpan is the position of the root in Text, with quotes but without surrounding whitespace.
	RootSpan source.Span
	// Sub is the subkey, the segments after the root; empty if there is none.
	Sub []Segment
}

// Segment is one part of a subkey.
type Segment struct {
	// Text is the segment as written, without quotes and surrounding whitespace: "+1" for the
	// Integer 1.
	Text string
	// Span is the position of the segment in the key, with quotes but without surrounding
	// whitespace.
	Span source.Span
	// Value is the String or Integer to look up. An Integer is an index of an array or an Integer
	// key of a hash.
	Value *data.Value
}

// IsIndex reports whether the segment is an Integer.
func (s Segment) IsIndex() bool { return s.Value.Kind() == data.Integer }

// String returns the segment as Puppet prints it.
func (s Segment) String() string {
	if s.IsIndex() {
		return s.Value.BigInt().String()
	}
	return s.Text
}

// Qualified reports whether the root contains ::. Only then is the module layer searched.
func (k Key) Qualified() bool { return strings.Contains(k.Root, "::") }

// Module returns the name of the module whose data is searched; "" if the key has none. Puppet does
// not strip a leading :: but takes the whole root as the name, which no module has (Puppet 7.23
// explains the lookup of `::foo::x` with `Module "::foo::x" not found`).
func (k Key) Module() string {
	switch i := strings.Index(k.Root, "::"); i {
	case -1:
		return ""
	case 0:
		return k.Root
	default:
		return k.Root[:i]
	}
}
