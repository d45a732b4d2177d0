package pp

import (
	"cmp"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
)

// lexer splits a source text into tokens, like Puppet's lexer. The meaning of a bracket, a parenthesis, or a slash
// depends on the preceding token.
type lexer struct {
	text string
	pos  int
	// last is the previous token. beforeText is the token before a string, which decides about a regular expression in
	// the string as long as no other expression precedes it.
	last, beforeText kind
	// lineStart is the start of the line that contains pos. Only line breaks outside of strings and comments count.
	lineStart int
	// indent is the offset of the first character after lineStart that is not blank. It is valid if indented is set.
	indent   int
	indented bool
	// jump is the start of the next line to read if the texts of heredocs follow the current one.
	jump     int
	heredocs []heredoc
	options  Options
	template template
	// queued are tokens found together with another one.
	queued []token
	// origin is where the lines of the text come from if it is not the file itself.
	origin []heredocLine
	// err is the first error.
	err *Error
}

// fault locates an error between start and end, which are offsets in the text. at is the position in Puppet's message,
// or negative if it has none. An empty class means SyntaxClass.
type fault struct {
	class          string
	at, start, end int
}

// between returns a fault whose position is its start.
func between(start, end int) fault { return fault{at: start, start: start, end: end} }

// fail records an error unless there already is one.
func (l *lexer) fail(f fault, text string) {
	if l.err != nil {
		return
	}
	l.err = &Error{Text: text, Span: l.spanOf(f.start, f.end), Offset: -1, Class: cmp.Or(f.class, SyntaxClass)}
	if f.at >= 0 {
		l.err.Offset = l.spanOf(min(f.at, len(l.text)), 0).Start
	}
}

// spanOf returns the span in the file for two offsets of the text.
func (l *lexer) spanOf(start, end int) source.Span {
	if l.origin == nil {
		return source.Span{Start: start, End: end}
	}
	s := source.Span{Start: l.originOf(start)}
	s.End = s.Start
	if end > start {
		s.End = l.originOf(end-1) + 1
	}
	return s
}

func (l *lexer) originOf(offset int) int {
	i := sort.Search(len(l.origin), func(i int) bool { return l.origin[i].text > offset }) - 1
	return offset - l.origin[i].text + l.origin[i].source
}

// charClass says which tokens a byte can be part of.
type charClass uint8

const (
	wordChar  charClass = 1 << iota // \w
	lowerChar                       // starts a name or word
	upperChar
	digitChar
	blankChar
)

var charClasses = func() (classes [256]charClass) {
	for c := 'a'; c <= 'z'; c++ {
		classes[c] = wordChar | lowerChar
		classes[c-'a'+'A'] = wordChar | upperChar
	}
	for c := '0'; c <= '9'; c++ {
		classes[c] = wordChar | digitChar
	}
	classes['_'] = wordChar | lowerChar
	classes[' '], classes['\t'], classes['\r'] = blankChar, blankChar, blankChar
	return classes
}()

func is(c byte, class charClass) bool { return charClasses[c]&class != 0 }

// at returns the byte at pos+i, or 0 after the end.
func (l *lexer) at(i int) byte {
	if l.pos+i < len(l.text) {
		return l.text[l.pos+i]
	}
	return 0
}

// next reads the next token.
func (l *lexer) next() token {
	if len(l.queued) > 0 {
		t := l.queued[0]
		l.queued = l.queued[1:]
		l.last = t.kind
		return t
	}
	for {
		for l.pos < len(l.text) && is(l.text[l.pos], blankChar) {
			l.pos++
		}
		if l.pos >= len(l.text) {
			return token{kind: endToken, start: len(l.text), end: len(l.text)}
		}
		switch c := l.text[l.pos]; {
		case c == '\n':
			l.newline()
		case c == '#':
			l.skipLine()
		case c == '/' && l.at(1) == '*':
			l.skipComment()
		case c >= utf8.RuneSelf && l.skipSpace():
		default:
			start := l.pos
			k := l.scan(c)
			if k == noToken {
				if len(l.queued) > 0 {
					return l.next()
				}
				continue
			}
			l.beforeText, l.last = l.last, k
			return token{kind: k, start: start, end: l.pos, index: len(l.heredocs) - 1}
		}
	}
}

func (l *lexer) newline() {
	l.pos++
	if l.jump > 0 {
		l.pos, l.jump = l.jump, 0
	}
	l.lineStart, l.indented = l.pos, false
}

func (l *lexer) skipLine() {
	if end := strings.IndexByte(l.text[l.pos:], '\n'); end >= 0 {
		l.pos += end
	} else {
		l.pos = len(l.text)
	}
}

