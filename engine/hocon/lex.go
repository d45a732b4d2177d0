package hocon

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
)

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	endOfFile  tokenKind = iota
	newline              // a line break
	space                // whitespace within a line
	punctuator           // { } [ ] , = : +=
	quoted               // a quoted string
	unquoted             // an unquoted string, including true and null
	number               // a number
	substitute           // ${path} or ${?path}
	bad                  // an invalid token
)

// token is small, since a file may have millions.
type token struct {
	kind tokenKind
	line int
	// text is the token as written, or the decoded string for quoted.
	text string
	// raw is a quoted string as written.
	raw  string
	span source.Span
	more *details // nil for most kinds
}

// details is what only substitutions and invalid tokens have.
type details struct {
	// problem describes an invalid token.
	problem string
	// crash is an exception of the gem at an invalid token.
	crash *Error
	// path is the path of a substitution; optional reports ${?…}.
	path     []string
	optional bool
	// broken is the error in the path, which is reported only if everything else is valid.
	broken *Error
}

// problem returns the description of an invalid token; "" if there is none.
func (t *token) problem() string {
	if t.more == nil {
		return ""
	}
	return t.more.problem
}

// reserved lists the characters that unquoted strings must not contain.
const reserved = "$\"{}[]:=,+#`^?!@*&\\"

// endsText reports whether an unquoted string ends at s.
func endsText(s string) bool {
	return s == "" || s[0] == '\n' || isSpace(s) > 0 || strings.IndexByte(reserved, s[0]) >= 0 || strings.HasPrefix(s, "//")
}

// isSpace returns the length of the whitespace at the start of s, excluding line breaks.
func isSpace(s string) int {
	r, size := utf8.DecodeRuneInString(s)
	if r == '\n' || !unicode.IsSpace(r) {
		return 0
	}
	return size
}

// lexer splits a text into tokens. text is the remaining part.
type lexer struct {
	text     string
	size     int // of the whole text
	line     int
	depth    int // of substitutions in substitutions
	tokens   []token
	comments []source.Span
}

func lex(text string) *lexer {
	l := &lexer{text: text, size: len(text), line: 1, tokens: make([]token, 0, min(len(text)/bytesPerToken, manyTokens))}
	for l.text != "" && !l.isFull() {
		start, before := l.offset(), len(l.tokens)
		l.next()
		for i := range l.tokens[before:] {
			l.tokens[before+i].span = source.Span{Start: start, End: l.offset()}
		}
	}
	l.add(endOfFile, "end of file")
	l.tokens[len(l.tokens)-1].span = source.Span{Start: l.size, End: l.size}
	return l
}

// Space for tokens is reserved as if each had a few bytes, but not for very many.
const (
	bytesPerToken = 4
	manyTokens    = 1 << 18
)

// maxTokens is the maximum number of tokens and comments of a text, because of the memory that they need.
const maxTokens = 2_000_000

// isFull reports whether the text has too many tokens. It then ends here.
func (l *lexer) isFull() bool { return len(l.tokens)+len(l.comments) > maxTokens }

// offset returns the current offset.
func (l *lexer) offset() int { return l.size - len(l.text) }

func (l *lexer) add(kind tokenKind, text string) {
	l.tokens = append(l.tokens, token{kind: kind, text: text, line: l.line})
}

func (l *lexer) addQuoted(text, raw string) {
	l.tokens = append(l.tokens, token{kind: quoted, text: text, line: l.line, raw: raw})
}

// crash ends the text where the gem raises a Ruby exception.
func (l *lexer) crash(class, message string) {
	l.tokens = append(l.tokens, token{kind: bad, line: l.line, more: &details{crash: &Error{Crash: class, Message: message}}})
	l.text = ""
}

func (l *lexer) fail(text, problem string, n int) {
	l.tokens = append(l.tokens, token{kind: bad, text: text, line: l.line, more: &details{problem: problem}})
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
		l.comments = append(l.comments, source.Span{Start: l.offset(), End: l.offset() + end})
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
	case ascii.IsDigit(c) || c == '-':
		l.number()
	case strings.IndexByte(reserved, c) >= 0:
		l.fail(s[:1], fmt.Sprintf("Reserved character '%c' is not allowed outside quotes", c), 1)
	default:
		l.unquoted()
	}
}

// firstCharacter returns the character that the gem reports as unexpected; -1 for the end.
func firstCharacter(s string) string {
	if s == "" {
		return "-1"
	}
	_, size := utf8.DecodeRuneInString(s)
	return s[:size]
}

// unquoted stops at keywords, so that `truefoo` is `true` concatenated with `foo`.
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

