package types

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
)

// maxDepth is how deep expressions may be nested; a pair of brackets counts up to three times.
const maxDepth = 3000

// parser reads Puppet expressions. Statements such as if and class are recognized but not read:
// they are no types, whatever is in them.
type parser struct {
	lexer
	tok   token
	ahead *token
	depth int
}

// failure unwinds the parser; it never leaves it.
type failure struct{ err error }

func (p *parser) bail(err error) { panic(failure{err}) }

// syntaxError is Puppet's message about a token it did not expect.
func (p *parser) syntaxError(t token) {
	message := "Syntax error at end of input"
	if t.kind != endToken {
		shown := t.text
		if t.kind == regexToken {
			shown = "(?-mix:" + shown + ")"
		}
		message = "Syntax error at '" + shown + "'" + at(p.text, t.start)
	}
	p.bail(&ParseError{Text: message, Span: t.span(), Class: classSyntax})
}

func (p *parser) advance() token {
	before := p.tok
	if p.ahead != nil {
		p.tok, p.ahead = *p.ahead, nil
		return before
	}
	t, err := p.next()
	if err != nil {
		p.bail(err)
	}
	p.tok = t
	return before
}

// peek is the token behind the current one.
func (p *parser) peek() token {
	if p.ahead == nil {
		t, err := p.next()
		if err != nil {
			p.bail(err)
		}
		p.ahead = &t
	}
	return *p.ahead
}

func (p *parser) expect(op string) token {
	if !p.tok.is(op) {
		p.syntaxError(p.tok)
	}
	return p.advance()
}

// run calls read at the beginning of the text and catches its failure.
func (p *parser) run(read func() *node) (n *node, err error) {
	defer func() {
		if f := recover(); f != nil {
			failed, ok := f.(failure)
			if !ok {
				panic(f)
			}
			n, err = nil, failed.err
		}
	}()
	p.advance()
	return read(), nil
}

// parseProgram reads all of text as Puppet code.
func parseProgram(text string) (*node, error) {
	if strings.HasPrefix(text, "\uFEFF") {
		return nil, &ParseError{
			Text: "Illegal UTF-8 Byte Order mark at beginning of input: [EF BB BF] - remove these from the puppet source",
			Span: source.Span{Start: 0, End: 3}, Class: classSyntax,
		}
	}
	p := &parser{lexer: lexer{text: text}}
	return p.run(p.program)
}

// statementFunctions can be called without parentheses.
var statementFunctions = []string{"require", "realize", "include", "contain", "tag", "debug", "info", "notice", "warning",
	"err", "fail", "import", "break", "next", "return"}

func (p *parser) program() *node {
	if p.tok.kind == endToken {
		end := len(p.text)
		return newNode(nothingNode, source.Span{Start: end, End: end})
	}
	var statements []statement
	for {
		s := statement{items: []*node{p.assignment()}}
		for p.tok.is(",") {
			if s.comma.kind == endToken {
				s.comma = p.tok
			}
			p.advance()
			s.items = append(s.items, p.assignment())
		}
		statements = append(statements, s)
		switch {
		case p.tok.is(";"):
			p.advance()
			continue
		case p.tok.kind != endToken && p.beginsStatement():
			continue
		}
		// Puppet looks for stray commas before it complains about what follows.
		n := p.join(statements)
		if p.tok.kind != endToken {
			p.syntaxError(p.tok)
		}
		return n
	}
}

// beginsStatement tells whether a statement can begin with the current token.
func (p *parser) beginsStatement() bool {
	switch p.tok.kind {
	case otherToken:
		return false
	case keywordToken:
		return !slices.Contains([]string{"and", "or", "in", "else", "elsif", "inherits"}, p.tok.text)
	case opToken:
		return slices.Contains([]string{"[", "{", "(", "-", "!", "*", "@", "@@"}, p.tok.text)
	}
	return true
}

// statement is an expression, or several with commas between.
type statement struct {
	items []*node
	comma token // the first
}

