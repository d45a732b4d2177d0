package rule

import (
	"bytes"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
)

// LookupName returns the root key that contains n, for use in messages.
func LookupName(n *data.Node) string {
	path := n.Path()
	if len(path) == 0 {
		return "the key"
	}
	return "`" + Shown(path[0]) + "`"
}

// EveryLookup returns the subject of a sentence about the lookups that read the value at n, or a part of it: a lookup may
// find another value on all nodes.
func EveryLookup(n *data.Node) string {
	return "Every lookup of " + LookupName(n) + " that reads this value"
}

// KeyPath returns the path of keys to n, which may be nil.
func KeyPath(n *data.Node) diagnostic.KeyPath {
	if n == nil {
		return nil
	}
	names := n.Path()
	path := make(diagnostic.KeyPath, len(names))
	for i := len(names) - 1; i >= 0; i-- {
		path[i] = diagnostic.KeyStep{Name: names[i], IsIndex: n.Parent.Kind == data.Sequence}
		n = n.Parent
	}
	return path
}

// FirstLine returns the part of n on its first line, since reports do not underline blocks.
func FirstLine(n *data.Node) source.Span { return FirstLineOf(n.Doc.File, n.Span) }

// FirstLineOf returns the part of a span on its first line.
func FirstLineOf(file *source.File, span source.Span) source.Span {
	if i := bytes.IndexAny(file.Slice(span), "\r\n"); i >= 0 {
		span.End = span.Start + i
	}
	return span
}
