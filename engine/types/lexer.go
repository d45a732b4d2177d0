package types

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
)

// ParseError is why a text is not a type. Text is Puppet's message, with line and column where
// Puppet gives them; Span is what a person should look at, in bytes of the text.
type ParseError struct {
	Text string
	Span source.Span
	// Class is that of Ruby's exception.
	Class string
}

// The classes of exceptions about types that cannot be read: what is no Puppet code, and code that is no type.
const (
	classSyntax = "Puppet::ParseErrorWithIssue"
	classNoType = "Puppet::ParseError"
	classRegexp = "RegexpError"
	// classAssertion is that of an argument of another type.
	classAssertion = "Puppet::Pops::Types::TypeAssertionError"
)

// classOf is the class of an exception that Ruby itself raises, or else what Puppet raises about arguments.
func classOf(text string) string {
	switch {
	case strings.HasPrefix(text, "undefined method"):
		return "NoMethodError"
	case strings.HasPrefix(text, "no implicit conversion"), strings.HasPrefix(text, "can't convert"):
		return "TypeError"
	default:
		return "ArgumentError"
	}
}

func (e *ParseError) Error() string { return e.Text }

// lexer turns Puppet code into tokens, on demand: an error behind the place where parsing fails is
// never seen.
type lexer struct {
	text  string
	pos   int
	after token // the token before
}

// at is the line and column of an offset, as Puppet appends them to its messages.
func at(text string, offset int) string {
	offset = min(offset, len(text))
	line := 1 + strings.Count(text[:offset], "\n")
	column := utf8.RuneCountInString(text[strings.LastIndexByte(text[:offset], '\n')+1:offset]) + 1
	return fmt.Sprintf(" (line: %d, column: %d)", line, column)
}

// fail is an error of the lexer. Puppet names the place pos; span is where the trouble is.
func (l *lexer) fail(message string, pos int, span source.Span) error {
	return &ParseError{Text: message + at(l.text, pos), Span: span, Class: classSyntax}
}

// next is the token that follows; at the end of the text it is an endToken.
func (l *lexer) next() (token, error) {
	for {
		t, err := l.scan()
		if err != nil || t.kind != commentToken {
			l.after = t
			return t, err
		}
	}
}

func (l *lexer) skipSpace() {
	for l.pos < len(l.text) {
		r, size := utf8.DecodeRuneInString(l.text[l.pos:])
		if !isBlank(r) && r != '\n' && r != '\r' {
			return
		}
		l.pos += size
	}
}

// isBlank is what Ruby's [[:blank:]] matches.
func isBlank(r rune) bool { return r == ' ' || r == '\t' || r > 0x7f && unicode.Is(unicode.Zs, r) }

func (l *lexer) scan() (token, error) {
	l.skipSpace()
	start := l.pos
	if start == len(l.text) {
		return token{start: start, end: start}, nil
	}
	done := func(kind tokenKind, text string) (token, error) {
		return token{kind: kind, text: text, start: start, end: l.pos}, nil
	}
	switch c := l.text[start]; {
	case c == '#':
		for l.pos < len(l.text) && l.text[l.pos] != '\n' {
			l.pos++
		}
		return token{kind: commentToken}, nil
	case c == '\'':
		return l.singleQuoted()
	case c == '"':
		return l.doubleQuoted()
	case c == '$':
		l.pos++
		if n := variableLength(l.text[l.pos:]); n > 0 {
			l.pos += n
		}
		return done(variableToken, l.text[start+1:l.pos])
	case '0' <= c && c <= '9':
		return l.number()
	case 'A' <= c && c <= 'Z':
		l.pos += classRefLength(l.text[start:])
		if strings.HasPrefix(l.text[l.pos:], "::") {
			return token{}, l.fail("Illegal class reference", l.pos+1, source.Span{Start: start, End: l.pos + 2})
		}
		return done(classRefToken, l.text[start:l.pos])
	case 'a' <= c && c <= 'z' || c == '_':
		return l.word()
	case c == ':' && strings.HasPrefix(l.text[start:], "::"):
		return l.qualified()
	case c == '/':
		if strings.HasPrefix(l.text[start:], "/*") {
			end := strings.Index(l.text[start+2:], "*/")
			if end < 0 {
				return token{}, l.fail("Unclosed multiline comment", start, source.Span{Start: start, End: start + 2})
			}
			l.pos = start + 2 + end + 2
			return token{kind: commentToken}, nil
		}
		if l.regexAcceptable() {
			if t, ok, err := l.regex(); ok || err != nil {
				return t, err
			}
		}
	case c == '@' && strings.HasPrefix(l.text[start:], "@("):
		return l.heredoc()
	}
	for _, op := range operators {
		if strings.HasPrefix(l.text[start:], op) {
			l.pos += len(op)
			t, _ := done(opToken, op)
			if op == "[" {
				before, _ := utf8.DecodeLastRuneInString(l.text[:start])
				t.listStart = start == 0 || isBlank(before) || before == '\r' || before == '\n'
			}
			return t, nil
		}
	}
	_, size := utf8.DecodeRuneInString(l.text[start:])
	l.pos += size
	return done(otherToken, "")
}

// regexAcceptable tells whether a slash begins a regular expression: not behind a value.
func (l *lexer) regexAcceptable() bool {
	switch l.after.kind {
	case nameToken, classRefToken, numberToken, stringToken, interpolatedToken, regexToken, variableToken, wordToken, heredocToken:
		return false
	case keywordToken:
		return l.after.text != "true" && l.after.text != "false"
	case opToken:
		return !(l.after.is(")") || l.after.is("]") || l.after.is("|>>") || l.after.is("|>"))
	}
	return true
}

