package data

import (
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/crash"
)

// ParseWith reads a file with a parser of another package, which fills the document. It never fails: what is wrong is
// in the document's Problems.
func ParseWith(file *source.File, format Format, parse func(*Document)) *Document {
	doc := &Document{File: file, Format: format}
	if crashed := crash.Guard("the file "+file.Path, func() { doc.parseWithin(parse) }); crashed != nil {
		*doc = Document{File: file, Format: format}
		doc.fail(&Problem{Code: Unreadable, Message: crashed.Error()})
	}
	sortProblems(doc.Problems)
	return doc
}

// Refuse notes the problem for which Puppet refuses the file.
func (d *Document) Refuse(p *Problem) { d.fail(p) }

// NewNode makes a node of the document without children.
func (d *Document) NewNode(kind NodeKind, style Style, span source.Span) *Node {
	d.count()
	return &Node{Doc: d, Kind: kind, Style: style, Span: span, Properties: noProperties}
}

// NewScalar makes a scalar with its decoded text.
func (d *Document) NewScalar(style Style, span source.Span, text string) *Node {
	n := d.NewNode(Scalar, style, span)
	n.text = text
	return n
}

// Add makes child the last child of n.
func (n *Node) Add(child *Node) { n.add(child) }
