// Package key reads lookup keys: `a::b`, `a::b.c.0`, `'quoted.root'.x`. It splits them into the
// root key, which is searched for, and the sub key, which is dug out of the value that was found.
//
// Variables in interpolation tokens (%{facts.os.family}) have the same grammar and are read here
// too. What a key is looked up in, and what merging it does, is the engine's business.
package key

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// Key is a parsed lookup key.
type Key struct {
	// Text is the key as it was written.
	Text string
	// Root is the text of the first segment, without quotes and outer white space: what is
	// searched for in data files, or the name of the variable.
	Root string
	// RootSpan is where Root stands in Text, with its quotes and without outer white space.
	RootSpan source.Span
	// Sub is the sub key: the segments behind the root. It is empty for a plain key.
	Sub []Segment
}

// Segment is one part of a sub key.
type Segment struct {
	// Text is the segment without quotes and outer white space.
	Text string
	// Span is where the segment stands in the text of the key, with its quotes and without outer
	// white space.
	Span source.Span
	// Index tells that the segment is an Integer: an index into a list, or an Integer key of a
	// hash. Value holds the number.
	Index bool

	value *data.Value
}

// Value is the String or Integer that the segment is looked up as.
func (s Segment) Value() *data.Value { return s.value }
