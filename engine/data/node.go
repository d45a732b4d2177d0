package data

import (
	"iter"
	"slices"
	"strconv"

	"github.com/hieralint/hieralint/engine/source"
)

// NodeKind is the kind of a Node.
type NodeKind uint8

// The kinds of nodes.
const (
	Scalar NodeKind = iota
	Sequence
	Mapping
	Alias
)

// Style is the style in which a node is written.
type Style uint8

// The styles. In JSON, strings are DoubleQuoted, collections Flow, and everything else Plain; the
// same applies to HOCON.
const (
	Plain Style = iota
	SingleQuoted
	DoubleQuoted
	Literal // |
	Folded  // >
	Block
	Flow
)

// Node is a part of a document as written.
type Node struct {
	Doc    *Document
	Parent *Node // the enclosing collection; nil for the root
	Kind   NodeKind
	Style  Style

	// Span is the position of the node without its tag and anchor:
	//
	//   - of a quoted scalar, with the quotes;
	//   - of a block scalar, from the | or > to the end of its last line with text;
	//   - of an empty scalar, the empty span where its text would start;
	//   - of a flow collection, with the brackets;
	//   - of a block collection, from the first key or dash to the end of its last element.
	Span source.Span
	*Properties
	*Content

	// Value is what Puppet reads. For a Mapping, duplicates and merge keys are resolved. It is nil
	// if Puppet rejects the node (see Document.Problems).
	Value *Value

	text   string // the decoded text of a scalar, or the name of an alias
	index  int32  // the index among the children of Parent
	indent int32  // the number of columns by which the text of a block scalar is indented
}

// Properties holds the tag and anchor of a node. Nodes without them share one.
type Properties struct {
	// Tag is the tag as written ("!!int", "!foo", "!<tag:…>"), and Anchor the name after &. TagSpan
	// and AnchorSpan are their positions.
	Tag, Anchor         string
	TagSpan, AnchorSpan source.Span

	tag string // with the handle resolved
}

// Content is what a node that is not a scalar consists of. Scalars, which most nodes are, share one
// without anything.
type Content struct {
	// Children are the elements of a Sequence, or key, value, key, value… of a Mapping, including
	// duplicates and merge keys.
	Children []*Node
	// Target is the anchored node that an Alias refers to; nil if there is none.
	Target *Node
}

var (
	noProperties = &Properties{}
	noContent    = &Content{}
)

// Add appends child to the children of n, which must not be shared.
func (n *Node) Add(child *Node) {
	child.Parent, child.index = n, int32(len(n.Children))
	n.Children = append(n.Children, child)
}

// Entries iterates over the keys and values of a Mapping as written. For other nodes and for nil,
// there are none.
func (n *Node) Entries() iter.Seq2[*Node, *Node] {
	return func(yield func(key, value *Node) bool) {
		for i := 0; n != nil && n.Kind == Mapping && i+1 < len(n.Children); i += 2 {
			if !yield(n.Children[i], n.Children[i+1]) {
				return
			}
		}
	}
}

// Get returns the value of the string key name in a Mapping; nil if there is none.
func (n *Node) Get(name string) *Node {
	for key, value := range n.Entries() {
		if key.Value.Is(String) && key.Value.text == name {
			return value
		}
	}
	return nil
}

// Counterpart returns the value of a key of a Mapping, or the key of a value; nil for other nodes.
func (n *Node) Counterpart() *Node {
	if n.Parent == nil || n.Parent.Kind != Mapping || int(n.index^1) >= len(n.Parent.Children) {
		return nil
	}
	return n.Parent.Children[n.index^1]
}

// IsKey reports whether the node is a key of a Mapping.
func (n *Node) IsKey() bool { return n.Parent != nil && n.Parent.Kind == Mapping && n.index%2 == 0 }

// HasAnchor reports whether the node or one of its descendants has an anchor.
func (n *Node) HasAnchor() bool {
	return n.Anchor != "" || slices.ContainsFunc(n.Children, (*Node).HasAnchor)
}

// Text returns the decoded text of a Scalar as written: "0755" where Value is 493. For an Alias, it
// is the name.
func (n *Node) Text() string { return n.text }

// origin returns the node itself, or the node that an alias refers to.
func (n *Node) origin() *Node {
	if n.Kind == Alias {
		return n.Target
	}
	return n
}

// Position returns the start of the node.
func (n *Node) Position() source.Pos { return n.Doc.File.Pos(n.Span.Start) }

// Path returns the keys and array indexes that lead from the root to the node. The path of a key is
// the path of its value. For a key that is not a scalar, the path contains its source.
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
