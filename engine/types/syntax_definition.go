package types

import (
	"slices"

	"github.com/hieralint/hieralint/engine/source"
)

// keyword reads what begins with a keyword.
func (p *parser) keyword() *node {
	t := p.tok
	leaf := func(kind nodeKind) *node {
		p.advance()
		return &node{kind: kind, text: t.text, span: t.span()}
	}
	switch t.text {
	case "true", "false":
		return leaf(boolNode)
	case "default":
		return leaf(defaultNode)
	case "undef":
		return leaf(undefNode)
	case "private", "attr":
		return leaf(otherNode)
	case "if", "unless", "case":
		p.advance()
		condition := p.expression(0)
		if !p.tok.is("{") {
			p.syntaxError(p.tok)
		}
		return p.opaque(newNode(otherNode, t.span(), condition))
	case "class", "define", "function", "node":
		return p.definition()
	case "type":
		return p.alias()
	}
	p.syntaxError(t)
	return nil
}

// definition reads the name of a class, define, function or node. What follows is taken as it is.
func (p *parser) definition() *node {
	keyword := p.advance()
	name := p.tok
	switch {
	case name.kind == nameToken, name.kind == wordToken, name.kind == classRefToken:
	case keyword.isWord("class") && name.is("{"):
		p.advance()
		p.titles()
		return newLoose(resourceNode, cover(keyword.span(), p.expect("}").span()))
	case keyword.isWord("node") && (name.kind == stringToken || name.kind == regexToken || name.kind == numberToken || name.isWord("default")):
	case name.kind == stringToken:
		p.bail(&ParseError{Text: "A quoted string is not valid as a name here" + at(p.text, name.start), Span: name.span(), Class: classNoType})
	case name.isWord("class"):
		p.bail(&ParseError{Text: "'class' keyword not allowed at this location" + at(p.text, name.start), Span: name.span(), Class: classNoType})
	default:
		p.syntaxError(name)
	}
	p.advance()
	follows := []string{"{", "("}
	switch keyword.text {
	case "class":
		follows = append(follows, "inherits")
	case "function":
		follows = append(follows, ">>")
	case "node":
		follows = []string{"{", ",", ".", "inherits"}
	}
	if next := p.tok; next.kind != opToken && next.kind != keywordToken || !slices.Contains(follows, next.text) {
		p.syntaxError(next)
	}
	return p.opaque(&node{kind: otherNode, span: keyword.span()})
}

// alias reads type X = Y, as a file of a module holds it.
func (p *parser) alias() *node {
	start := p.advance()
	if p.tok.is("(") {
		return p.call(&node{kind: nameNode, text: start.text, span: start.span()})
	}
	if p.tok.kind != classRefToken {
		p.syntaxError(p.tok)
	}
	name := p.advance()
	if p.tok.is("{") || p.tok.isWord("inherits") {
		return p.opaque(&node{kind: otherNode, span: start.span()})
	}
	left := p.parameters(&node{kind: refNode, text: name.text, span: name.span()})
	p.expect("=")
	var definition *node
	switch {
	case p.tok.kind == classRefToken:
		t := p.advance()
		definition = p.parameters(&node{kind: refNode, text: t.text, span: t.span()})
	case p.tok.is("{"):
		definition = p.hash()
	case p.tok.is("["):
		definition = p.list()
	default:
		p.syntaxError(p.tok)
	}
	n := newNode(aliasNode, start.span(), left, definition)
	n.text = name.text
	return n
}

// parameters reads the brackets behind a type, if there are any.
func (p *parser) parameters(left *node) *node {
	if !p.tok.is("[") || p.tok.listStart {
		return left
	}
	p.advance()
	args := p.accessArgs()
	end := p.expect("]")
	return newNode(accessNode, cover(left.span, end.span()), append([]*node{left}, args...)...)
}

// opaque takes the rest of the text as part of n.
func (p *parser) opaque(n *node) *node {
	end := n.span.End
	for p.tok.kind != endToken {
		end = p.advance().end
	}
	return newNode(otherNode, source.Span{Start: n.span.Start, End: end})
}