func (l *lexer) skipComment() {
	end := strings.Index(l.text[l.pos+2:], "*/")
	if end < 0 {
		l.fail(between(l.pos, l.pos+2), "Unclosed multiline comment")
		l.pos = len(l.text)
		return
	}
	l.pos += end + 4
}

// skipSpace skips a non-ASCII space: Ruby's [[:blank:]] includes Unicode's category Zs.
func (l *lexer) skipSpace() bool {
	r, size := utf8.DecodeRuneInString(l.text[l.pos:])
	if !unicode.Is(unicode.Zs, r) {
		return false
	}
	l.pos += size
	return true
}

// behindBlank reports whether pos is at the start of the text, or follows a blank or line break.
func (l *lexer) behindBlank() bool {
	if l.pos == 0 {
		return true
	}
	c := l.text[l.pos-1]
	if c < utf8.RuneSelf {
		return c == '\n' || is(c, blankChar)
	}
	r, _ := utf8.DecodeLastRuneInString(l.text[:l.pos])
	return unicode.Is(unicode.Zs, r)
}

// firstOnLine reports whether only blanks precede pos on its line.
func (l *lexer) firstOnLine() bool {
	if !l.indented {
		l.indent = len(l.text) - len(strings.TrimLeftFunc(l.text[l.lineStart:], isBlank))
		l.indented = true
	}
	return l.pos <= l.indent
}

// isBlank reports whether Ruby's [[:blank:]\r] matches r.
func isBlank(r rune) bool {
	return r == ' ' || r == '\t' || r == '\r' || r >= utf8.RuneSelf && unicode.Is(unicode.Zs, r)
}

// scan reads the token at pos, which starts with c.
func (l *lexer) scan(c byte) kind {
	switch {
	case is(c, lowerChar):
		return l.bareWord()
	case is(c, digitChar):
		return l.number()
	case is(c, upperChar):
		return l.typeName()
	}
	switch c {
	case '$':
		return l.variable()
	case '\'':
		return l.singleQuoted()
	case '"':
		return l.doubleQuoted()
	case ':':
		return l.colon()
	case '/':
		return l.slash()
	case '[':
		if l.behindBlank() {
			return l.take(1, listToken)
		}
		return l.take(1, leftBracketToken)
	case '(':
		if l.firstOnLine() {
			return l.take(1, lineParenToken)
		}
		return l.take(1, leftParenToken)
	case '@':
		switch l.at(1) {
		case '(':
			return l.heredoc()
		case '@':
			return l.take(2, atAtToken)
		}
		return l.take(1, atToken)
	case '%':
		if l.template.mode != noTemplate && l.at(1) == '>' {
			return l.endTag(2)
		}
		return l.take(1, moduloToken)
	case '-':
		if l.template.mode != noTemplate && l.at(1) == '%' && l.at(2) == '>' {
			return l.endTag(3)
		}
	}
	return l.operator(c)
}

func (l *lexer) take(n int, k kind) kind {
	l.pos += n
	return k
}

// operator reads a token of punctuation.
func (l *lexer) operator(c byte) kind {
	next := l.at(1)
	switch c {
	case ']':
		return l.take(1, rightBracketToken)
	case '{':
		return l.take(1, leftBraceToken)
	case '}':
		return l.take(1, rightBraceToken)
	case ')':
		return l.take(1, rightParenToken)
	case ',':
		return l.take(1, commaToken)
	case ';':
		return l.take(1, semicolonToken)
	case '.':
		return l.take(1, dotToken)
	case '?':
		return l.take(1, questionToken)
	case '*':
		return l.take(1, timesToken)
	case '=':
		return l.oneOf(next, equalsToken, longer{'>', arrowToken}, longer{'=', isEqualToken}, longer{'~', matchToken})
	case '+':
		return l.oneOf(next, plusToken, longer{'>', addsToken}, longer{'=', appendsToken})
	case '-':
		return l.oneOf(next, minusToken, longer{'>', beforeToken}, longer{'=', deletesToken})
	case '!':
		return l.oneOf(next, notToken, longer{'=', notEqualToken}, longer{'~', noMatchToken})
	case '>':
		return l.oneOf(next, greaterToken, longer{'=', greaterEqualToken}, longer{'>', rightShiftToken})
	case '~':
		return l.oneOf(next, otherToken, longer{'>', notifiesToken})
	case '<':
		switch {
		case next == '<' && l.at(2) == '|':
			return l.take(3, exportedToken)
		case next == '|':
			return l.take(2, collectToken)
		case next == '~':
			return l.take(2, subscribesToken)
		}
		return l.oneOf(next, lessToken, longer{'=', lessEqualToken}, longer{'<', leftShiftToken}, longer{'-', afterToken})
	case '|':
		switch {
		case next != '>':
			return l.take(1, pipeToken)
		case l.at(2) == '>':
			return l.take(3, exportedEndToken)
		}
		return l.take(2, collectEndToken)
	}
	_, size := utf8.DecodeRuneInString(l.text[l.pos:])
	return l.take(size, otherToken)
}

