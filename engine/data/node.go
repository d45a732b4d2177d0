package data

import (
	"iter"
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

// Entries yields the keys and values of a Mapping as they are written; nothing for other nodes, and for nil.
func (n *Node) Entries() iter.Seq2[*Node, *Node] {
	return func(yield func(key, value *Node) bool) {
		for i := 0; n != nil && n.Kind == Mapping && i+1 < len(n.Children); i += 2 {
			if !yield(n.Children[i], n.Children[i+1]) {
				return
			}
		}
	}
}

// Counterpart is the value of a key of a Mapping, and the key of a value; nil for other nodes.
func (n *Node) Counterpart() *Node {
	if n.Parent == nil || n.Parent.Kind != Mapping || int(n.index^1) >= len(n.Parent.Children) {
		return nil
	}
	return n.Parent.Children[n.index^1]
}

// IsKey reports whether the node is a key of a Mapping.
func (n *Node) IsKey() bool { return n.Parent != nil && n.Parent.Kind == Mapping && n.index%2 == 0 }

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
