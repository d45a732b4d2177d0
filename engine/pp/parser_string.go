package pp

import (
	"strings"

	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
)

// unquoted returns the value of a quoted string without expressions, or of a word.
func (p *parser) unquoted(t token) string {
	text := p.text[t.start:t.end]
	e := doubleQuotes
	if text[0] == '\'' {
		e = singleQuotes
	}
	return p.unescape(t.start+1, t.end-1, e)
}

// unescape returns the value of the string between two offsets.
func (p *parser) unescape(start, end int, e escapes) string {
	value, ok := e.unescape(p.text[start:end])
	if !ok {
		p.report(fault{at: end + 1, start: start, end: end}, `Unicode escape '\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff`)
	}
	return value
}

// interpolated parses a double-quoted string with expressions.
func (p *parser) interpolated() Expression {
	start := p.tok.start
	parts := p.textParts(doubleQuotes)
	p.end = p.pos
	at := p.place(start)
	p.tok = p.lex()
	return &Interpolated{expression{at}, parts}
}

// textParts parses text and expressions from pos to the closing quote, or to the end of the text if there is no quote.
func (p *parser) textParts(e escapes) []Expression {
	var parts []Expression
	p.last = p.beforeText
	quote := p.tok.start
	for p.err == nil {
		start := p.pos
		end, why := textEnd(p.text, start, e)
		if why == ended && e.quote != 0 {
			before := ""
			if end == start {
				before = lastWord(p.text[quote:start])
			}
			p.unclosed("'"+before+"'", quote, end)
			break
		}
		if end > start {
			if value := p.unescape(start, end, e); value != "" {
				parts = append(parts, &String{expression{place{p.spanOf(start, end)}}, value})
			}
		}
		switch p.pos = end + 1; why {
		case closed:
			p.last = interpolatedToken
			return parts
		case ended:
			p.pos = end
			return parts
		case atVariable:
			p.pos += variableLength(p.text[p.pos:])
			parts = append(parts, &Variable{expression{place{p.spanOf(end, p.pos)}}, p.text[end+1 : p.pos]})
		case atExpression:
			p.pos++
			parts = append(parts, p.embedded(e))
		}
	}
	return nil
}

// wordBeforeEnd matches the last word of an expression if only punctuation follows.
var wordBeforeEnd = lazyregexp.New(`(\$?(?:::)?\w[\w:-]*)[^\w\s'"]*$`)

// lastWord returns what Puppet's lexer matched last in a string that ends with a variable or expression, if that was a
// word.
func lastWord(text string) string {
	if !strings.HasSuffix(text, "}") {
		return text[strings.LastIndexByte(text, '$')+1:]
	}
	m := wordBeforeEnd().FindStringSubmatch(text[strings.LastIndex(text, "${")+2:])
	if m == nil {
		return ""
	}
	return m[1]
}

// embedded parses an expression up to the closing brace, which remains the current token because literal text follows.
// In a heredoc, Puppet 7.23 accepts the end of the text in place of the brace.
func (p *parser) embedded(in escapes) Expression {
	if !p.enter() {
		return p.nothing()
	}
	p.embeddings++
	p.tok = p.lex()
	p.dollarless()
	e := p.assignment()
	if p.tok.kind != rightBraceToken && (p.tok.kind != endToken || in.quote != 0) {
		p.unexpected()
	}
	p.depth--
	p.embeddings--
	return e
}

// dollarless turns a name, number, or keyword into a variable if an expression in a string consists of it or starts
// with it: ${x}, ${x[1]}, ${x.length}. Like Puppet 7.23, it does not for other expressions (${x + 1} uses a string),
// nor for the keywords of plans.
func (p *parser) dollarless() {
	switch k := p.tok.kind; {
	case k == planToken, k == applyToken:
		return
	case k == nameToken, k == wordToken, k == numberToken, k.isKeyword():
	default:
		return
	}
	switch p.peek() {
	case rightBraceToken, dotToken, leftBracketToken, endToken:
		p.tok.kind = bareVariableToken
	}
}

// heredocText parses the text of a heredoc.
func (p *parser) heredocText() Expression {
	t := p.tok
	h := p.heredocs[t.index]
	at := expression{p.take()}
	sub := &parser{out: p.out, names: p.names, depth: p.depth}
	sub.text, sub.options = h.text, p.options
	sub.origin = p.origins(h.lines)
	text := sub.heredocBody(h.escapes)
	if sub.err != nil && p.err == nil {
		p.failAt(t.start, t.end, sub.err.Text)
		p.err = sub.err
	}
	return &Heredoc{at, h.syntax, text}
}

// origins returns where the lines of a heredoc come from, even if it is nested in another one.
func (p *parser) origins(lines []heredocLine) []heredocLine {
	if p.origin == nil {
		return lines
	}
	return lists.Map(lines, func(line heredocLine) heredocLine { return heredocLine{line.text, p.originOf(line.source)} })
}

// heredocBody parses the whole text.
func (p *parser) heredocBody(e escapes) Expression {
	whole := expression{place{p.spanOf(0, len(p.text))}}
	if !e.expressions {
		return &String{whole, p.unescape(0, len(p.text), e)}
	}
	parts := p.textParts(e)
	switch {
	case len(parts) == 0:
		return &String{whole, ""}
	case len(parts) == 1:
		if s, ok := parts[0].(*String); ok && s.span == whole.span {
			return s
		}
	}
	return &Interpolated{whole, parts}
}
