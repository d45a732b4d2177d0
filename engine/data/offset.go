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
	start, end := n.Doc.inText(n.Span.Start), n.Span.End
	text := n.Doc.text
	if first := n.Doc.File.Text[n.Span.Start:]; len(first) > 0 && (first[0] == '"' || first[0] == '\'') {
		end--
	}
	if offset >= len(n.text) {
		return end, end
	}
	var place scalarText
	switch {
	case n.Doc.Format == JSON && n.Style == Plain:
		return start + offset, start + offset + 1
	case n.Doc.Format == JSON:
		p := jsonParser{text: text, pos: start}
		p.scalar.wanted = offset
		p.quoted() // it has been read before
		place = p.scalar
	default:
		s := newScanner(text)
		s.pos, s.lineStart, s.scalar.wanted = start, -1, offset
		switch n.Style {
		case Plain:
			s.text = text[:n.Doc.inText(n.Span.End)]
			s.plain()
		case SingleQuoted, DoubleQuoted:
			s.quoted()
		case Literal, Folded:
			s.block(int(n.indent))
		}
		place = s.scalar
	}
	found := n.Doc.inFile(source.Span{Start: place.from, End: place.to})
	return min(found.Start, end), min(found.End, end)
}
