package data

import (
	"bytes"

	"github.com/hieralint/hieralint/engine/source"
)

// SourceSpan returns the part of the file in which the bytes from start to end of a scalar's
// decoded text (see Text) are written. Offsets after the last byte refer to the end of the text.
func (n *Node) SourceSpan(start, end int) source.Span {
	from, _ := n.locate(start)
	if end <= start {
		return source.Span{Start: from, End: from}
	}
	_, to := n.locate(end - 1)
	return source.Span{Start: from, End: to}
}

// locate returns the part of the file from which the byte at offset was decoded.
func (n *Node) locate(offset int) (from, to int) {
	if n.Kind != Scalar || offset < 0 {
		return n.Span.Start, n.Span.Start
	}
	first, end := n.Span.Start, n.Span.End
	if written := n.Doc.File.Slice(n.Span); len(written) > 0 && (written[0] == '"' || written[0] == '\'') {
		first, end = first+1, end-1
	}
	if offset >= len(n.text) {
		return end, end
	}
	if n.isVerbatim(end - first) {
		return first + offset, first + offset + 1
	}
	if n.Doc.Format == HOCON {
		return first, end // values may consist of several pieces
	}
	from, to = locate(n.pieces(), offset)
	return min(from, end), min(to, end)
}

// searched is the length up to which a quoted string is searched for escape sequences each time.
const searched = 4096

// isVerbatim reports whether the text and its source have the same length and are equal. Only
// escape sequences make the decoded text longer than its source.
func (n *Node) isVerbatim(written int) bool {
	switch n.Style {
	case Plain, SingleQuoted:
		return written == len(n.text)
	case DoubleQuoted:
		return written == len(n.text) && written <= searched && bytes.IndexByte(n.Doc.File.Slice(n.Span), '\\') < 0
	}
	return false
}

// pieces returns the positions of the parts of the scalar's text. They are cached, because long
// strings may have many tokens.
func (n *Node) pieces() []piece {
	return n.Doc.pieces.Of(n, n.decodeAgain)
}

// decodeAgain decodes the scalar again to find the positions of its text.
func (n *Node) decodeAgain() []piece {
	text, start := n.Doc.text, n.Span.Start
	if n.Doc.Format == JSON {
		p := jsonParser{text: text, pos: start}
		p.scalar.trace = true
		p.quoted() // it has been decoded before without error
		return p.scalar.pieces
	}
	s := newScanner(text)
	s.pos, s.lineStart, s.scalar.trace = start, -1, true
	switch c := s.at(start); {
	case n.Style == Literal || n.Style == Folded:
		s.block(int(n.indent))
	case n.Style != Plain && (c == '"' || c == '\''):
		s.quoted()
	default: // a plain scalar, or one that is read as if it were quoted
		// The additional letter prevents a trailing colon from being read as that of a key.
		s.text, s.pos, s.lenient = text[start:n.Span.End]+"x", 0, n.Style != Plain
		s.plain()
		for i := range s.scalar.pieces {
			s.scalar.pieces[i].from += start
			s.scalar.pieces[i].to += start
		}
	}
	return s.scalar.pieces
}
