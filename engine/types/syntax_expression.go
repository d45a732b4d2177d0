package types

import "strings"

// binaryOperators by how tightly they bind.
var binaryOperators = map[string]int{
	"or": 1, "and": 2, "?": 3, ">": 4, ">=": 4, "<": 4, "<=": 4, "!=": 5, "==": 5, "<<": 6, ">>": 6,
	"+": 7, "-": 7, "*": 8, "/": 8, "%": 8, "=~": 9, "!~": 9, "in": 10,
}

func (p *parser) binary() int {
	if p.tok.kind == opToken || p.tok.kind == keywordToken {
		return binaryOperators[p.tok.text]
	}
	return 0
}

// expression reads operators that bind tighter than least.
func (p *parser) expression(least int) *node {
	defer p.nest()()
	left := p.unary()
	for {
		prec := p.binary()
		if prec <= least {
			return left
		}
		if op := p.advance(); op.is("?") {
			left = p.selector(left)
			continue
		}
		left = newNode(otherNode, left.span, left, p.expression(prec))
	}
}

// selector reads the options behind a question mark.
func (p *parser) selector(left *node) *node {
	entry := func() *node {
		key := p.expression(3)
		p.expect("=>")
		return newNode(otherNode, key.span, key, p.expression(3))
	}
	if !p.tok.is("{") {
		return newNode(otherNode, left.span, left, entry())
	}
	p.advance()
	all := newNode(otherNode, left.span, left, entry())
	for p.tok.is(",") {
		p.advance()
		if p.tok.is("}") {
			break
		}
		all = newNode(otherNode, all.span, all, entry())
	}
	p.expect("}")
	return all
}

func (p *parser) unary() *node {
	if p.tok.is("-") || p.tok.is("!") || p.tok.is("*") {
		defer p.nest()()
		op := p.advance()
		kind := otherNode
		if op.is("-") {
			kind = minusNode
		}
		return newNode(kind, op.span(), p.unary())
	}
	return p.postfix(p.primary())
}

// postfix reads parameters, calls and collectors behind an expression.
func (p *parser) postfix(left *node) *node {
	for {
		switch {
		case p.tok.is("[") && !p.tok.listStart:
			p.advance()
			args := p.accessArgs()
			end := p.expect("]")
			left = newNode(accessNode, cover(left.span, end.span()), append([]*node{left}, args...)...)
		case p.tok.is("(") && !p.startsLine():
			left = p.call(left)
		case p.tok.is("."):
			p.advance()
			if p.tok.kind != nameToken && !p.tok.isWord("type") {
				p.syntaxError(p.tok)
			}
			left = newNode(otherNode, cover(left.span, p.advance().span()))
			if p.tok.is("|") {
				return p.lambda(left)
			}
		case p.tok.is("<|") || p.tok.is("<<|"):
			closer := map[string]string{"<|": "|>", "<<|": "|>>"}[p.advance().text]
			if !p.tok.is(closer) {
				p.expression(0)
			}
			left = newNode(otherNode, cover(left.span, p.expect(closer).span()))
		default:
			return left
		}
	}
}

// startsLine tells whether only white space stands before the token in its line. A parenthesis
// there does not call what stands in the line above.
func (p *parser) startsLine() bool {
	line := p.text[strings.LastIndexByte(p.text[:p.tok.start], '\n')+1 : p.tok.start]
	return strings.TrimLeft(line, " \t\r") == ""
}

func (p *parser) call(left *node) *node {
	p.expect("(")
	for !p.tok.is(")") {
		p.argument()
		if !p.tok.is(",") {
			break
		}
		p.advance()
	}
	n := newNode(otherNode, cover(left.span, p.expect(")").span()))
	if p.tok.is("|") {
		return p.lambda(n)
	}
	return n
}

// lambda reads the block behind a call, up to its brace.
func (p *parser) lambda(call *node) *node {
	p.expect("|")
	for !p.tok.is("|") {
		if p.tok.kind == endToken {
			p.syntaxError(p.tok)
		}
		p.advance()
	}
	p.advance()
	if p.tok.is(">>") {
		p.advance()
		p.unary()
	}
	if !p.tok.is("{") {
		p.syntaxError(p.tok)
	}
	return p.opaque(call)
}

