package data

import (
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
)

// normalBreak returns what a line break is read as: U+2028 and U+2029 are kept, all others become
// \n.
func normalBreak(text string, i, width int) string {
	if width == 3 {
		return text[i : i+3]
	}
	return "\n"
}

// putBreaks appends each line break in source[from:to]; whitespace between them is indentation.
func (t *scalarText) putBreaks(from, to int) {
	for i := from; i < to; {
		width := breakWidth(t.source, i)
		if width == 0 {
			i++
			continue
		}
		t.put(normalBreak(t.source, i, width), i, i+width)
		i += width
	}
}

// fold appends the whitespace and line breaks source[from:to] between two words: whitespace is
// kept, a single line break becomes a space, and the first of several line breaks is dropped.
func (t *scalarText) fold(from, to int) {
	i, width := from, 0
	for ; i < to; i++ {
		if width = breakWidth(t.source, i); width > 0 {
			break
		}
	}
	if width == 0 {
		t.copy(from, to)
		return
	}
	if width == 3 {
		t.put(t.source[i:i+3], i, i+3)
		t.putBreaks(i+width, to)
		return
	}
	before := t.len()
	t.putBreaks(i+width, to)
	if t.len() == before {
		t.put(" ", i, i+width)
	}
}

// plainScalar scans an unquoted scalar.
func (s *scanner) plainScalar() {
	s.saveKey()
	s.keyAllowed = false
	t := s.plain()
	if s.stumbled {
		s.unquoted, s.stumbled = append(s.unquoted, source.Span{Start: t.start, End: t.end}), false
		t.style = QuotesFor(s.text[t.start:t.end])
	}
	s.queue = append(s.queue, t)
}

// ordinary marks the bytes that are always part of a plain scalar.
var ordinary = func() (table [256]bool) {
	for c := range table {
		table[c] = c > ' ' && c < 0x80 && strings.IndexByte(":,[]{}", byte(c)) < 0
	}
	return table
}()

func (s *scanner) plain() token {
	start, end, line := s.pos, s.pos, s.line // of the scalar; the line of its last word
	s.scalar.reset(s.text, start)
	for !s.atDocumentMarker() && s.at(s.pos) != '#' {
		word := s.pos
		s.plainWord(start)
		if s.pos > word {
			s.scalar.fold(end, word)
			s.scalar.copy(word, s.pos)
			end, line = s.pos, s.line
		}
		if !s.blanks(start, line) || s.flow == 0 && s.column() <= s.indent {
			break
		}
	}
	if s.line > line {
		s.keyAllowed = true // a line starts here
	}
	return token{kind: scalarToken, style: Plain, start: start, end: end, text: s.scalar.String()}
}

// plainWord skips to the end of a word of a plain scalar.
func (s *scanner) plainWord(start int) {
	for s.pos < len(s.text) {
		c := s.text[s.pos]
		if ordinary[c] {
			if s.lenient && c == '%' && s.at(s.pos+1) == '{' {
				s.interpolation(start)
			} else {
				s.pos++
			}
			continue
		}
		switch {
		case c == ':':
			if s.isBlankz(s.pos + 1) {
				return
			}
			if s.flow > 0 && strings.IndexByte(",?[]{}", s.at(s.pos+1)) >= 0 {
				s.fail("found unexpected ':'", s.pos, "while scanning a plain scalar", start)
			}
			s.pos++
		case c >= 0x80:
			if breakWidth(s.text, s.pos) > 0 {
				return
			}
			s.skip()
		case c <= ' ', s.flow > 0:
			return
		default:
			s.pos++
		}
	}
}

// blanks skips whitespace and line breaks in a plain scalar and reports whether there were any.
func (s *scanner) blanks(start, line int) bool {
	from := s.pos
	for {
		switch c := s.at(s.pos); {
		case c == ' ':
			s.pos++
		case c == '\t':
			if s.line > line && s.column() <= s.indent {
				s.fail("found a tab character that violates indentation", s.pos, "while scanning a plain scalar", start)
			}
			s.pos++
		default:
			width := breakWidth(s.text, s.pos)
			if width == 0 {
				return s.pos > from
			}
			s.skipBreak(width)
		}
	}
}

