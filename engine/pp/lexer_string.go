package pp

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// singleQuoted reads a single-quoted string.
func (l *lexer) singleQuoted() kind {
	end, why := textEnd(l.text, l.pos+1, singleQuotes)
	if why != closed {
		l.unclosed(`"'"`, l.pos, end)
		return stringToken
	}
	l.pos = end + 1
	return stringToken
}

// doubleQuoted reads a double-quoted string, or only its opening quote if it contains expressions.
func (l *lexer) doubleQuoted() kind {
	switch end, stop := textEnd(l.text, l.pos+1, doubleQuotes); stop {
	case closed:
		l.pos = end + 1
		return stringToken
	case ended:
		after := `'"'`
		if end > l.pos+1 {
			after = "''"
		}
		l.unclosed(after, l.pos, end)
		return stringToken
	default:
		l.pos++
		return interpolatedToken
	}
}

// unclosed reports the quote at offset quote, which is never closed. Puppet reports the offset part, the start of the
// last part of the string, and what precedes it.
func (l *lexer) unclosed(after string, quote, part int) {
	f := fault{at: part, start: quote, end: min(quote+1, len(l.text))}
	l.fail(f, "Unclosed quote after "+after+" followed by '"+followedBy(l.text[part:])+"'")
	l.pos = len(l.text)
}

// followedBy returns the text after an error as Puppet shows it.
func followedBy(rest string) string {
	if rest == "" {
		return "<eof>"
	}
	end := 0
	for n := 0; n < 5 && end < len(rest); n++ {
		_, size := utf8.DecodeRuneInString(rest[end:])
		end += size
	}
	return strings.NewReplacer("\t", `\t`, "\n", `\n`, "\r", `\r`).Replace(rest[:end] + "...")
}

// escapes describes the characters that may follow a backslash.
type escapes struct {
	// chars are the characters with a meaning. If there are any, `\` is one of them.
	chars string
	// lineBreak means that an escaped line break is removed.
	lineBreak bool
	// quote ends the string, unless it is 0.
	quote byte
	// expressions means that `$` starts an expression.
	expressions bool
}

var (
	singleQuotes = escapes{chars: `\'`, quote: '\''}
	doubleQuotes = escapes{chars: `\$'"rntsu`, lineBreak: true, quote: '"', expressions: true}
)

// stop is the reason why a part of a string ends.
type stop uint8

const (
	ended        stop = iota // end of the text
	closed                   // at the closing quote
	atExpression             // at ${
	atVariable               // at $name
)

// textEnd returns the end of the part of a string that starts at start. A dollar sign is part of the text unless a
// brace or a name follows. If the closing quote is missing, end is where Puppet starts its last search for it: at
// start, or after the last such dollar sign.
func textEnd(text string, start int, e escapes) (end int, why stop) {
	dollarEscaped := strings.IndexByte(e.chars, '$') >= 0
	i := start
	if e.isMistaken(text[start:]) {
		i++
	}
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && (e.quote != 0 || dollarEscaped):
			i++
		case c == e.quote && c != 0:
			return i, closed
		case c == '$' && e.expressions:
			switch {
			case strings.HasPrefix(text[i+1:], "{"):
				return i, atExpression
			case variableLength(text[i+1:]) > 0:
				return i, atVariable
			default:
				start = i + 1
				if e.isMistaken(text[start:]) {
					i++
				}
			}
		}
	}
	if e.quote != 0 {
		return start, ended
	}
	return len(text), ended
}

// isMistaken reports whether Puppet 7.23 treats the quote or dollar sign at the start of rest as text because the
// character after it could end the part as well: `"""` is a quoted quote. It does so at the start of a string, after an
// expression, and after a single dollar sign.
func (e escapes) isMistaken(rest string) bool {
	if e.quote == 0 || rest == "" || !e.isEnd(rest[0]) {
		return false
	}
	rest = rest[1:]
	for strings.HasPrefix(rest, `\\`) {
		rest = rest[2:]
	}
	return rest != "" && e.isEnd(rest[0])
}

// isEnd reports whether a part of a string may end before c.
func (e escapes) isEnd(c byte) bool { return c == e.quote || c == '$' && e.expressions }

// unescape returns the value of a string. ok is false if an escape represents no character.
func (e escapes) unescape(text string) (value string, ok bool) {
	if strings.IndexByte(text, '\\') < 0 || e.chars == "" {
		return text, true
	}
	if strings.IndexByte(e.chars, 'u') >= 0 && strings.Contains(text, `\u`) {
		if text, ok = unescapeUnicode(text); !ok {
			return text, false
		}
	}
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c != '\\' || i+1 == len(text) {
			b.WriteByte(c)
			continue
		}
		i++
		switch c = text[i]; {
		case e.lineBreak && c == '\n':
		case e.lineBreak && strings.HasPrefix(text[i:], "\r\n"):
			i++
		case strings.IndexByte(e.chars, c) < 0 || c == 'u':
			b.WriteByte('\\')
			b.WriteByte(c)
		case e.quote == '\'':
			b.WriteByte(c)
		default:
			b.WriteByte(meaning(c))
		}
	}
	return b.String(), true
}

// meaning returns the character that a backslash and c represent.
func meaning(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'r':
		return '\r'
	case 's':
		return ' '
	}
	return c
}

// unescapeUnicode replaces escapes such as \u00e4 and \u{1f600}. Puppet replaces them before other escapes, so \u005cn
// is a line break.
func unescapeUnicode(text string) (value string, ok bool) {
	out := make([]byte, 0, len(text))
	slashes := 0 // at the end of out
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == 'u' && slashes%2 == 1 {
			if code, n := unicodeEscape(text[i+1:]); n > 0 {
				if !utf8.ValidRune(code) {
					return text, false
				}
				out = utf8.AppendRune(out[:len(out)-1], code)
				i += n
				slashes--
				if code != '\\' {
					slashes = 0
				} else {
					slashes++
				}
				continue
			}
		}
		out = append(out, c)
		if c == '\\' {
			slashes++
		} else {
			slashes = 0
		}
	}
	return string(out), true
}

// unicodeEscape reads four hexadecimal digits, or up to six in braces. n is 0 if text starts with neither.
func unicodeEscape(text string) (code rune, n int) {
	var digits string
	switch {
	case len(text) >= 4 && span(text[:4], isHex) == 4:
		digits, n = text[:4], 4
	case strings.HasPrefix(text, "{"):
		length := span(text[1:], isHex)
		if length == 0 || length > 6 || !strings.HasPrefix(text[1+length:], "}") {
			return 0, 0
		}
		digits, n = text[1:1+length], length+2
	default:
		return 0, 0
	}
	value, err := strconv.ParseUint(digits, 16, 32)
	if err != nil {
		return 0, 0
	}
	return rune(value), n
}
