package pp

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
)

// parser builds the tree by recursive descent. After an error, every token is the end token, so all pending calls
// return.
type parser struct {
	lexer
	out *File
	tok token
	// ahead is the token after tok, once it has been read.
	ahead    token
	hasAhead bool
	// end is the end of the token before tok.
	end int
	// names are the names of the enclosing classes, outermost first.
	names []string
	// embeddings is the number of enclosing ${.
	embeddings int
	depth      int
	tokens     int
}

// maxDepth limits the nesting of expressions. Long chains of operators also make a deep tree. Ruby's stack holds about
// twice as many.
const maxDepth = 5000

// maxTokens limits the memory for the tree of a file. Generated code has some hundred thousand tokens.
const maxTokens = 4 << 20

func newParser(file *source.File, o Options) *parser {
	p := &parser{out: &File{Source: file}}
	p.text, p.options = file.Content(), o
	if i := invalidByte(p.text); i >= 0 && !o.Unvalidated {
		p.fail(fault{class: ArgumentClass, at: -1, start: i, end: i + 1}, "invalid byte sequence in UTF-8")
	}
	if strings.HasPrefix(p.text, "\uFEFF") {
		p.fail(fault{at: -1, end: 3}, "Illegal UTF-8 Byte Order mark at beginning of input: [EF BB BF] - remove these from the puppet source")
	}
	return p
}

// invalidByte returns the offset of the first invalid UTF-8, or -1. Puppet rejects such a file, even if the byte is in
// a comment (Puppet 7.23).
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

// finish parses the remaining statements and returns the result.
func (p *parser) finish() (*File, error) {
	body := p.statements(endToken)
	if p.tok.kind != endToken {
		p.unexpected()
	}
	if p.err != nil {
		return p.out, p.err
	}
	p.out.Body = body
	return p.out, nil
}

// report records an error unless there already is one, and ends parsing.
func (p *parser) report(f fault, text string) {
	p.fail(f, text)
	p.tok = token{kind: endToken, start: len(p.text), end: len(p.text)}
	p.hasAhead = false
}

// failAt reports a syntax error between two offsets of the text.
func (p *parser) failAt(start, end int, text string) {
	p.report(between(start, end), text)
}

// rejectAt reports something between two offsets of the text that the grammar allows but Puppet rejects.
func (p *parser) rejectAt(start, end int, text string) {
	p.report(fault{class: RefusalClass, at: start, start: start, end: end}, text)
}

// reject reports a node that Puppet rejects.
func (p *parser) reject(n Node, text string) {
	if p.err == nil {
		p.err = &Error{Text: text, Span: n.Span(), Offset: offset(p.out.Source, n), Class: RefusalClass}
	}
	p.failAt(0, 0, text)
}

// unexpected reports the current token as a syntax error.
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

// value returns the value of a token as in Puppet's error messages.
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

// advance moves to the next token.
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

// lex reads a token, and reports its error if it fails.
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

// peek returns the kind of the token after tok.
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

// accept advances if tok is of kind k, and reports whether it was.
func (p *parser) accept(k kind) bool {
	if p.tok.kind != k {
		return false
	}
	p.advance()
	return true
}

// expect advances past a token of kind k, and reports an error if tok is another one.
func (p *parser) expect(k kind) {
	if !p.accept(k) {
		p.unexpected()
	}
}

// enter increases the depth, and reports whether that succeeded. The caller then restores it.
func (p *parser) enter() bool {
	p.depth++
	if p.depth > maxDepth {
		p.report(fault{class: StackClass, at: -1, start: p.tok.start, end: p.tok.end}, "stack level too deep")
	}
	return p.err == nil
}

// place returns the place from offset start to the end of the last token.
func (p *parser) place(start int) place { return place{p.spanOf(start, max(start, p.end))} }

// since returns the place from the start of n to the end of the last token.
func (p *parser) since(n Node) place {
	return place{source.Span{Start: n.Span().Start, End: p.spanOf(max(0, p.end-1), p.end).End}}
}

// take returns the place of tok, and advances.
func (p *parser) take() place {
	at := place{p.spanOf(p.tok.start, p.tok.end)}
	p.advance()
	return at
}
