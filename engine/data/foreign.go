package data

import (
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/crash"
)

// ParseWith parses a file with the parser of another package, which fills the document. It never
// fails: mistakes are in the document's Problems.
func ParseWith(file *source.File, format Format, parse func(*Document)) *Document {
	doc := &Document{File: file, Format: format}
	if crashed := crash.Guard("the file "+file.Path, func() { doc.parseWithin(parse) }); crashed != nil {
		*doc = Document{File: file, Format: format}
		doc.Refuse(&Problem{Code: Unreadable, Message: crashed.Error()})
	}
	sortProblems(doc.Problems)
	return doc
}

// NewNode returns a node of the document without children.
func (d *Document) NewNode(kind NodeKind, style Style, span source.Span) *Node {
	d.count()
	return &Node{Doc: d, Kind: kind, Style: style, Span: span, Properties: noProperties, Content: contentOf(kind)}
}

// contentOf returns the content of a new node.
func contentOf(kind NodeKind) *Content {
	if kind == Scalar {
		return noContent
	}
	return &Content{}
}

// NewScalar returns a scalar with the given decoded text.
func (d *Document) NewScalar(style Style, span source.Span, text string) *Node {
	n := d.NewNode(Scalar, style, span)
	n.text = text
	return n
}
