package pp

import (
	"strings"

	"github.com/hieralint/hieralint/engine/source"
)

// define adds a definition to those of the file.
func (p *parser) define(e Expression) Expression {
	if p.err == nil {
		p.out.Definitions = append(p.out.Definitions, e)
	}
	return e
}

// definedName parses the name after a keyword.
func (p *parser) definedName() (name string, span source.Span) {
	t := p.tok
	switch t.kind {
	case nameToken, wordToken, typeNameToken:
		return p.text[t.start:t.end], p.take().span
	case classToken:
		p.rejectAt(t.start, t.end, "'class' keyword not allowed at this location")
	case stringToken:
		p.rejectAt(t.start, t.end, "A quoted string is not valid as a name here")
	default:
		p.unexpected()
	}
	return "", source.Span{}
}

// qualified returns name, qualified by the enclosing classes.
func (p *parser) qualified(name string) string {
	if len(p.names) == 0 {
		return name
	}
	return strings.Join(p.names, "::") + "::" + name
}

// blockWithin parses the body of a class or plan, whose name is part of those of definitions in it.
func (p *parser) blockWithin(name string) *Block {
	p.names = append(p.names, name)
	body := p.block()
	p.names = p.names[:len(p.names)-1]
	return body
}

func (p *parser) class() Expression {
	start := p.tok.start
	p.advance()
	c := &Class{}
	name, span := p.definedName()
	c.Name, c.NameSpan = p.qualified(name), span
	c.Parameters = p.parameterList()
	if p.accept(inheritsToken) {
		c.Parent = p.parent()
	}
	c.Body = p.blockWithin(name)
	c.place = p.place(start)
	return p.define(c)
}

// parent parses the name of the inherited class.
func (p *parser) parent() Expression {
	if p.tok.kind == defaultToken {
		return &Default{expression{p.take()}}
	}
	name, span := p.definedName()
	return &Name{expression{place{span}}, name}
}

func (p *parser) definedType() Expression {
	start := p.tok.start
	p.advance()
	d := &DefinedType{}
	name, span := p.definedName()
	d.Name, d.NameSpan = p.qualified(name), span
	d.Parameters = p.parameterList()
	d.Body = p.block()
	d.place = p.place(start)
	return p.define(d)
}

func (p *parser) plan() Expression {
	start := p.tok.start
	p.advance()
	d := &Plan{}
	name, span := p.definedName()
	d.Name, d.NameSpan = p.qualified(name), span
	d.Parameters = p.parameterList()
	d.Body = p.blockWithin(name)
	d.place = p.place(start)
	return p.define(d)
}

func (p *parser) apply() Expression {
	start := p.tok.start
	p.advance()
	a := &Apply{}
	if p.tok.kind != leftParenToken {
		p.unexpected()
		return a
	}
	if p.peek() == rightParenToken {
		p.advance()
		p.unexpected()
		return a
	}
	a.Arguments = p.arguments(true)
	a.Body = p.block()
	a.place = p.place(start)
	return a
}

func (p *parser) function() Expression {
	start := p.tok.start
	p.advance()
	f := &Function{}
	f.Name, f.NameSpan = p.definedName()
	f.Parameters = p.parameterList()
	f.ReturnType = p.returnType()
	f.Body = p.block()
	f.place = p.place(start)
	return p.define(f)
}

// returnType parses >> Type, if present.
func (p *parser) returnType() Expression {
	if !p.accept(rightShiftToken) {
		return nil
	}
	return p.parameterType()
}

// parameterType parses a type with its parameters, without a trailing comma.
func (p *parser) parameterType() Expression {
	name := p.typeName()
	if p.tok.kind != leftBracketToken {
		return name
	}
	return p.accessTo(name, false)
}

// parameterList parses parameters in parentheses, if present.
func (p *parser) parameterList() []*Parameter {
	if p.tok.kind != leftParenToken && p.tok.kind != lineParenToken {
		return nil
	}
	return p.parameters(rightParenToken)
}