// quotedScalar scans a scalar in single or double quotes.
func (s *scanner) quotedScalar() {
	s.saveKey()
	s.keyAllowed = false
	t := s.quoted()
	s.quotes = source.Span{Start: t.start, End: t.end}
	s.queue = append(s.queue, t)
}

func (s *scanner) quoted() token {
	const context = "while scanning a quoted scalar"
	start, quote := s.pos, s.text[s.pos]
	style := SingleQuoted
	if quote == '"' {
		style = DoubleQuoted
	}
	s.pos++
	s.scalar.reset(s.text, s.pos)
	for {
		if s.atDocumentMarker() {
			s.fail("found unexpected document indicator", s.pos, context, start)
		}
		if s.pos >= len(s.text) {
			s.fail("found unexpected end of stream", s.pos, context, start)
		}
		escaped := s.quotedWord(start, quote)
		if s.at(s.pos) == quote {
			break
		}
		from := s.pos
		for {
			if isBlank(s.at(s.pos)) {
				s.pos++
			} else if width := breakWidth(s.text, s.pos); width > 0 {
				s.skipBreak(width)
			} else {
				break
			}
		}
		if escaped {
			s.scalar.putBreaks(from, s.pos)
		} else {
			s.scalar.fold(from, s.pos)
		}
	}
	s.pos++
	return token{kind: scalarToken, style: style, start: start, end: s.pos, text: s.scalar.String()}
}

// quotedWord skips to the next whitespace, line break, or closing quote. It reports whether it
// skipped an escaped line break, which joins two lines.
func (s *scanner) quotedWord(start int, quote byte) (escaped bool) {
	from := s.pos
	for s.pos < len(s.text) {
		c := s.text[s.pos]
		switch {
		case c == quote:
			if quote == '"' || s.at(s.pos+1) != '\'' {
				s.scalar.copy(from, s.pos)
				return false
			}
			s.scalar.copy(from, s.pos)
			s.scalar.put("'", s.pos, s.pos+2)
			s.pos += 2
			from = s.pos
		case c == '\\' && quote == '"':
			s.scalar.copy(from, s.pos)
			if width := breakWidth(s.text, s.pos+1); width > 0 {
				s.pos++
				s.skipBreak(width)
				return true
			}
			s.escape(start)
			from = s.pos
		case c <= ' ' || c >= 0x80 && breakWidth(s.text, s.pos) > 0:
			s.scalar.copy(from, s.pos)
			return false
		case c >= 0x80:
			s.skip()
		default:
			s.pos++
		}
	}
	s.scalar.copy(from, s.pos)
	return false
}