// join makes one node of statements. A name of a statement function takes the next one as its
// arguments; any other list is refused.
func (p *parser) join(statements []statement) *node {
	var out []*node
	for _, s := range statements {
		var before *node
		if len(out) > 0 {
			before = out[len(out)-1]
		}
		switch {
		case before != nil && before.kind == nameNode && slices.Contains(statementFunctions, before.text):
			out[len(out)-1] = newNode(otherNode, before.span, s.items...)
		case len(s.items) > 1:
			message := "illegal comma separated argument list"
			if before != nil && before.kind == nameNode {
				message = "attempt to pass argument list to the function '" + before.text + "' which cannot be called without parentheses"
			}
			p.bail(&ParseError{Text: message + at(p.text, s.comma.start), Span: s.comma.span(), Class: classNoType})
		default:
			out = append(out, s.items[0])
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	return newNode(blockNode, out[0].span, out...)
}

// nest guards against expressions that are nested too deep for the stack.
func (p *parser) nest() func() {
	if p.depth++; p.depth > maxDepth {
		p.bail(&ParseError{Text: ErrStack.Error(), Span: p.tok.span(), Class: "SystemStackError"})
	}
	return func() { p.depth-- }
}

func (p *parser) assignment() *node {
	defer p.nest()()
	left := p.relationship()
	if p.tok.is("=") || p.tok.is("+=") || p.tok.is("-=") {
		p.advance()
		return newLoose(otherNode, left.span, left, p.assignment())
	}
	return left
}

func (p *parser) relationship() *node {
	left := p.resource()
	for p.tok.is("->") || p.tok.is("~>") || p.tok.is("<-") || p.tok.is("<~") {
		p.advance()
		left = newLoose(otherNode, left.span, left, p.resource())
	}
	return left
}

func (p *parser) resource() *node {
	defer p.nest()()
	if p.tok.is("@") || p.tok.is("@@") {
		op := p.advance()
		inner := p.resource()
		if inner.kind != resourceNode {
			form := "Virtual (@)"
			if op.text == "@@" {
				form = "Exported (@@)"
			}
			p.bail(&ParseError{Text: form + " can only be applied to a Resource Expression" + at(p.text, op.start), Span: op.span(), Class: classNoType})
		}
		return newLoose(resourceNode, op.span(), inner)
	}
	left := p.expression(0)
	for p.tok.is("{") {
		left = p.resourceBody(left)
	}
	return left
}

// resourceBody reads the braces behind a resource type: titles with attributes, or attributes alone.
func (p *parser) resourceBody(left *node) *node {
	p.expect("{")
	if p.attributesFollow() {
		p.attributes()
	} else {
		p.titles()
	}
	end := p.expect("}")
	if left.kind != refNode && left.kind != accessNode && left.kind != nameNode {
		p.bail(&ParseError{
			Text: "Expression is not valid as a resource, resource-default, or resource-override" + at(p.text, left.span.Start),
			Span: left.span, Class: classNoType,
		})
	}
	return newLoose(resourceNode, cover(left.span, end.span()))
}

// titles reads titles, each with attributes behind a colon.
func (p *parser) titles() {
	for {
		p.expression(0)
		p.expect(":")
		p.attributes()
		if !p.tok.is(";") {
			return
		}
		p.advance()
		if p.tok.is("}") {
			return
		}
	}
}

// attributesFollow tells attributes from a title.
func (p *parser) attributesFollow() bool {
	if p.tok.is("}") || p.tok.is(",") {
		return true
	}
	if p.tok.kind != nameToken && p.tok.kind != keywordToken && !p.tok.is("*") {
		return false
	}
	next := p.peek()
	return next.is("=>") || next.is("+>")
}

func (p *parser) attributes() {
	for p.attributesFollow() && !p.tok.is("}") {
		if !p.tok.is(",") {
			p.advance()
			p.advance()
			p.expression(0)
		}
		if !p.tok.is(",") {
			return
		}
		p.advance()
		if p.tok.is(",") {
			p.syntaxError(p.tok)
		}
	}
}