// lambda reads a lambda.
func (p *parser) lambda() *Lambda {
	start := p.tok.start
	l := &Lambda{Parameters: p.parameters(pipeToken)}
	l.ReturnType = p.returnType()
	l.Body = p.block()
	l.place = p.place(start)
	return l
}

// parameters parses parameters up to end, including the delimiters.
func (p *parser) parameters(end kind) []*Parameter {
	p.advance()
	var list []*Parameter
	for p.tok.kind != end && p.err == nil {
		list = append(list, p.parameter())
		if !p.accept(commaToken) {
			break
		}
	}
	p.expect(end)
	return list
}

func (p *parser) parameter() *Parameter {
	start := p.tok.start
	n := &Parameter{}
	if p.tok.kind == typeNameToken {
		n.Type = p.parameterType()
	}
	n.Rest = p.accept(timesToken)
	if p.tok.kind != variableToken {
		p.unexpected()
		return n
	}
	n.Name = p.text[p.tok.start+1 : p.tok.end]
	n.NameSpan = p.take().span
	if p.accept(equalsToken) {
		n.Default = p.anyExpression()
	}
	n.place = p.place(start)
	return n
}

func (p *parser) nodeDefinition() Expression {
	start := p.tok.start
	p.advance()
	n := &NodeDefinition{}
	for {
		n.Matches = append(n.Matches, p.hostname())
		if !p.accept(commaToken) || p.tok.kind == leftBraceToken || p.tok.kind == inheritsToken || p.err != nil {
			break
		}
	}
	if p.accept(inheritsToken) {
		n.Parent = p.hostname()
	}
	n.Body = p.block()
	n.place = p.place(start)
	return p.define(n)
}

// hostname parses a match of a node definition.
func (p *parser) hostname() Expression {
	switch p.tok.kind {
	case stringToken, wordToken, interpolatedToken, heredocToken, defaultToken, regexpToken:
		return p.primary()
	}
	start := p.tok.start
	var name strings.Builder
	for {
		if p.tok.kind != nameToken && p.tok.kind != numberToken {
			p.unexpected()
			break
		}
		name.WriteString(p.text[p.tok.start:p.tok.end])
		p.advance()
		if !p.accept(dotToken) {
			break
		}
		name.WriteByte('.')
	}
	return &String{expression{p.place(start)}, name.String()}
}

// typeDefinition parses a type alias, a mapping, or a definition.
func (p *parser) typeDefinition() Expression {
	start := p.tok.start
	p.advance()
	name := p.typeName()
	switch p.tok.kind {
	case leftBraceToken, inheritsToken:
		d := &TypeDefinition{Name: name.Value, NameSpan: name.span}
		if p.accept(inheritsToken) {
			d.Parent = p.typeName()
		}
		d.Body = p.block()
		d.place = p.place(start)
		return p.define(d)
	case leftBracketToken:
		m := &TypeMapping{From: p.accessTo(name, false)}
		p.expect(equalsToken)
		m.To, _ = p.aliased()
		m.place = p.place(start)
		return p.define(m)
	}
	a := &TypeAlias{Name: name.Value, NameSpan: name.span}
	p.expect(equalsToken)
	a.Type, a.Parent = p.aliased()
	a.place = p.place(start)
	return p.define(a)
}

// aliased parses the right-hand side of a type alias. parent is not nil for `Parent {…}`.
func (p *parser) aliased() (t Expression, parent *TypeName) {
	switch p.tok.kind {
	case leftBraceToken:
		return p.hash(), nil
	case listToken, leftBracketToken:
		return p.array(), nil
	}
	name := p.typeName()
	switch p.tok.kind {
	case leftBraceToken:
		return p.hash(), name
	case leftBracketToken:
		return p.accessTo(name, true), nil
	}
	return name, nil
}
