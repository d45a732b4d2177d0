package hocon

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// tokenKind tells tokens apart.
type tokenKind uint8

const (
	endOfFile  tokenKind = iota
	newline              // a line break
	space                // white space within a line
	punctuator           // { } [ ] , = : +=
	quoted               // a text in quotes
	unquoted             // a text without quotes, true and null included
	number               // a number
	substitute           // ${path} or ${?path}
	bad                  // what HOCON does not allow
)

type token struct {
	kind tokenKind
	// text is the token as written, except for quoted: what it stands for.
	text string
	line int
	// problem is what is wrong with a bad token.
	problem string
	// path is that of a substitution; optional tells ${?…}.
	path     []string
	optional bool
}

// reserved are the characters that no text may have outside quotes.
const reserved = "$\"{}[]:=,+#`^?!@*&\\"

// notInText ends an unquoted text.
func endsText(s string) bool {
	return s == "" || s[0] == '\n' || isSpace(s) > 0 || strings.IndexByte(reserved, s[0]) >= 0 || strings.HasPrefix(s, "//")
}

// isSpace is the length of the white space that s starts with; a line break is none.
func isSpace(s string) int {
	switch {
	case s == "":
		return 0
	case s[0] == ' ' || s[0] == '\t' || s[0] == '\r' || s[0] == '\f' || s[0] == '\v':
		return 1
	}
	r, size := utf8.DecodeRuneInString(s)
	switch r {
	case '\u00A0', '\u2007', '\u202F', '\uFEFF', '\u2028', '\u2029', '\u3000':
		return size
	}
	return 0
}

// lexer splits a text into tokens.
type lexer struct {
	text   string
	line   int
	tokens []token
}

func lex(text string) []token {
	l := &lexer{text: text, line: 1}
	for l.text != "" {
		l.next()
	}
	l.add(endOfFile, "end of file")
	return l.tokens
}

func (l *lexer) add(kind tokenKind, text string) {
	l.tokens = append(l.tokens, token{kind: kind, text: text, line: l.line})
}

func (l *lexer) fail(text, problem string, n int) {
	l.tokens = append(l.tokens, token{kind: bad, text: text, line: l.line, problem: problem})
	l.text = l.text[n:]
}

func (l *lexer) next() {
	s := l.text
	if n := isSpace(s); n > 0 {
		for end := n; ; end += n {
			if n = isSpace(s[end:]); n == 0 {
				l.add(space, s[:end])
				l.text = s[end:]
				return
			}
		}
	}
	switch c := s[0]; {
	case c == '\n':
		l.add(newline, "\n")
		l.line++
		l.text = s[1:]
	case c == '#' || strings.HasPrefix(s, "//"):
		end := strings.IndexByte(s, '\n')
		if end < 0 {
			end = len(s)
		}
		l.text = s[end:]
	case strings.HasPrefix(s, `"""`):
		l.tripleQuoted()
	case c == '"':
		l.quoted()
	case strings.HasPrefix(s, "+="):
		l.add(punctuator, "+=")
		l.text = s[2:]
	case strings.IndexByte("{}[],=:", c) >= 0:
		l.add(punctuator, s[:1])
		l.text = s[1:]
	case c == '$':
		l.substitution()
	case c == '+':
		after := firstCharacter(s[1:])
		l.fail(after, fmt.Sprintf("'+' not followed by =, '%s' not allowed after '+'", after), min(len(s), 1+len(after)))
	case c >= '0' && c <= '9' || c == '-':
		l.number()
	case strings.IndexByte(reserved, c) >= 0:
		l.fail(s[:1], fmt.Sprintf("Reserved character '%c' is not allowed outside quotes", c), 1)
	default:
		l.unquoted()
	}
}

func firstCharacter(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return s[:size]
}

// unquoted stops at the keywords, so that `truefoo` is `true` joined with `foo`.
func (l *lexer) unquoted() {
	end := 0
	for !endsText(l.text[end:]) {
		end++
		if head := l.text[:end]; head == "true" || head == "false" || head == "null" {
			break
		}
	}
	l.add(unquoted, l.text[:end])
	l.text = l.text[end:]
}

// number is a text of digits and the like that Ruby reads as a number.
func (l *lexer) number() {
	end := 0
	for end < len(l.text) && strings.IndexByte("0123456789eE+-.", l.text[end]) >= 0 {
		end++
	}
	text := l.text[:end]
	l.text = l.text[end:]
	if _, ok := numberValue(text); ok {
		l.add(number, text)
		return
	}
	if i := strings.IndexByte(text, '+'); i >= 0 {
		l.fail(text[i:i+1], "Reserved character '+' is not allowed outside quotes", 0)
		return
	}
	l.add(unquoted, text)
}

func (l *lexer) tripleQuoted() {
	rest := l.text[3:]
	end := strings.Index(rest, `"""`)
	if end < 0 {
		l.fail("-1", "End of input but triple-quoted string was still open", len(l.text))
		return
	}
	for strings.HasPrefix(rest[end+1:], `"""`) {
		end++ // quotes in front of the closing ones belong to the text
	}
	l.add(quoted, rest[:end])
	l.line += strings.Count(rest[:end], "\n")
	l.text = rest[end+3:]
}

var escapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func (l *lexer) quoted() {
	var b strings.Builder
	s := l.text
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			l.add(quoted, b.String())
			l.text = s[i+1:]
			return
		case c == '\\' && i+1 < len(s):
			i++
			if plain, ok := escapes[s[i]]; ok {
				b.WriteByte(plain)
				continue
			}
			r, err := strconv.ParseUint(s[i+1:min(len(s), i+5)], 16, 32)
			if s[i] != 'u' || err != nil || i+5 > len(s) {
				l.fail(s[i:i+1], fmt.Sprintf("backslash followed by '%s', this is not a valid escape sequence (quoted strings use JSON escaping, so use double-backslash \\\\ for literal backslash)", s[i:i+1]), len(s))
				return
			}
			b.WriteRune(rune(r))
			i += 4
		case c < ' ':
			l.fail(s[i:i+1], fmt.Sprintf("JSON does not allow unescaped %q in quoted strings, use a backslash escape", c), len(s))
			return
		default:
			b.WriteByte(c)
		}
	}
	l.fail("-1", "End of input but string quote was still open", len(s))
}

func (l *lexer) substitution() {
	rest, ok := strings.CutPrefix(l.text, "${")
	if !ok {
		after := firstCharacter(l.text[1:])
		l.fail(after, fmt.Sprintf("'$' not followed by {, '%s' not allowed after '$'", after), min(len(l.text), 1+len(after)))
		return
	}
	rest, optional := strings.CutPrefix(rest, "?")
	end := strings.IndexByte(rest, '}')
	if end < 0 {
		l.fail("end of file", "Substitution ${ was not closed with a }", len(l.text))
		return
	}
	inner := lex(strings.TrimSpace(rest[:end]))
	path, err := keyPath(inner[:len(inner)-1])
	if err != nil {
		l.fail(rest[:end], err.Error(), len(l.text)-len(rest)+end+1)
		return
	}
	l.tokens = append(l.tokens, token{kind: substitute, text: rest[:end], line: l.line, path: path, optional: optional})
	l.text = rest[end+1:]
}
