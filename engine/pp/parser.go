package pp

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
)

// parser builds the tree by recursive descent. After an error it reads nothing more: every token is
// then the last, so whatever is under way comes to its end.
type parser struct {
	lexer
	out *File
	tok token
	// ahead is the token behind tok, when it was looked at.
	ahead    token
	hasAhead bool
	// end is where the token before tok ends.
	end int
	// names are those of the classes around, outermost first.
	names []string
	// embeddings counts the ${ around.
	embeddings int
	depth      int
	tokens     int
	nodes      *nodes
}

// maxDepth bounds how deep expressions may be in each other; also long chains of operators make a
// deep tree. Ruby's stack holds about twice as many.
const maxDepth = 5000

// maxTokens bounds the memory that the tree of a file takes; generated code has some hundred thousand.
const maxTokens = 4 << 20

func newParser(file *source.File, o Options) *parser {
	p := &parser{out: &File{Source: file}, nodes: &nodes{}}
	p.text, p.options = string(file.Text), o
	if i := invalidByte(p.text); i >= 0 && !o.Unvalidated {
		p.fail(fault{class: ArgumentClass, at: -1, start: i, end: i + 1}, "invalid byte sequence in UTF-8")
	}
	if strings.HasPrefix(p.text, "\uFEFF") {
		p.fail(fault{at: -1, end: 3}, "Illegal UTF-8 Byte Order mark at beginning of input: [EF BB BF] - remove these from the puppet source")
	}
	return p
}

// invalidByte is where text is not UTF-8, or -1. Puppet reads no such file, also when it is in a comment (Puppet 7.23).
func invalidByte(text string) int {
	if utf8.ValidString(text) {
		return -1
	}
	for i := 0; ; {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
}

// finish is what the caller gets.
func (p *parser) finish(body *Block) (*File, error) {
	if p.err != nil {
		return p.out, p.err
	}
	p.out.Body = body
	return p.out, nil
}

// report keeps an error, unless there was one before, and ends parsing.
func (p *parser) report(f fault, text string) {
	p.fail(f, text)
	p.tok = token{kind: endToken, start: len(p.text), end: len(p.text)}
	p.hasAhead = false
}

// failAt reports a mistake between two offsets of the text.
func (p *parser) failAt(start, end int, text string) {
	p.report(between(start, end), text)
}

// refuseAt reports what is in the grammar, but refused, between two offsets of the text.
func (p *parser) refuseAt(start, end int, text string) {
	p.report(fault{class: RefusalClass, at: start, start: start, end: end}, text)
}

// refuse reports that n is refused.
func (p *parser) refuse(n Node, text string) {
	if p.err == nil {
		p.err = &Error{Text: text, Span: n.Span(), Offset: n.Span().Start, Class: RefusalClass}
	}
	p.failAt(0, 0, text)
}

// unexpected reports the token that does not fit.
func (p *parser) unexpected() {
	switch {
	case p.tok.kind != endToken:
		p.failAt(p.tok.start, p.tok.end, "Syntax error at '"+p.value(p.tok)+"'")
	case p.embeddings > 0:
		p.unclosed("''", p.tok.start, p.tok.start)
	default:
		p.report(fault{at: -1, start: p.tok.start, end: p.tok.end}, "Syntax error at end of input")
	}
}

// value is what a token stands for, as Puppet names it in errors.
func (p *parser) value(t token) string {
	text := p.text[t.start:t.end]
	switch t.kind {
	case otherToken:
		if text == "~" {
			return text
		}
		return ""
	case textToken:
		return p.template.texts[t.index]
	case heredocToken:
		return p.heredocs[t.index].syntax
	case interpolatedToken:
		end, _ := textEnd(p.text, t.end, doubleQuotes)
		return p.unescape(t.end, end, doubleQuotes)
	case variableToken:
		return strings.TrimPrefix(text, "$")
	case stringToken:
		return p.unquoted(t)
	case regexpToken:
		return "(?-mix:" + text[1:len(text)-1] + ")"
	}
	return text
}

// advance goes to the next token.
func (p *parser) advance() {
	p.end = p.tok.end
	switch {
	case p.err != nil:
		p.tok = token{kind: endToken, start: len(p.text), end: len(p.text)}
	case p.hasAhead:
		p.tok, p.hasAhead = p.ahead, false
	default:
		p.tok = p.lex()
	}
}

// lex reads a token, unless that fails.
func (p *parser) lex() token {
	t := p.next()
	if p.tokens++; p.tokens > maxTokens {
		p.report(fault{class: StackClass, at: -1, start: t.start, end: t.end}, "more than "+strconv.Itoa(maxTokens)+" tokens, which hieralint does not read")
	}
	if t.kind == endToken && p.template.mode != noTemplate && p.template.tag >= 0 {
		p.report(fault{at: len(p.text), start: p.template.tag, end: p.template.tag}, "Unbalanced epp tag, reached <eof> without closing tag.")
	}
	if p.err != nil {
		return token{kind: endToken, start: len(p.text), end: len(p.text)}
	}
	return t
}

// peek is the kind of the token behind tok.
func (p *parser) peek() kind {
	if !p.hasAhead && p.err == nil {
		t := p.lex()
		if p.err == nil {
			p.ahead, p.hasAhead = t, true
		}
	}
	if p.err != nil {
		return endToken
	}
	return p.ahead.kind
}

// accept goes on when tok is a k.
func (p *parser) accept(k kind) bool {
	if p.tok.kind != k {
		return false
	}
	p.advance()
	return true
}

// expect goes on behind a k, which must be there.
func (p *parser) expect(k kind) {
	if !p.accept(k) {
		p.unexpected()
	}
}

// enter goes one level deeper; the caller sets the depth back, unless it fails.
func (p *parser) enter() bool {
	p.depth++
	if p.depth > maxDepth {
		p.report(fault{class: StackClass, at: -1, start: p.tok.start, end: p.tok.end}, "stack level too deep")
	}
	return p.err == nil
}

// place is that of what began at offset start and has just ended.
func (p *parser) place(start int) place { return place{p.spanOf(start, max(start, p.end))} }

// since is the place of what begins where n does and has just ended.
func (p *parser) since(n Node) place {
	return place{source.Span{Start: n.Span().Start, End: p.spanOf(max(0, p.end-1), p.end).End}}
}

// take is the place of tok, and goes to the next.
func (p *parser) take() place {
	at := place{p.spanOf(p.tok.start, p.tok.end)}
	p.advance()
	return at
}
