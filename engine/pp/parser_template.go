package pp

// render parses <%= and what it renders: an expression, or a block in braces.
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

// blockOrHash parses braces, and the rest of an expression if they enclose a hash. The token after the first expression
// decides.
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
	list := p.statementsBehind([]Expression{first}, rightBraceToken, p.accept(semicolonToken))
	p.expect(rightBraceToken)
	return &Block{expression{p.place(start)}, list}
}
