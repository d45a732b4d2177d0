package types

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
)

// closing is the offset of the first of ends in s that no odd number of backslashes stands before.
// One at the very beginning counts only when no other follows it at once: Puppet reads ”' as the
// text of one quote.
func closing(s, ends string) int {
	isEnd := func(i int) bool { return i < len(s) && strings.IndexByte(ends, s[i]) >= 0 }
	if isEnd(0) {
		next := 1
		for strings.HasPrefix(s[next:], `\\`) {
			next += 2
		}
		if isEnd(next) {
			return next
		}
		return 0
	}
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case isEnd(i):
			return i
		}
	}
	return -1
}

// followedBy is how Puppet shows the beginning of the text behind an open quote.
func followedBy(rest string) string {
	if rest == "" {
		return "<eof>"
	}
	runes := []rune(rest)
	return strings.NewReplacer("\t", `\t`, "\n", `\n`, "\r", `\r`).Replace(string(runes[:min(5, len(runes))]) + "...")
}

// unclosed is a string without end; Puppet looks at it from pos.
func (l *lexer) unclosed(quote string, pos int) error {
	return l.fail("Unclosed quote after "+quote+" followed by '"+followedBy(l.text[pos:])+"'", pos,
		source.Span{Start: l.pos, End: l.pos + 1})
}

func (l *lexer) singleQuoted() (token, error) {
	start := l.pos
	n := closing(l.text[start+1:], "'")
	if n < 0 {
		return token{}, l.unclosed(`"'"`, start+1)
	}
	l.pos = start + 1 + n + 1
	text := l.text[start+1 : start+1+n]
	if strings.Contains(text, `\`) {
		text = strings.NewReplacer(`\\`, `\`, `\'`, `'`).Replace(text)
	}
	return token{kind: stringToken, text: text, start: start, end: l.pos}, nil
}

func (l *lexer) doubleQuoted() (token, error) {
	start := l.pos
	i := start + 1
	interpolated := false
	before := `"` // what Puppet calls the beginning of the open part
	for {
		n := closing(l.text[i:], `"$`)
		if n < 0 {
			return token{}, l.unclosed("'"+before+"'", i)
		}
		i += n + 1
		if l.text[i-1] == '"' {
			break
		}
		switch {
		case strings.HasPrefix(l.text[i:], "{"):
			inner := &lexer{text: l.text, pos: i + 1}
			if err := inner.skipBraces(); err != nil {
				return token{}, err
			}
			i = inner.pos
			interpolated, before = true, ""
		case variableLength(l.text[i:]) > 0:
			n := variableLength(l.text[i:])
			interpolated, before = true, l.text[i:i+n]
			i += n
		default:
			before = ""
		}
	}
	l.pos = i
	text := l.text[start+1 : i-1]
	if interpolated {
		return token{kind: interpolatedToken, text: text, start: start, end: i}, nil
	}
	return token{kind: stringToken, text: unescapeDouble(text), start: start, end: i}, nil
}

// skipBraces reads to behind the brace that closes an expression in a string.
func (l *lexer) skipBraces() error {
	for depth := 1; depth > 0; {
		t, err := l.next()
		switch {
		case err != nil:
			return err
		case t.kind == endToken:
			return l.fail(`Unclosed quote after '"' followed by '<eof>'`, len(l.text), t.span())
		case t.is("{"):
			depth++
		case t.is("}"):
			depth--
		}
	}
	return nil
}

// unescapeDouble resolves the escapes of a double quoted string. Those that it does not know stay
// as they are.
func unescapeDouble(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case '\\', '$', '\'', '"':
			b.WriteByte(c)
		case 'r':
			b.WriteByte('\r')
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 's':
			b.WriteByte(' ')
		case '\n':
		case 'u':
			r, size := unicodeEscape(s[i+1:])
			if size == 0 {
				b.WriteString(`\u`)
				break
			}
			b.WriteRune(r)
			i += size
		default:
			if strings.HasPrefix(s[i:], "\r\n") {
				i++
				break
			}
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String()
}

var unicodeExpr = regexp.MustCompile(`\A(?:([0-9a-fA-F]{4})|\{([0-9a-fA-F]{1,6})\})`)

// unicodeEscape reads the code behind \u; size is 0 when there is none.
func unicodeEscape(s string) (r rune, size int) {
	m := unicodeExpr.FindStringSubmatch(s)
	if m == nil {
		return 0, 0
	}
	code, _ := strconv.ParseInt(m[1]+m[2], 16, 32)
	return rune(code), len(m[0])
}
