package types

import "github.com/hieralint/hieralint/engine/source"

// node is a piece of Puppet code as the parser understands it. Whatever cannot be part of a type is
// an otherNode: only its text matters, for the message that it is no type.
type node struct {
	kind nodeKind
	// text is the name of a nameNode or refNode, the value of a stringNode, the source of a regexNode.
	text string
	// span covers the node as Puppet quotes it in messages, which is sometimes less than all of it.
	span source.Span
	// kids are the elements of a list; key, value, key, value… of a hash; for an accessNode what is
	// accessed and then the parameters; the operand of a minus; the type of an alias.
	kids []*node
	// loose tells that the node is more than an expression: an assignment, a relationship or a
	// resource, which parameters may hold only as the key of a hash.
	loose bool
}

type nodeKind uint8

const (
	otherNode nodeKind = iota
	nothingNode
	refNode    // Integer, Foo::Bar
	nameNode   // foo
	stringNode // 'foo', foo-bar
	numberNode
	boolNode
	defaultNode
	undefNode
	regexNode
	listNode
	hashNode
	looseHashNode // a => b without braces
	accessNode    // kids[0][kids[1], …]
	minusNode
	blockNode    // several statements
	aliasNode    // type X = Y
	resourceNode // only to be told from what cannot be virtual
)

// newLoose is a node that is more than an expression.
func newLoose(kind nodeKind, span source.Span, kids ...*node) *node {
	n := newNode(kind, span, kids...)
	n.loose = true
	return n
}

// cover is the smallest span with all of a and b.
func cover(a, b source.Span) source.Span {
	return source.Span{Start: min(a.Start, b.Start), End: max(a.End, b.End)}
}

func newNode(kind nodeKind, span source.Span, kids ...*node) *node {
	n := &node{kind: kind, span: span, kids: kids}
	for _, k := range kids {
		n.span = cover(n.span, k.span)
	}
	return n
}
