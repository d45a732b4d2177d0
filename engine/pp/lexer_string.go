package pp

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// singleQuoted reads a string in single quotes.
func (l *lexer) singleQuoted() kind {
	end, why := textEnd(l.text, l.pos+1, singleQuotes)
	if why != closed {
		l.unclosed(`"'"`, l.pos, end)
		return stringToken
	}
	l.pos = end + 1
	return stringToken
}

// doubleQuoted reads a string in double quotes, or only its opening quote when there are expressions in it.
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

// unclosed reports the quote at offset quote, which nothing closes. Puppet names the offset part, where the last part
// of the string begins, and what is before it.
func (l *lexer) unclosed(after string, quote, part int) {
	f := fault{at: part, start: quote, end: min(quote+1, len(l.text))}
	l.fail(f, "Unclosed quote after "+after+" followed by '"+followedBy(l.text[part:])+"'")
	l.pos = len(l.text)
}

// followedBy is how Puppet shows the text behind a mistake.
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

// escapes are the characters that may follow a backslash.
type escapes struct {
	// chars are those with a meaning; `\` is always one of them when there is any.
	chars string
	// lineBreak reports that a line break is, too: it is left out.
	lineBreak bool
	// quote ends the text; 0 when it has none.
	quote byte
	// expressions reports whether `$` begins an expression.
	expressions bool
}

var (
	singleQuotes = escapes{chars: `\'`, quote: '\''}
	doubleQuotes = escapes{chars: `\$'"rntsu`, lineBreak: true, quote: '"', expressions: true}
)

// stop is why a part of a string ends.
type stop uint8

const (
	ended        stop = iota // there is no more
	closed                   // at the closing quote
	atExpression             // at ${
	atVariable               // at $name
)

// textEnd finds the end of the part of a string that begins at start. A dollar before anything but a
// brace or a name is part of it. Where the closing quote is missing, end is where Puppet looks for it last: at start, or behind
// the last such dollar.
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

// isMistaken reports whether Puppet 7.23 takes the quote or dollar that rest begins with for a part of the text,
// because what follows could end it too: `"""` is a quote in quotes. It does so at the beginning, behind an
// expression and behind a lone dollar.
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

// unescape is the value of a string. It fails for an escape that stands for no character.
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

// meaning is the character that a backslash and c stand for.
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

// unescapeUnicode replaces escapes such as \u00e4 and \u{1f600}. Puppet does it before it looks at
// other escapes, so \u005cn is a line break.
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

// unicodeEscape reads four hexadecimal digits, or up to six in braces; n is 0 when text begins with neither.
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
