package data

import (
	"fmt"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
)

// syntaxError is why libyaml refuses a text.
type syntaxError struct {
	problem string
	at      int // where it was noticed
	context string
	started int         // where the thing began that context names
	quoted  source.Span // the text in quotes that was read last
	code    ProblemCode
}

func (e *syntaxError) Error() string { return e.problem }

// fail gives up: problem was noticed at offset at, in something that began at started. When the
// scanner has passed a byte that is not text, libyaml has stumbled over that first.
func (s *scanner) fail(problem string, at int, context string, started int) {
	s.checkReadable()
	panic(&syntaxError{problem: problem, at: at, context: context, started: started, quoted: s.quotes})
}

// message is Psych's text for the error. Psych prints the place where the context began, or the
// start of the file for problems that libyaml gives no context.
func (e *syntaxError) message(text string) string {
	if e.code == TooDeep {
		return e.problem
	}
	problem := e.problem
	if e.context != "" {
		problem += " " + e.context
	}
	line, column := mark(text, e.started)
	return fmt.Sprintf("%s at line %d column %d", problem, line, column)
}

// explained is the error as a problem for people, without Puppet's message.
func (e *syntaxError) explained(text string) *Problem {
	x := explain(text, e)
	return &Problem{Code: x.code, Span: x.span, Cause: x.cause, Help: x.help}
}

// mark is the line and column of an offset as libyaml counts them: from 1, a byte order mark is a
// column, NEL and the Unicode separators end a line. The end of the text is on a line of its own.
func mark(text string, offset int) (line, column int) {
	line, start := 1, 0
	for i := 0; i < offset; {
		if width := breakWidth(text, i); width > 0 {
			i += width
			line, start = line+1, i
		} else {
			i++
		}
	}
	if offset == len(text) && start < offset {
		return line + 1, 1
	}
	return line, utf8.RuneCountInString(text[start:offset]) + 1
}

// libyaml reads and checks rawBuffer bytes at a time, and wants lookAhead characters beyond the one
// that it is at.
const (
	rawBuffer = 16384
	lookAhead = 4
)

// unreadableByte looks for the first byte that is not text for libyaml: broken UTF-8, or a
// control character. It also tells how far the scanner gets before libyaml has read that byte.
func unreadableByte(text string) (problem *syntaxError, readable int) {
	for i := 0; i < len(text); {
		if c := text[i]; c >= ' ' && c < 0x7F || c == '\n' || c == '\t' || c == '\r' {
			i++
			continue
		}
		what, width := badCharacter(text[i:])
		switch what {
		case "":
		case incomplete: // noticed when more is wanted, and there is no more
			return &syntaxError{problem: what, at: i, code: BadEncoding}, i
		default:
			return &syntaxError{problem: what, at: i, code: BadEncoding}, max(0, i/rawBuffer*rawBuffer-lookAhead)
		}
		i += width
	}
	return nil, len(text) + 1
}

// incomplete is libyaml's complaint about a text that ends in the middle of a character.
const incomplete = "incomplete UTF-8 octet sequence"

// badCharacter tells what is wrong with the character that text begins with, in libyaml's words;
// "" when nothing is.
func badCharacter(text string) (problem string, width int) {
	width = utf8Width(text[0])
	switch {
	case width == 0:
		return "invalid leading UTF-8 octet", 1
	case width > len(text):
		return incomplete, len(text)
	}
	value := rune(text[0]) & (0xFF >> width)
	if width == 1 {
		value = rune(text[0])
	}
	for _, c := range []byte(text[1:width]) {
		if c&0xC0 != 0x80 {
			return "invalid trailing UTF-8 octet", width
		}
		value = value<<6 | rune(c&0x3F)
	}
	switch {
	case width > 1 && utf8.RuneLen(max(value, 0)) != width && !(value >= 0xD800 && value <= 0xDFFF) && value <= 0x10FFFF:
		return "invalid length of a UTF-8 sequence", width
	case value >= 0xD800 && value <= 0xDFFF, value > 0x10FFFF:
		return "invalid Unicode character", width
	case value == '\t', value == '\n', value == '\r', value == 0x85, value >= ' ' && value <= '~', value >= 0xA0 && value <= 0xFFFD, value > 0xFFFF:
		return "", width
	}
	return "control characters are not allowed", width
}