// longer is an operator that starts with another one.
type longer struct {
	next byte // the character that follows
	kind kind
}

// oneOf reads the token alone, or one of longer operators if the given character follows.
func (l *lexer) oneOf(next byte, alone kind, operators ...longer) kind {
	for _, o := range operators {
		if o.next == next {
			return l.take(2, o.kind)
		}
	}
	return l.take(1, alone)
}

// bareWord reads a name, which may be qualified, or a word with dashes or with a segment that starts with an
// underscore. pos may be at leading colons.
func (l *lexer) bareWord() kind {
	start, text, i := l.pos, l.text, l.pos
	k := nameToken
	for {
		first := i
		if i+1 < len(text) && text[i] == ':' && text[i+1] == ':' {
			first = i + 2
		}
		if first >= len(text) || !is(text[first], lowerChar) || first == i && i > start {
			break
		}
		if text[first] == '_' {
			k = wordToken
		}
		i = first + 1
		for i < len(text) && is(text[i], wordChar) {
			i++
		}
		if i < len(text) && text[i] == '-' {
			// A word may contain dashes, but does not end with one.
			end := i
			for end < len(text) && (text[end] == '-' || is(text[end], wordChar)) {
				end++
			}
			for text[end-1] == '-' {
				end--
			}
			if end > i {
				i, k = end, wordToken
			}
		}
	}
	l.pos = i
	if k == nameToken {
		return l.keyword(text[start:i])
	}
	return k
}

// typeName reads the name of a type. All its segments start with an upper-case letter.
func (l *lexer) typeName() kind {
	text, i := l.text, l.pos
	for {
		first := i
		if i+1 < len(text) && text[i] == ':' && text[i+1] == ':' {
			first = i + 2
		}
		if first >= len(text) || !is(text[first], upperChar) {
			if first > i {
				// Puppet reports the position after the part that it has read.
				if l.text[l.pos] == ':' {
					l.fail(fault{at: i + 3, start: l.pos, end: first}, "Illegal fully qualified class reference")
				} else {
					l.fail(fault{at: i + 1, start: l.pos, end: first}, "Illegal class reference")
				}
			}
			break
		}
		i = first + 1
		for i < len(text) && is(text[i], wordChar) {
			i++
		}
	}
	l.pos = i
	return typeNameToken
}

// colon reads a colon, or a name or type with leading colons.
func (l *lexer) colon() kind {
	if l.at(1) != ':' {
		return l.take(1, colonToken)
	}
	switch c := l.at(2); {
	case is(c, upperChar):
		return l.typeName()
	case is(c, lowerChar):
		return l.bareWord()
	}
	f := fault{at: l.pos + 2, start: l.pos, end: l.pos + 2}
	if f.end == len(l.text) {
		f.class = LexerCrashClass
	}
	l.fail(f, "Illegal fully qualified name")
	return l.take(2, otherToken)
}

// variable reads a dollar sign and a name. A single dollar sign is a variable with an empty name.
func (l *lexer) variable() kind {
	l.pos++
	l.pos += variableLength(l.text[l.pos:])
	return variableToken
}

// variableLength returns the length of the variable name at the start of text, or 0.
func variableLength(text string) int {
	i := 0
	if strings.HasPrefix(text, "::") {
		i = 2
	}
	start := i
	for i < len(text) && is(text[i], wordChar) {
		i++
	}
	if i == start {
		return 0
	}
	for i+2 < len(text) && text[i] == ':' && text[i+1] == ':' && is(text[i+2], wordChar) {
		i += 3
		for i < len(text) && is(text[i], wordChar) {
			i++
		}
	}
	return i
}

// slash reads a regular expression where one is allowed, and a division operator elsewhere.
func (l *lexer) slash() kind {
	if !l.last.mayPrecedeRegexp() {
		return l.take(1, divideToken)
	}
	for i := l.pos + 1; i < len(l.text); i++ {
		switch l.text[i] {
		case '\\':
			i++
		case '/':
			l.checkRegexp(l.pos, i+1)
			l.pos = i + 1
			return regexpToken
		}
	}
	return l.take(1, divideToken)
}

// checkRegexp reports a regular expression that Ruby rejects.
func (l *lexer) checkRegexp(start, end int) {
	if l.options.Regexp == nil {
		return
	}
	if err := l.options.Regexp(regexpPattern(l.text[start:end])); err != nil {
		l.fail(fault{class: RegexpClass, at: -1, start: start, end: end}, err.Error())
	}
}

// regexpPattern returns the pattern of a regular expression between slashes.
func regexpPattern(text string) string {
	return strings.ReplaceAll(text[1:len(text)-1], `\/`, "/")
}
