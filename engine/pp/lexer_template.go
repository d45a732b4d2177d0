package pp

import "strings"

// template is the lexer's position in an EPP template.
type template struct {
	mode templateMode
	// tag is the start of the current tag, or -1.
	tag int
	// texts are the texts outside tags.
	texts []string
}

type templateMode uint8

const (
	noTemplate   templateMode = iota
	inCode                    // in <% … %>
	inExpression              // in <%= … %>
)

// startTemplate makes the lexer start outside tags.
func (l *lexer) startTemplate() {
	l.template.mode = inCode
	l.templateText(false)
}

// endTag reads %> or -%>, and the text up to the code in the next tag.
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

// templateText reads text up to the next tag. trim removes leading blanks and a line break after them. Puppet 7.23
// loses text if the template ends with a comment or <%% after it.
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

// openTag reads the rest of the opening of a tag that starts at opening, after text.
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

// trimmed says which text a comment removes: the blanks before it, or those after it together with a line break.
type trimmed struct{ before, behind bool }

// skipTemplateComment skips the text after <%, up to the first %> that is not %%>.
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
