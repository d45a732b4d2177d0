package pp

// ifExpression parses if, any number of elsif, and else.
func (p *parser) ifExpression() Expression {
	depth := p.depth
	start := p.tok.start
	p.advance()
	first := &If{Condition: p.anyExpression(), Then: p.block()}
	chain := []*If{first}
	starts := []int{start}
	for p.tok.kind == elsifToken && p.enter() {
		last := chain[len(chain)-1]
		starts = append(starts, p.tok.start)
		p.advance()
		next := &If{Condition: p.anyExpression(), Then: p.block()}
		last.Else = next
		chain = append(chain, next)
	}
	if p.accept(elseToken) {
		chain[len(chain)-1].Else = p.block()
	}
	for i, e := range chain {
		e.place = p.place(starts[i])
	}
	p.depth = depth
	return first
}

func (p *parser) unlessExpression() Expression {
	start := p.tok.start
	p.advance()
	u := &Unless{Condition: p.anyExpression(), Then: p.block()}
	if p.accept(elseToken) {
		u.Else = p.block()
	}
	u.place = p.place(start)
	return u
}

func (p *parser) caseExpression() Expression {
	start := p.tok.start
	p.advance()
	c := &Case{Of: p.anyExpression()}
	p.expect(leftBraceToken)
	for {
		c.Options = append(c.Options, p.caseOption())
		if p.tok.kind == rightBraceToken || p.err != nil {
			break
		}
	}
	p.expect(rightBraceToken)
	c.place = p.place(start)
	return c
}

func (p *parser) caseOption() *CaseOption {
	start := p.tok.start
	values := []Expression{p.anyExpression()}
	for p.accept(commaToken) {
		values = append(values, p.anyExpression())
	}
	p.expect(colonToken)
	body := p.block()
	return &CaseOption{p.place(start), values, body}
}

// selector parses the part after the question mark: options in braces, or a single one without.
func (p *parser) selector(of Expression) Expression {
	s := &Selector{Of: of}
	if p.accept(leftBraceToken) {
		for {
			s.Options = append(s.Options, p.selectorOption())
			if !p.accept(commaToken) || p.tok.kind == rightBraceToken || p.err != nil {
				break
			}
		}
		p.expect(rightBraceToken)
	} else {
		s.Options = []*SelectorOption{p.selectorOption()}
	}
	s.place = p.since(of)
	return s
}

func (p *parser) selectorOption() *SelectorOption {
	match := p.anyExpression()
	p.expect(arrowToken)
	value := p.anyExpression()
	return &SelectorOption{p.since(match), match, value}
}
