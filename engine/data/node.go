package data

import "github.com/hieralint/hieralint/engine/source"

// NodeKind is the shape of a Node.
type NodeKind uint8

// The shapes.
const (
	Scalar NodeKind = iota
	Sequence
	Mapping
	Alias
)

// Style is how a node is written.
type Style uint8

// The styles. JSON strings are DoubleQuoted, its collections Flow, all else in it Plain.
const (
	Plain Style = iota
	SingleQuoted
	DoubleQuoted
	Literal // |
	Folded  // >
	Block
	Flow
)

// Node is a piece of a document as it is written.
type Node struct {
	Doc    *Document
	Parent *Node // the enclosing collection; nil at the root
	Kind   NodeKind
	Style  Style

	// Span covers the node without its tag and anchor: a quoted scalar with its quotes, a block
	// scalar from its | or > to the end of its last line with text, a flow collection with its
	// brackets, a block collection from its first key or dash to the end of its last element. An
	// empty scalar has an empty span where its text would begin.
	Span source.Span
	// Tag is the tag as written ("!!int", "!foo", "!<tag:…>"), Anchor the name behind &; TagSpan
	// and AnchorSpan are where they stand.
	Tag, Anchor         string
	TagSpan, AnchorSpan source.Span

	// Children are the elements of a Sequence, and key, value, key, value… of a Mapping: all that
	// is written, duplicates and merge keys included.
	Children []*Node
	// Target is the anchored node that an Alias stands for; nil when there is none.
	Target *Node

	// Value is what Puppet reads here. For a Mapping with merge keys and duplicates it is the
	// outcome. nil when Puppet refuses the node (see Document.Problems).
	Value *Value
}

// Position tells where the node starts.
func (n *Node) Position() source.Pos { return n.Doc.File.Pos(n.Span.Start) }
