package pp

import (
	"cmp"
	"strings"

	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// heredoc is a heredoc whose tag has been read.
type heredoc struct {
	syntax  string
	escapes escapes
	// text is the text without margins, and lines the origins of its lines.
	text  string
	lines []heredocLine
}

// heredocLine maps an offset in the text of a heredoc, where a line starts, to its offset in the source.
type heredocLine struct{ text, source int }

// heredocTag matches @( and the text up to the closing parenthesis. Like Puppet's, it is not anchored: if the first of
// two tags with one closing parenthesis is malformed, the second counts.
var heredocTag = lazyregexp.New(`@\(([^:/\r\n)]+)(?::[[:blank:]]*([a-z][a-zA-Z0-9_+]+)[[:blank:]]*)?(?:/([\w$]*)[[:blank:]]*)?$`)

// heredoc reads @(END). The text, which starts on the next line, is read at once, and the rest of the current line
// afterwards.
func (l *lexer) heredoc() kind {
	start := l.pos
	length := strings.IndexByte(l.text[start:], ')')
	if length < 0 {
		l.fail(between(start, start+2), "Unclosed parenthesis after '@(' followed by '"+followedBy(l.text[start:])+"'")
		return l.take(2, heredocToken)
	}
	h, tag, problem := openHeredoc(l.text[start : start+length])
	l.pos += length + 1
	if problem != "" {
		l.fail(fault{at: l.pos, start: start, end: l.pos}, problem)
		return heredocToken
	}
	text := l.jump
	if text == 0 {
		line := strings.IndexByte(l.text[l.pos:], '\n')
		if line < 0 {
			l.fail(fault{at: l.pos, start: start, end: l.pos}, "Heredoc without any following lines of text")
			return heredocToken
		}
		text = l.pos + line + 1
	}
	if l.jump = h.read(l.text, text, tag); l.jump == 0 {
		l.fail(fault{at: text, start: start, end: l.pos}, "Heredoc without end-tagged line")
	}
	l.heredocs = append(l.heredocs, h)
	return heredocToken
}

// openHeredoc parses the text in parentheses: the end tag, which is quoted if the text contains expressions, the name
// of a syntax, and escapes.
func openHeredoc(text string) (h heredoc, tag, problem string) {
	m := heredocTag().FindStringSubmatch(text)
	if m == nil {
		return h, "", "Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])"
	}
	h.syntax = m[2]
	tag = strings.Trim(m[1], " \t\v\f\x00")
	if len(tag) > 1 && tag[0] == '"' && tag[len(tag)-1] == '"' {
		h.escapes.expressions = true
		tag = strings.Trim(tag[1:len(tag)-1], " \t\v\f\x00")
	}
	if tag == "" {
		return h, "", "Heredoc with an empty endtag"
	}
	if strings.Contains(m[0], "/") {
		problem = h.setEscapes(m[3])
	}
	return h, tag, problem
}

// setEscapes enables the escapes in list, or all of them if it is empty.
func (h *heredoc) setEscapes(list string) (problem string) {
	list = cmp.Or(list, "trnsuL$")
	h.escapes.chars = `\`
	for i := range len(list) {
		c := list[i : i+1]
		switch {
		case strings.Contains(list[:i], c):
			return "An escape char for @() may only appear once. Got '" + strings.Join(strings.Split(list, ""), ", ") + "'"
		case c == "L":
			h.escapes.lineBreak = true
		case !strings.Contains("trnsu$", c):
			return "Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got '" + c + "'"
		default:
			h.escapes.chars += c
		}
	}
	return ""
}

// read takes the text from the lines of source from start up to the one that ends with tag. It returns the start of the
// line after that, or 0 if there is no such line.
func (h *heredoc) read(source string, start int, tag string) (behind int) {
	for line := start; line < len(source); line = behind {
		behind = len(source)
		if n := strings.IndexByte(source[line:], '\n'); n >= 0 {
			behind = line + n + 1
		}
		end, ok := closingLine(source[line:behind], tag)
		if !ok {
			continue
		}
		h.take(source, start, line, end)
		return behind
	}
	return 0
}

// heredocEnd describes what precedes the end tag.
type heredocEnd struct {
	// margin is removed from each line that starts with it.
	margin string
	// trim means that the last line break is not part of the text.
	trim bool
}

// closingLine reports whether line ends with tag. Puppet accepts any text before it, even in the same word (Puppet
// 7.23: ` WEEKEND` ends @(END)).
func closingLine(line, tag string) (end heredocEnd, ok bool) {
	line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
	before, ok := strings.CutSuffix(strings.TrimRightFunc(line, isBlankNoReturn), tag)
	if !ok {
		return end, false
	}
	before = strings.TrimRightFunc(before, isBlankNoReturn)
	if before, end.trim = strings.CutSuffix(before, "-"); end.trim {
		before = strings.TrimRightFunc(before, isBlankNoReturn)
	}
	if before, ok = strings.CutSuffix(before, "|"); ok {
		end.margin = before[len(strings.TrimRightFunc(before, isBlankNoReturn)):]
	}
	return end, true
}

// isBlankNoReturn reports whether Ruby's [[:blank:]] matches r.
func isBlankNoReturn(r rune) bool { return r != '\r' && isBlank(r) }

// take sets the text to the lines of source from start to end.
func (h *heredoc) take(source string, start, end int, closing heredocEnd) {
	if closing.margin == "" {
		h.text = source[start:end]
		h.lines = append(h.lines, heredocLine{0, start})
	} else {
		var b strings.Builder
		b.Grow(end - start)
		h.lines = append(h.lines, heredocLine{0, start})
		for start < end {
			line := source[start:end]
			if n := strings.IndexByte(line, '\n'); n >= 0 {
				line = line[:n+1]
			}
			text := strings.TrimPrefix(line, closing.margin)
			h.lines = append(h.lines, heredocLine{b.Len(), start + len(line) - len(text)})
			b.WriteString(text)
			start += len(line)
		}
		h.text = b.String()
	}
	if closing.trim {
		if text, ok := strings.CutSuffix(h.text, "\n"); ok {
			h.text = strings.TrimSuffix(text, "\r")
		}
	}
}
