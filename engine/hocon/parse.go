package hocon

import (
	"fmt"

	"github.com/hieralint/hieralint/engine/data"
)

type parser struct {
	tokens []token
	at     int
	depth  int
	// later is the first error that the gem finds only after it has read all tokens.
	later error
	// tree records positions; nil if they are not needed.
	tree *tree
}

func (p *parser) peek() *token { return &p.tokens[p.at] }

func (p *parser) take() {
	if p.tokens[p.at].kind != endOfFile {
		p.at++
	}
}

func (p *parser) is(text string) bool {
	t := p.peek()
	return t.kind == punctuator && t.text == text
}

// skip skips whitespace and line breaks, and reports whether there was a line break.
func (p *parser) skip() (broken bool) {
	for {
		switch p.peek().kind {
		case space:
		case newline:
			broken = true
		default:
			return broken
		}
		p.at++
	}
}

// endsKey reports whether t cannot be part of a key.
func endsKey(t *token) bool {
	switch t.kind {
	case space, quoted, unquoted, number:
		return false
	}
	return true
}

// isSimple reports whether whitespace next to t may be part of a string.
func isSimple(t *token) bool {
	switch t.kind {
	case quoted, unquoted, number, substitute:
		return true
	}
	return false
}

func fail(t *token, format string, args ...any) *Error {
	if t.more != nil && t.more.crash != nil {
		t.more.crash.Span = t.span
		return t.more.crash
	}
	return &Error{Line: t.line, Message: fmt.Sprintf(format, args...), Span: t.span}
}

// describe returns a token as in the gem's errors.
func describe(t *token) string {
	switch {
	case t.kind == endOfFile:
		return "end of file"
	case t.kind == newline:
		return "NEWLINE"
	case t.kind == number:
		return fmt.Sprintf("'%s' (NUMBER)", t.text)
	case t.kind == quoted:
		return fmt.Sprintf("'%s' (STRING)", t.text)
	case t.kind == unquoted && t.text == "null":
		return "'' (NULL)"
	case t.kind == unquoted && keyword(t.text).Kind() == data.Boolean:
		return fmt.Sprintf("'%s' (BOOLEAN)", t.text)
	case t.problem() != "":
		return fmt.Sprintf("'%s' (%s)", t.text, t.problem())
	}
	return "'" + t.text + "'"
}

// hint returns what the gem adds if a quote may be missing.
func hint(t *token) string {
	if t.kind == endOfFile {
		return ""
	}
	return fmt.Sprintf(" (if you intended %s to be part of a key or string value, try enclosing the key or value in double quotes", describe(t))
}

// document parses a whole file: an object, with or without braces.
func (p *parser) document() *object {
	p.skip()
	switch {
	case p.is("["):
		line := p.peek().line
		p.list()
		p.end()
		panic(&Error{Line: line, Message: " has type LIST rather than object at file root"})
	case p.is("{"):
		p.take()
		o := p.fields(true)
		p.end()
		return o
	}
	return p.fields(false)
}

func (p *parser) end() {
	p.skip()
	if t := p.peek(); t.kind != endOfFile {
		panic(fail(t, "Document has trailing tokens after first object or array: %s", describe(t)))
	}
}

// fields parses the content of braces; braced reports whether there are any.
func (p *parser) fields(braced bool) *object {
	if p.depth++; p.depth > maxDepth {
		panic(fail(p.peek(), "nested too deep"))
	}
	defer func() { p.depth-- }()
	o := newObject(p.peek().line)
	closed := p.tree.open(data.Mapping, p, braced)
	defer closed()
	for {
		p.skip()
		t := p.peek()
		switch {
		case p.is("}"):
			p.closeObject(braced)
			return o
		case t.kind == endOfFile && !braced:
			return o
		case t.kind == unquoted && t.text == "include":
			p.include()
		default:
			p.field(o)
		}
		if p.separator() {
			continue
		}
		switch t := p.peek(); {
		case p.is("}"):
			p.closeObject(braced)
			return o
		case t.kind == endOfFile && !braced:
			return o
		default:
			panic(fail(t, "Expecting close brace } or a comma, got %s%s", describe(t), hint(t)))
		}
	}
}

// closeObject skips a closing brace.
func (p *parser) closeObject(braced bool) {
	if t := p.peek(); !braced {
		panic(fail(t, "unbalanced close brace '}' with no open brace%s", hint(t)))
	}
	p.take()
}

// separator skips what ends a field or an element: a comma, a line break, or both.
func (p *parser) separator() bool {
	broken := p.skip()
	if p.is(",") {
		p.take()
		return true
	}
	return broken
}

// field parses a key and its value.
func (p *parser) field(o *object) {
	start := p.at
	for !endsKey(p.peek()) {
		p.take()
	}
	keys := trimSpace(p.tokens[start:p.at])
	t := p.peek()
	if len(keys) == 0 {
		panic(fail(t, "expecting a close brace or a field name here, got %s", describe(t)))
	}
	path, broken := keyPath(keys)
	if broken != nil {
		broken.Span = spanOf(keys)
		panic(broken)
	}
	p.skip()
	t = p.peek()
	if t.kind != punctuator || t.text != "=" && t.text != ":" && t.text != "+=" && t.text != "{" {
		panic(fail(t, "Key '%s' may not be followed by token: %s%s", keyText(keys), describe(t), hint(t)))
	}
	value := p.part // nothing is concatenated to an object that follows the key without `=`
	if t.text != "{" {
		p.take()
		p.skip()
		value = p.value
	}
	v := value()
	p.tree.field(keys, path)
	if t.text == "+=" {
		v = join{[]node{substitution{path: path, optional: true, line: t.line}, &list{[]node{v}, t.line}}, t.line}
	}
	for i := len(path) - 1; i > 0; i-- {
		inner := newObject(lineOf(v))
		inner.set(path[i], v)
		v = inner
	}
	o.set(path[0], v)
}
