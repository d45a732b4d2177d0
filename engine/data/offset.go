package data

import "github.com/hieralint/hieralint/engine/source"

// SourceOffset tells where the byte at offset in the decoded text of a scalar (see Text) stands in
// the file. Behind the last byte it is where the text ends.
func (n *Node) SourceOffset(offset int) int {
	from, _ := n.locate(offset)
	return from
}

// SourceSpan is the piece of the file that the bytes from start to end of the decoded text of a
// scalar are written as.
func (n *Node) SourceSpan(start, end int) source.Span {
	from, _ := n.locate(start)
	if end <= start {
		return source.Span{Start: from, End: from}
	}
	_, to := n.locate(end - 1)
	return source.Span{Start: from, End: to}
}

// locate decodes the scalar once more to find out what the byte at offset was decoded from.
func (n *Node) locate(offset int) (from, to int) {
	if n.Kind != Scalar || offset < 0 {
		return n.Span.Start, n.Span.Start
	}
	text := n.Doc.text
	end := n.Span.End
	if n.Style == SingleQuoted || n.Style == DoubleQuoted {
		end--
	}
	if offset >= len(n.text) {
		return end, end
	}
	if n.Doc.Format == JSON {
		p := jsonParser{text: text, pos: n.Span.Start}
		p.scalar.wanted = offset
		if n.Style == Plain {
			return n.Span.Start + offset, n.Span.Start + offset + 1
		}
		p.quoted()
		return p.scalar.from, p.scalar.to
	}
	s := newScanner(text)
	s.pos, s.lineStart, s.scalar.wanted = n.Span.Start, -1, offset
	switch n.Style {
	case Plain:
		s.text = text[:n.Span.End]
		s.plain()
	case SingleQuoted, DoubleQuoted:
		s.quoted()
	case Literal, Folded:
		s.block(int(n.indent))
	}
	return min(s.scalar.from, end), min(s.scalar.to, end)
}
