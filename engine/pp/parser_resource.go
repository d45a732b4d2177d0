package pp

// resource parses an expression, or a resource, resource defaults, or an override if braces follow.
func (p *parser) resource() Expression {
	depth := p.depth
	var left Expression
	switch k := p.tok.kind; {
	case k == atToken || k == atAtToken:
		left = p.virtualResource()
	case k == classToken && p.peek() == leftBraceToken:
		left = p.classResource()
	default:
		left = p.anyExpression()
	}
	for p.tok.kind == leftBraceToken && p.enter() {
		left = p.resourceBodies(left)
	}
	p.depth = depth
	return left
}

// virtualResource parses @ or @@ and the resource after it.
func (p *parser) virtualResource() Expression {
	t := p.tok
	if !p.enter() {
		return p.nothing()
	}
	p.advance()
	e := p.resource()
	p.depth--
	form, text := Virtual, "Virtual (@) can only be applied to a Resource Expression"
	if t.kind == atAtToken {
		form, text = Exported, "Exported (@@) can only be applied to a Resource Expression"
	}
	switch e := e.(type) {
	case *Resource:
		e.Form, e.place = form, p.place(t.start)
	case *ResourceDefaults:
		e.Form, e.place = form, p.place(t.start)
	case *ResourceOverride:
		e.Form, e.place = form, p.place(t.start)
	default:
		p.rejectAt(t.start, t.end, text)
	}
	return e
}

// classResource parses class { … }.
func (p *parser) classResource() Expression {
	start := p.tok.start
	r := &Resource{Type: p.name()}
	p.expect(leftBraceToken)
	r.Bodies = p.bodies(p.anyExpression())
	p.expect(rightBraceToken)
	r.place = p.place(start)
	return r
}

// resourceBodies parses the braces after a possible type or resource reference.
func (p *parser) resourceBodies(left Expression) Expression {
	brace := p.tok
	p.advance()
	if !p.startsAttributes() {
		title := p.anyExpression()
		r := &Resource{Type: left, Bodies: p.bodies(title)}
		p.expect(rightBraceToken)
		r.place = p.since(left)
		return r
	}
	attributes := p.attributes()
	p.expect(rightBraceToken)
	if p.err != nil {
		return left
	}
	switch l := left.(type) {
	case *TypeName:
		return &ResourceDefaults{expression{p.since(left)}, Regular, l, attributes}
	case *Access:
		return &ResourceOverride{expression{p.since(left)}, Regular, l, attributes}
	case *Name:
		return p.callWithHash(l, brace, attributes)
	}
	p.reject(left, "Expression is not valid as a resource, resource-default, or resource-override")
	return left
}

// startsAttributes reports whether attributes, or nothing, come next rather than a title.
func (p *parser) startsAttributes() bool {
	switch {
	case p.tok.kind == rightBraceToken || p.tok.kind == commaToken:
		return true
	case p.tok.kind.isAttributeName() || p.tok.kind == timesToken:
		k := p.peek()
		return k == arrowToken || k == addsToken && p.tok.kind != timesToken
	}
	return false
}

// callWithHash returns the call of a statement function that looks like a resource without a title: notice { a => 1 }.
func (p *parser) callWithHash(name *Name, brace token, attributes []*Attribute) Expression {
	h := &Hash{expression{p.place(brace.start)}, nil, true}
	for _, a := range attributes {
		if a.Operator == Adds {
			p.rejectAt(brace.start, brace.end, "Syntax error resource body without title or hash with +>")
			return name
		}
		key := &String{expression{place{a.NameSpan}}, a.Name}
		h.Entries = append(h.Entries, &Entry{a.place, key, a.Value})
	}
	if !statementFunctions[name.Value] {
		if !p.options.Unvalidated {
			p.untitled(name)
		}
		return &Block{expression{p.since(name)}, []Expression{name, h}}
	}
	return &Call{expression: expression{p.since(name)}, Function: name, Arguments: []Expression{h}}
}

// bodies parses the rest of a resource after its first title, up to the closing brace.
func (p *parser) bodies(title Expression) []*ResourceBody {
	bodies := []*ResourceBody{p.body(title)}
	for p.accept(semicolonToken) && p.tok.kind != rightBraceToken && p.err == nil {
		bodies = append(bodies, p.body(p.anyExpression()))
	}
	return bodies
}

func (p *parser) body(title Expression) *ResourceBody {
	p.expect(colonToken)
	attributes := p.attributes()
	return &ResourceBody{p.since(title), title, attributes}
}

// attributes parses attributes with an optional trailing comma. A leading comma is also allowed.
func (p *parser) attributes() []*Attribute {
	var list []*Attribute
	p.accept(commaToken)
	for p.err == nil && (p.tok.kind.isAttributeName() || p.tok.kind == timesToken) {
		list = append(list, p.attribute())
		if !p.accept(commaToken) {
			break
		}
	}
	return list
}

func (p *parser) attribute() *Attribute {
	start := p.tok
	a := &Attribute{NameSpan: p.spanOf(start.start, start.end)}
	p.advance()
	switch {
	case start.kind != timesToken:
		a.Name, a.Operator = p.text[start.start:start.end], Sets
		if p.tok.kind == addsToken {
			a.Operator = Adds
			p.advance()
			break
		}
		p.expect(arrowToken)
	default:
		a.Operator = Sets
		p.expect(arrowToken)
	}
	a.Value = p.anyExpression()
	a.place = p.place(start.start)
	return a
}

// collector parses <| query |> or <<| query |>>, and attributes in braces.
func (p *parser) collector(of Expression) Expression {
	c := &Collector{Type: of, Exported: p.tok.kind == exportedToken}
	end := collectEndToken
	if c.Exported {
		end = exportedEndToken
	}
	p.advance()
	if p.tok.kind != end {
		c.Query = p.anyExpression()
	}
	p.expect(end)
	if p.accept(leftBraceToken) {
		c.Attributes = p.attributes()
		p.expect(rightBraceToken)
	}
	c.place = p.since(of)
	return c
}