// argument reads a value, or a pair of a hash without braces.
func (p *parser) argument() *node {
	first := p.hashEntry()
	if p.tok.is("=>") {
		p.advance()
		return newNode(looseHashNode, first.span, first, p.hashEntry())
	}
	return first
}

// accessArgs reads parameters. Pairs that stand side by side are one hash.
func (p *parser) accessArgs() []*node {
	var args []*node
	for {
		arg := p.keyOrAssignment()
		switch {
		case p.tok.is("=>"):
			p.advance()
			arg = newNode(looseHashNode, arg.span, arg, p.hashEntry())
		case arg.loose:
			p.syntaxError(p.tok)
		}
		args = appendArgument(args, arg)
		if !p.tok.is(",") {
			return args
		}
		p.advance()
		if p.tok.is("]") {
			return args
		}
	}
}

// keyOrAssignment reads a parameter, or the key of a pair, which may be the keyword type or
// function.
func (p *parser) keyOrAssignment() *node {
	if (p.tok.isWord("type") || p.tok.isWord("function")) && p.peek().is("=>") {
		t := p.advance()
		return &node{kind: stringNode, text: t.text, span: t.span()}
	}
	return p.assignment()
}

func appendArgument(args []*node, arg *node) []*node {
	if n := len(args); n > 0 && arg.kind == looseHashNode && args[n-1].kind == looseHashNode {
		args[n-1] = newNode(looseHashNode, args[n-1].span, append(args[n-1].kids, arg.kids...)...)
		return args
	}
	return append(args, arg)
}

// keywordEntryFollows tells whether the keyword type or function stands for its own name, as in
// { type => String }.
func (p *parser) keywordEntryFollows() bool {
	if !p.tok.isWord("type") && !p.tok.isWord("function") {
		return false
	}
	next := p.peek()
	return next.is("=>") || next.is(",") || next.is("]") || next.is("}")
}

func (p *parser) hashEntry() *node {
	if p.keywordEntryFollows() {
		t := p.advance()
		return &node{kind: stringNode, text: t.text, span: t.span()}
	}
	return p.assignment()
}

func (p *parser) primary() *node {
	t := p.tok
	leaf := func(kind nodeKind) *node {
		p.advance()
		return &node{kind: kind, text: t.text, span: t.span()}
	}
	switch t.kind {
	case classRefToken:
		return leaf(refNode)
	case nameToken:
		return leaf(nameNode)
	case stringToken, wordToken:
		return leaf(stringNode)
	case numberToken:
		return leaf(numberNode)
	case regexToken:
		return leaf(regexNode)
	case variableToken, interpolatedToken, heredocToken:
		return leaf(otherNode)
	case keywordToken:
		return p.keyword()
	case opToken:
		switch t.text {
		case "[":
			return p.list()
		case "{":
			return p.hash()
		case "(":
			p.advance()
			inner := p.assignment()
			p.expect(")")
			return newNode(otherNode, t.span(), inner)
		}
	}
	p.syntaxError(t)
	return nil
}

func (p *parser) list() *node {
	start := p.expect("[")
	var items []*node
	for !p.tok.is("]") {
		items = appendArgument(items, p.argument())
		if !p.tok.is(",") {
			break
		}
		p.advance()
		if len(items) == 0 {
			break
		}
	}
	return newNode(listNode, cover(start.span(), p.expect("]").span()), items...)
}

func (p *parser) hash() *node {
	start := p.expect("{")
	var pairs []*node
	for !p.tok.is("}") {
		key := p.hashEntry()
		p.expect("=>")
		pairs = append(pairs, key, p.hashEntry())
		if !p.tok.is(",") {
			break
		}
		p.advance()
	}
	return newNode(hashNode, cover(start.span(), p.expect("}").span()), pairs...)
}
