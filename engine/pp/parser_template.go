package pp

// render reads <%= and what is written: an expression, or a block in braces.
func (p *parser) render() Expression {
	start := p.tok.start
	p.advance()
	var value Expression
	if p.tok.kind == leftBraceToken {
		value = p.blockOrHash()
	} else {
		value = p.anyExpression()
	}
	p.expect(tagEndToken)
	return &Render{expression{p.place(start)}, value}
}

// blockOrHash reads braces, and what follows when they are around a hash. What stands behind the
// first expression decides.
func (p *parser) blockOrHash() Expression {
	start := p.tok.start
	p.advance()
	if p.tok.kind == rightBraceToken {
		return p.operations(p.postfix(p.hashFrom(start, nil)), 0)
	}
	first := p.entryPart(p.assignment, true)
	if p.tok.kind == arrowToken {
		return p.operations(p.postfix(p.hashFrom(start, first)), 0)
	}
	mark := len(p.nodes.stack)
	p.nodes.push(first)
	list := p.statementsBehind(mark, rightBraceToken, p.accept(semicolonToken))
	p.expect(rightBraceToken)
	return &Block{expression{p.place(start)}, list}
}