// regex reads a regular expression. ok is false when there is no slash that ends it.
func (l *lexer) regex() (t token, ok bool, err error) {
	start := l.pos
	end := start + 1
	for {
		i := strings.IndexByte(l.text[end:], '/')
		if i < 0 {
			return token{}, false, nil
		}
		end += i + 1
		if !escapedEnd(l.text[start:end]) {
			break
		}
	}
	l.pos = end
	text := strings.ReplaceAll(l.text[start+1:end-1], `\/`, "/")
	if _, err := NewRegexp(text); err != nil {
		return token{}, false, &ParseError{Text: err.Error(), Span: source.Span{Start: start, End: end}, Class: classRegexp}
	}
	return token{kind: regexToken, text: text, start: start, end: end}, true, nil
}

// escapedEnd tells whether the slash at the end of value is escaped.
func escapedEnd(value string) bool {
	escaped := false
	for i := len(value) - 2; i > 0 && value[i] == '\\'; i-- {
		escaped = !escaped
	}
	return escaped
}

func (l *lexer) heredoc() (token, error) {
	start := l.pos
	end := strings.IndexByte(l.text[start:], ')')
	if end < 0 {
		return token{}, l.fail("Unclosed parenthesis after '@(' followed by '"+followedBy(l.text[start:])+"'", start, source.Span{Start: start, End: start + 2})
	}
	l.pos = start + end + 1
	if !strings.Contains(l.text[l.pos:], "\n") {
		return token{}, l.fail("Heredoc without any following lines of text", l.pos, source.Span{Start: start, End: l.pos})
	}
	// Whatever its text is, a heredoc is no type: the rest is not looked at.
	l.pos = len(l.text)
	return token{kind: heredocToken, text: l.text[start:], start: start, end: l.pos}, nil
}

// word reads a name, a keyword or a bare word.
func (l *lexer) word() (token, error) {
	start := l.pos
	l.pos += bareWordLength(l.text[start:])
	t := token{kind: wordToken, text: l.text[start:l.pos], start: start, end: l.pos}
	switch {
	case keywords[t.text]:
		t.kind = keywordToken
	case isName(t.text):
		t.kind = nameToken
	}
	return t, nil
}

// qualified reads what begins with two colons.
func (l *lexer) qualified() (token, error) {
	start := l.pos
	if start+2 == len(l.text) {
		// Ruby looks at the character behind them, which is not there.
		text := noCharacter.on(nilObject)
		return token{}, &ParseError{Text: text, Span: source.Span{Start: start, End: start + 2}, Class: classOf(text)}
	}
	if c := l.text[start+2]; 'A' <= c && c <= 'Z' {
		l.pos += classRefLength(l.text[start:])
		if strings.HasPrefix(l.text[l.pos:], "::") {
			return token{}, l.fail("Illegal fully qualified class reference", l.pos+3, source.Span{Start: start, End: l.pos + 2})
		}
		return token{kind: classRefToken, text: l.text[start:l.pos], start: start, end: l.pos}, nil
	}
	n := bareWordLength(l.text[start:])
	if n == 0 {
		return token{}, l.fail("Illegal fully qualified name", start+2, source.Span{Start: start, End: start + 2})
	}
	l.pos += n
	t := token{kind: wordToken, text: l.text[start:l.pos], start: start, end: l.pos}
	if isName(t.text) {
		t.kind = nameToken
	}
	return t, nil
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// wordLength is the number of word characters that s begins with.
func wordLength(s string) int {
	n := 0
	for n < len(s) && isWordByte(s[n]) {
		n++
	}
	return n
}

// classRefLength is the length of Foo::Bar at the beginning of s.
func classRefLength(s string) int {
	n := 0
	for {
		i := n
		if strings.HasPrefix(s[i:], "::") {
			i += 2
		}
		if i == len(s) || s[i] < 'A' || s[i] > 'Z' {
			return n
		}
		n = i + wordLength(s[i:])
	}
}

// bareWordLength is the length of foo-bar::baz at the beginning of s.
func bareWordLength(s string) int {
	n := 0
	for {
		i := n
		if strings.HasPrefix(s[i:], "::") {
			i += 2
		}
		if i == len(s) || !(s[i] == '_' || 'a' <= s[i] && s[i] <= 'z') {
			return n
		}
		n = i + 1
		for j := n; j < len(s) && (isWordByte(s[j]) || s[j] == '-'); j++ {
			if s[j] != '-' {
				n = j + 1
			}
		}
	}
}

// isName tells a name from a bare word: each segment begins with a letter and has no dash.
func isName(s string) bool {
	for _, segment := range strings.Split(strings.TrimPrefix(s, "::"), "::") {
		if segment == "" || segment[0] < 'a' || segment[0] > 'z' || wordLength(segment) != len(segment) {
			return false
		}
	}
	return true
}

// variableLength is the length of a name behind a dollar sign.
func variableLength(s string) int {
	n := 0
	if strings.HasPrefix(s, "::") {
		n = 2
	}
	w := wordLength(s[n:])
	if w == 0 {
		return 0
	}
	n += w
	for strings.HasPrefix(s[n:], "::") {
		w := wordLength(s[n+2:])
		if w == 0 {
			break
		}
		n += 2 + w
	}
	return n
}
