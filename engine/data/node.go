package data

import (
	"slices"
	"strconv"

	"github.com/hieralint/hieralint/engine/source"
)

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

// The styles. JSON strings are DoubleQuoted, its collections Flow, all else in it Plain; so it is in HOCON.
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
	*Properties

	// Children are the elements of a Sequence, and key, value, key, value… of a Mapping: all that
	// is written, duplicates and merge keys included.
	Children []*Node
	// Target is the anchored node that an Alias stands for; nil when there is none.
	Target *Node

	// Value is what Puppet reads here. For a Mapping with merge keys and duplicates it is the
	// outcome. nil when Puppet refuses the node (see Document.Problems).
	Value *Value

	text   string // the decoded text of a scalar, the name of an alias
	index  int32  // the place among the children of Parent
	indent int32  // columns that the text of a block scalar is indented by
}

// Properties is what may stand in front of a node. Nodes without them share one.
type Properties struct {
	// Tag is the tag as written ("!!int", "!foo", "!<tag:…>"), Anchor the name behind &; TagSpan
	// and AnchorSpan are where they stand.
	Tag, Anchor         string
	TagSpan, AnchorSpan source.Span

	tag string // with the handle resolved
}

var noProperties = &Properties{}

// add makes child the last child of n.
func (n *Node) add(child *Node) {
	child.Parent, child.index = n, int32(len(n.Children))
	n.Children = append(n.Children, child)
}

// Text is the text of a Scalar as written, decoded but not resolved: "0755" where Value is 493.
// For an Alias it is the name.
func (n *Node) Text() string { return n.text }

// origin is the node itself, or the node that an alias stands for.
func (n *Node) origin() *Node {
	if n.Kind == Alias {
		return n.Target
	}
	return n
}

// Position is where the node starts.
func (n *Node) Position() source.Pos { return n.Doc.File.Pos(n.Span.Start) }

// Path is the keys and the positions in lists that lead from the root to the node. A key has the
// path of its value. Where a key is not a scalar, its source stands for it.
func (n *Node) Path() []string {
	var path []string
	for ; n.Parent != nil; n = n.Parent {
		if n.Parent.Kind == Sequence {
			path = append(path, strconv.Itoa(int(n.index)))
			continue
		}
		key := n.Parent.Children[n.index&^1]
		if key.Kind == Scalar {
			path = append(path, key.text)
		} else {
			path = append(path, string(n.Doc.File.Slice(key.Span)))
		}
	}
	slices.Reverse(path)
	return path
}
