package runner

import (
	"bytes"
	"slices"
	"sort"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// commentsOf returns the comments of a document. Where the parser does not get to, in a file that
// is not valid YAML or after the first document, it includes everything that looks like a comment
// for hieralint.
func commentsOf(doc *data.Document) []source.Span {
	comments := doc.Comments
	from := len(doc.File.Text)
	if doc.Err != nil && doc.Root == nil {
		comments, from = nil, 0
	}
	for _, p := range doc.Problems {
		if p.Code == data.ExtraDocument {
			from = min(from, doc.File.Line(doc.File.Pos(p.Span.Start).Line).Start)
		}
	}
	if from == len(doc.File.Text) {
		return comments
	}
	comments = slices.Clip(comments) // those of the document stay as they are
	for n := doc.File.Pos(from).Line; n <= doc.File.Lines(); n++ {
		line := doc.File.Line(n)
		if m := opening().FindSubmatchIndex(doc.File.Slice(line)); m != nil {
			span := source.Span{Start: line.Start + m[2], End: line.End}
			if len(comments) == 0 || comments[len(comments)-1].End <= span.Start {
				comments = append(comments, span)
			}
		}
	}
	return comments
}

// cover determines which parts of a document comments apply to.
type cover struct {
	doc *data.Document
	// next is the first line from line from on that has content, because comments may follow each
	// other.
	from, next int
}

// blanks may precede what starts on a line.
const blanks = " \t\uFEFF"

// of returns the part of the document to which a comment applies. At the end of a line, that is the
// line, including a block scalar that starts on it, because that cannot contain comments. On a line
// of its own, it is the key or array element that starts on the next line, and everything in it.
func (c *cover) of(comment source.Span) source.Span {
	doc, file := c.doc, c.doc.File
	line := file.Line(file.Pos(comment.Start).Line)
	if before := file.Text[line.Start:comment.Start]; len(bytes.Trim(before, blanks)) > 0 {
		if bytes.ContainsAny(before, "|>") {
			if n := blockScalar(doc.Root, line); n != nil {
				line.End = max(line.End, n.Span.End)
			}
		}
		return line
	}
	next, ok := c.nextLine(file.Pos(comment.End).Line + 1)
	if !ok {
		return line
	}
	covered := source.Span{Start: line.Start, End: next.End}
	start := next.Start + len(file.Slice(next)) - len(bytes.TrimLeft(file.Slice(next), blanks))
	if entry, ok := entryAt(doc.Root, start); ok {
		covered.End = max(covered.End, entry.End)
	}
	return covered
}

// nextLine returns the first line from number from on that contains more than whitespace and
// comments; ok is false if there is none.
func (c *cover) nextLine(from int) (line source.Span, ok bool) {
	if c.from == 0 || from < c.from || from > c.next {
		file := c.doc.File
		for c.from, c.next = from, from; c.next <= file.Lines() && !hasContent(file.Slice(file.Line(c.next))); c.next++ {
		}
	}
	return c.doc.File.Line(c.next), c.next <= c.doc.File.Lines()
}

func hasContent(line []byte) bool {
	text := bytes.TrimSpace(line)
	return len(text) > 0 && text[0] != '#' && !bytes.HasPrefix(text, []byte("//")) && !bytes.HasPrefix(text, []byte("/*"))
}

// blockScalar returns the block scalar of YAML that starts on line and ends after it; nil if there is
// none.
func blockScalar(n *data.Node, line source.Span) *data.Node {
	if n == nil || n.Span.Start > line.End || n.Span.End <= line.End {
		return nil
	}
	if n.Kind == data.Scalar {
		if n.Span.Start >= line.Start {
			return n
		}
		return nil
	}
	at := sort.Search(len(n.Children), func(i int) bool { return n.Children[i].Span.End > line.End })
	if at == len(n.Children) {
		return nil
	}
	return blockScalar(n.Children[at], line)
}

// entryAt returns the outermost hash entry or array element that starts at an offset, including its
// dash, question mark, anchor, or tag. For a value below its key, it returns the value.
func entryAt(n *data.Node, at int) (source.Span, bool) {
	if n == nil || n.Kind == data.Scalar || n.Kind == data.Alias {
		return source.Span{}, false
	}
	step := 1
	if n.Kind == data.Mapping {
		step = 2
	}
	begin := n.Span.Start
	for i := 0; i+step <= len(n.Children); i += step {
		first, last := n.Children[i], n.Children[i+step-1]
		end := max(first.Span.End, last.Span.End)
		switch {
		case at > end:
			begin = end
			continue
		case at < begin:
			return source.Span{}, false
		case at <= first.Span.Start:
			return source.Span{Start: at, End: end}, true
		case step == 2 && at >= first.Span.End && at <= last.Span.Start && !(at == last.Span.Start && isBlock(last)):
			return last.Span, true
		case at >= last.Span.Start:
			return entryAt(last, at)
		}
		return entryAt(first, at)
	}
	return source.Span{}, false
}

func isBlock(n *data.Node) bool {
	return (n.Kind == data.Mapping || n.Kind == data.Sequence) && n.Style == data.Block
}
