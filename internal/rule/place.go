package rule

import (
	"bytes"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// LookupName returns the root key that contains n, for use in messages.
func LookupName(n *data.Node) string {
	path := n.Path()
	if len(path) == 0 {
		return "the key"
	}
	return "`" + Shown(path[0]) + "`"
}

// KeyPath returns the path of keys to n, in the form of Diagnostic.Key.
func KeyPath(n *data.Node) string { return strings.Join(n.Path(), ".") }

// KeyPathOf is KeyPath for a node that may be nil.
func KeyPathOf(n *data.Node) string {
	if n == nil {
		return ""
	}
	return KeyPath(n)
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
