package pp

import "strings"

// template is where the lexer is in an EPP template.
type template struct {
	mode templateMode
	// tag is where the tag began that the lexer is in, or -1.
	tag int
	// texts are what stands outside of tags.
	texts []string
}

type templateMode uint8

const (
	noTemplate   templateMode = iota
	inCode                    // in <% … %>
	inExpression              // in <%= … %>
)

// startTemplate makes the lexer begin outside of tags.
func (l *lexer) startTemplate() {
	l.template.mode = inCode
	l.templateText(false)
}

// endTag reads %> or -%>, and what follows up to the code in the next tag.
func (l *lexer) endTag(n int) kind {
	start := l.pos
	l.pos += n
	if l.template.mode == inExpression {
		l.queued = append(l.queued, token{kind: tagEndToken, start: start, end: l.pos})
	}
	l.template.mode = inCode
	l.templateText(n == 3)
	return noToken
}

// templateText reads text up to the next tag. trim leaves out blanks that it begins with and
// a line break behind them. Puppet 7.23 forgets text when the template ends in a comment or <%%
// behind it.
func (l *lexer) templateText(trim bool) {
	start := l.pos
	var b strings.Builder
	for l.pos < len(l.text) {
		part, open := l.text[l.pos:], false
		if n := strings.Index(part, "<%"); n >= 0 {
			part, open = part[:n], true
		}
		l.pos += len(part)
		if trim {
			part = strings.TrimLeft(part, " \t")
			part = strings.TrimPrefix(strings.TrimPrefix(part, "\r"), "\n")
			trim = false
		}
		b.WriteString(strings.ReplaceAll(part, "%%>", "%>"))
		if !open {
			break
		}
		opening := l.pos
		l.pos += 2
		switch l.at(0) {
		case '%':
			l.pos++
			b.WriteString("<%")
		case '#':
			trimmed, ok := l.skipTemplateComment()
			if !ok {
				return
			}
			if trimmed.before {
				text := strings.TrimRight(b.String(), " \t")
				b.Reset()
				b.WriteString(text)
			}
			trim = trimmed.behind
		default:
			l.openTag(opening, start, b.String())
			return
		}
		if l.pos == len(l.text) {
			b.Reset()
		}
	}
	l.template.tag = -1
	l.queueText(start, l.pos, b.String())
}

// openTag reads what is left of the opening of a tag that begins at opening, behind text.
func (l *lexer) openTag(opening, start int, text string) {
	l.template.tag = l.pos
	switch l.at(0) {
	case '-':
		l.pos++
		text = strings.TrimRight(text, " \t")
	case '=':
		l.pos++
		l.template.mode = inExpression
	case 0:
		if l.pos == len(l.text) {
			l.fail(fault{at: l.pos, start: opening, end: l.pos}, "Unbalanced embedded expression - opening <% and reaching end of input")
		}
	}
	l.queueText(start, opening, text)
	if l.template.mode == inExpression {
		l.queued = append(l.queued, token{kind: renderToken, start: opening, end: l.pos})
	}
}

func (l *lexer) queueText(start, end int, text string) {
	if text == "" {
		return
	}
	l.queued = append(l.queued, token{kind: textToken, start: start, end: end, index: len(l.template.texts)})
	l.template.texts = append(l.template.texts, text)
}

// trimmed is where a comment takes away what is beside it: the blanks before it, or those
// behind it together with a line break.
type trimmed struct{ before, behind bool }

// skipTemplateComment skips what stands behind <%, up to the first %> that is not %%>.
func (l *lexer) skipTemplateComment() (t trimmed, ok bool) {
	comment := l.text[l.pos:]
	for i := 0; ; i++ {
		n := strings.Index(comment[i:], "%>")
		if n < 0 {
			l.fail(fault{at: l.pos, start: l.pos - 2, end: l.pos}, "Reaching end after opening <%# without seeing %>")
			return t, false
		}
		i += n
		if comment[i-1] != '%' {
			l.pos += i + 2
			return trimmed{before: comment[1] == '-', behind: comment[i-1] == '-'}, true
		}
	}
}
