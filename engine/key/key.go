// Package key reads lookup keys: `a::b`, `a::b.c.0`, `'quoted.root'.x`. It splits them into the
// root key, which is searched for, and the sub key, which is dug out of the value that was found.
//
// Variables in interpolation tokens (%{facts.os.family}) have the same grammar and are read here
// too. What a key is looked up in, and what merging it does, is the engine's business.
package key

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// Key is a parsed lookup key.
type Key struct {
	// Text is the key as it was written.
	Text string
	// Root is the text of the first segment, without quotes and outer white space: what is
	// searched for in data files, or the name of the variable. In a key without a dot or quote
	// it is the whole Text, white space included.
	Root string
	// RootSpan is where the root stands in Text, with its quotes and without outer white space.
	RootSpan source.Span
	// Sub is the sub key: the segments behind the root. It is empty for a plain key.
	Sub []Segment
}

// Segment is one part of a sub key.
type Segment struct {
	// Text is the segment without quotes and outer white space, as it was written: "+1" for the
	// Integer 1.
	Text string
	// Span is where the segment stands in the text of the key, with its quotes and without outer
	// white space.
	Span source.Span
	// Value is the String or Integer that the segment is looked up as. An Integer is an index
	// into a list, or an Integer key of a hash.
	Value *data.Value
}

// IsIndex reports whether the segment is an Integer.
func (s Segment) IsIndex() bool { return s.Value.Kind() == data.Integer }

// String is the segment as Puppet prints it.
func (s Segment) String() string {
	if s.IsIndex() {
		return s.Value.BigInt().String()
	}
	return s.Text
}

// Qualified reports whether the key has a module: whether there is a :: in its root. Only then is
// the module layer asked.
func (k Key) Qualified() bool { return strings.Contains(k.Root, "::") }

// Module is the name of the module whose data is asked, "" when the key has none. Puppet does not
// strip a leading ::, it takes the whole root for the name then, which no module has (Puppet 7.23
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