// escapes maps escape sequences of one character; escape reads those with a number.
var escapes = map[byte]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f",
	'r': "\r", 'e': "\x1B", ' ': " ", '"': `"`, '/': "/", '\\': `\`,
	'N': "\u0085", '_': "\u00A0", 'L': "\u2028", 'P': "\u2029",
}

// escape decodes an escape sequence of a double-quoted scalar.
func (s *scanner) escape(start int) {
	const context = "while parsing a quoted scalar"
	from := s.pos
	var digits int
	switch code := s.at(s.pos + 1); code {
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		text, ok := escapes[code]
		if !ok {
			s.fail("found unknown escape character", from, context, start)
		}
		s.pos += 2
		s.scalar.put(text, from, s.pos)
		return
	}
	s.pos += 2
	var value rune
	for i := range digits {
		digit, ok := ascii.HexDigit(s.at(s.pos + i))
		if !ok {
			s.fail("did not find expected hexdecimal number", s.pos, context, start)
		}
		value = value<<4 | rune(digit)
	}
	if value < 0 || value > 0x10FFFF || value >= 0xD800 && value <= 0xDFFF {
		s.fail("found invalid Unicode character escape code", s.pos, context, start)
	}
	s.pos += digits
	s.scalar.put(string(value), from, s.pos)
}

// blockScalar scans a literal or folded scalar.
func (s *scanner) blockScalar() {
	if s.flow > 0 {
		s.noToken()
	}
	s.dropKey()
	s.keyAllowed = true
	t := s.block(0)
	s.queue = append(s.queue, t)
}

// block scans a block scalar whose text is indented by indent columns; if 0, the first line of text
// or the number in the header determines the indentation.
func (s *scanner) block(indent int) token {
	const context = "while scanning a block scalar"
	start := s.pos
	style := Literal
	if s.text[s.pos] == '>' {
		style = Folded
	}
	s.pos++
	chomp, increment := s.blockHeader(start)
	end := s.pos
	s.skipBlanks()
	if s.at(s.pos) == '#' {
		s.comment()
	}
	width := breakWidth(s.text, s.pos)
	if width == 0 && s.pos < len(s.text) {
		s.fail("did not find expected comment or line break", s.pos, context, start)
	}
	if width > 0 {
		s.skipBreak(width)
	}
	if indent == 0 && increment > 0 {
		indent = max(s.indent, 0) + increment
	}

	t := &s.scalar
	t.reset(s.text, s.pos)
	breaks := s.pos // start of the empty lines before the next line of text
	indent = s.blockBreaks(start, indent)
	lineBreak, leadingBlank := 0, false // the line break after the last line of text
	for s.column() == indent && s.pos < len(s.text) {
		blank := isBlank(s.at(s.pos))
		if style == Folded && lineBreak > 0 && s.text[lineBreak] != 0xE2 && !leadingBlank && !blank {
			before := t.len()
			t.putBreaks(breaks, s.pos)
			if t.len() == before {
				t.put(" ", lineBreak, breaks)
			}
		} else {
			if lineBreak > 0 {
				t.putBreaks(lineBreak, breaks)
			}
			t.putBreaks(breaks, s.pos)
		}
		leadingBlank = blank
		from := s.pos
		s.skipLine()
		t.copy(from, s.pos)
		end, lineBreak = s.pos, s.pos
		if width := breakWidth(s.text, s.pos); width > 0 {
			s.skipBreak(width)
		}
		breaks = s.pos
		s.blockBreaks(start, indent)
	}
	if chomp != '-' && lineBreak > 0 {
		t.putBreaks(lineBreak, breaks)
	}
	if chomp == '+' {
		t.putBreaks(breaks, s.pos)
	}
	return token{kind: scalarToken, style: style, indent: int32(indent), start: start, end: end, text: t.String()}
}

// blockHeader scans the indicators after | or > in either order: the treatment of trailing line
// breaks, and the indentation of the text.
func (s *scanner) blockHeader(start int) (chomp byte, increment int) {
	for range 2 {
		switch c := s.at(s.pos); {
		case chomp == 0 && (c == '+' || c == '-'):
			chomp = c
		case increment == 0 && c == '0':
			s.fail("found an indentation indicator equal to 0", s.pos, "while scanning a block scalar", start)
		case increment == 0 && c >= '1' && c <= '9':
			increment = int(c - '0')
		default:
			return chomp, increment
		}
		s.pos++
	}
	return chomp, increment
}

// blockBreaks skips empty lines and the indentation of the next line of a block scalar. If indent
// is 0, the most indented of these lines determines the indentation, which is returned.
func (s *scanner) blockBreaks(start, indent int) int {
	deepest := 0
	for {
		for (indent == 0 || s.column() < indent) && s.at(s.pos) == ' ' {
			s.pos++
		}
		deepest = max(deepest, s.column())
		if (indent == 0 || s.column() < indent) && s.at(s.pos) == '\t' {
			s.fail("found a tab character where an indentation space is expected", s.pos, "while scanning a block scalar", start)
		}
		width := breakWidth(s.text, s.pos)
		if width == 0 {
			break
		}
		s.skipBreak(width)
	}
	if indent == 0 {
		indent = max(deepest, s.indent+1, 1)
	}
	return indent
}