// number reads a text that Ruby may read as a number.
func (l *lexer) number() {
	end := 0
	for end < len(l.text) && strings.IndexByte("0123456789eE+-.", l.text[end]) >= 0 {
		end++
	}
	text := l.text[:end]
	l.text = l.text[end:]
	if v, ok := numberValue(text); ok {
		if f := v.Float(); math.IsInf(f, 0) {
			l.crash("FloatDomainError", strings.TrimPrefix(rubytext.ToS(v), "+"))
			return
		}
		l.add(number, text)
		return
	}
	if i := strings.IndexByte(text, '+'); i >= 0 {
		l.fail(text[i:i+1], "Reserved character '+'is not allowed outside quotes", 0)
		return
	}
	l.add(unquoted, text)
}

func (l *lexer) tripleQuoted() {
	rest := l.text[3:]
	end := strings.Index(rest, `"""`)
	if end < 0 {
		l.line += strings.Count(rest, "\n")
		l.fail("-1", "End of input but triple-quoted string was still open", len(l.text))
		return
	}
	for strings.HasPrefix(rest[end+1:], `"""`) {
		end++ // quotes before the closing ones belong to the string
	}
	l.addQuoted(rest[:end], l.text[:end+6])
	l.line += strings.Count(rest[:end], "\n")
	l.text = rest[end+3:]
}

func (l *lexer) quoted() {
	var b strings.Builder
	s := l.text
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			l.addQuoted(b.String(), s[:i+1])
			l.text = s[i+1:]
			return
		case c == '\\' && i+1 < len(s):
			i++
			if plain, ok := escapes[s[i]]; ok {
				b.WriteByte(plain)
				continue
			}
			if s[i] != 'u' {
				character := firstCharacter(s[i:])
				l.crash("NoMethodError", fmt.Sprintf("undefined method `line_number' for %s:String", rubytext.Inspect(data.NewString(character))))
				return
			}
			size := fourCharacters(s[i+1:])
			if size < 0 {
				l.fail("-1", `End of input but expecting 4 hex digits for \uXXXX escape`, len(s))
				return
			}
			character, ok := unicodeEscape(s[i+1 : i+1+size])
			if !ok {
				l.crash("RangeError", "pack(U): value out of range")
				return
			}
			b.WriteString(character)
			i += size
		case c == '\\':
			l.fail("", "End of input but backslash in string had nothing after it", len(s))
			return
		case c < ' ':
			l.fail(s[i:i+1], fmt.Sprintf("JSON does not allow unescaped %c in quoted strings, use a backslash escape", c), len(s))
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
	inner := &lexer{text: rest, size: l.size, line: l.line, depth: l.depth + 1}
	if inner.depth > maxDepth {
		l.fail("$", "nested too deep", len(l.text))
		return
	}
	for closed := false; !closed; {
		if inner.text == "" {
			l.line = inner.line
			l.fail("end of file", "Substitution ${ was not closed with a }", len(l.text))
			return
		}
		inner.next()
		if n := len(inner.tokens); n > 0 {
			last := inner.tokens[n-1]
			if last.kind == bad {
				l.tokens = append(l.tokens, last)
				l.text = inner.text
				return
			}
			closed = last.kind == punctuator && last.text == "}"
		}
	}
	t := &details{optional: optional}
	t.path, t.broken = keyPath(trimSpace(inner.tokens[:len(inner.tokens)-1]))
	if t.broken != nil {
		t.broken.Line = inner.line
	}
	l.tokens = append(l.tokens, token{kind: substitute, text: rest[:len(rest)-len(inner.text)-1], line: inner.line, more: t})
	l.text, l.line = inner.text, inner.line
}

var escapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// fourCharacters returns the length of the four characters after \u in s, or -1 if s is shorter.
func fourCharacters(s string) int {
	end := 0
	for range 4 {
		_, size := utf8.DecodeRuneInString(s[end:])
		if size == 0 {
			return -1
		}
		end += size
	}
	return end
}

// unicodeEscape returns the character for the digits of \u. The gem does not check them: Ruby's
// String#hex allows a sign, 0x, and underscores, and stops at anything else.
func unicodeEscape(digits string) (text string, ok bool) {
	digits = strings.TrimLeft(digits, " \t\n\v\f\r")
	digits, negative := strings.CutPrefix(digits, "-")
	if !negative {
		digits = strings.TrimPrefix(digits, "+")
	}
	if strings.HasPrefix(digits, "0x") || strings.HasPrefix(digits, "0X") {
		digits = digits[2:]
	}
	code := 0
	for i := range len(digits) {
		value := strings.IndexByte("0123456789abcdef", digits[i]|0x20)
		if value < 0 || digits[i] < '0' {
			if digits[i] == '_' && i > 0 && digits[i-1] != '_' {
				continue
			}
			break
		}
		code = code*16 + value
	}
	if negative && code > 0 {
		return "", false
	}
	if code >= 0xD800 && code <= 0xDFFF { // Ruby also encodes half of a pair
		return string([]byte{0xED, byte(0x80 | code>>6&0x3F), byte(0x80 | code&0x3F)}), true
	}
	return string(rune(code)), true
}
