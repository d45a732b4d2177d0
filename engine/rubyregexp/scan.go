package rubyregexp

import (
	"math"
	"unicode"

	"github.com/hieralint/hieralint/internal/ascii"
)

// Onigmo's limits.
const (
	maxRepeat  = 100_000
	maxBackref = 1000
)

// end is what peek returns after the last character.
const end rune = -1

type tokenKind int

const (
	tokenEnd       tokenKind = iota
	tokenChar                // a literal character
	tokenAny                 // .
	tokenType                // \w \d \s \h
	tokenProperty            // \p{ and \P{
	tokenBackref             // \1 \k<name>
	tokenCall                // \g<name>
	tokenAnchor              // ^ $ \b …
	tokenLinebreak           // \R
	tokenOpaque              // \X \K
	tokenRepeat              // * + ? {n,m}
	tokenAlternate           // |
	tokenOpen                // (
	tokenClose               // )
	tokenClass               // [
	// Only in brackets:
	tokenRange // -
	tokenPosix // [:
	tokenAnd   // &&
)

// token is a token of the pattern.
type token struct {
	kind    tokenKind
	char    rune // of tokenChar; w, d, s or h of tokenType
	escaped bool // a tokenChar written with a backslash
	negated bool // of tokenType and tokenProperty
	anchor  anchorKind
	opaque  opaqueKind
	repeat  quantifier
	ref     groupRef
	call    call
}

type quantifier struct {
	min, max         int
	lazy, possessive bool
}

// groupRef is the target of a back-reference or conditional.
type groupRef struct {
	nums   []int
	byName bool
	level  bool // \k<name+1>: with a recursion level
}

func (p *parser) peek() rune {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return end
}

// next reads the next token outside brackets, and skips comments and, with (?x), white space.
func (p *parser) next() {
	for {
		p.tok = token{kind: tokenEnd}
		c := p.peek()
		if c == end {
			return
		}
		p.pos++
		switch {
		case c == '(' && p.peek() == '?' && p.pos+1 < len(p.text) && p.text[p.pos+1] == '#':
			p.skipComment()
			continue
		case p.mods.extended && c == '#':
			for p.peek() != end && p.peek() != '\n' {
				p.pos++
			}
			continue
		case p.mods.extended && ascii.IsSpace(c) && c != '\v':
			continue
		}
		p.token(c)
		return
	}
}

// skipComment skips (?#…) up to the first unescaped parenthesis.
func (p *parser) skipComment() {
	p.pos += 2
	for {
		c := p.peek()
		if c == end {
			panic(fail("end pattern in group"))
		}
		p.pos++
		switch c {
		case ')':
			return
		case '\\':
			if p.peek() != end {
				p.pos++
			}
		}
	}
}

// token reads the token that starts with c, which has been consumed.
func (p *parser) token(c rune) {
	switch c {
	case '\\':
		p.escape()
	case '.':
		p.tok.kind = tokenAny
	case '*':
		p.repeat(0, unlimited)
	case '+':
		p.repeat(1, unlimited)
	case '?':
		p.repeat(0, 1)
	case '{':
		p.interval()
	case '|':
		p.tok.kind = tokenAlternate
	case '(':
		p.tok.kind = tokenOpen
	case ')':
		p.tok.kind = tokenClose
	case '^':
		p.anchor(lineStart)
	case '$':
		p.anchor(lineEnd)
	case '[':
		p.tok.kind = tokenClass
	default:
		p.char(c)
	}
}

func (p *parser) char(c rune) { p.tok.kind, p.tok.char = tokenChar, c }

func (p *parser) anchor(kind anchorKind) { p.tok.kind, p.tok.anchor = tokenAnchor, kind }

// boundary returns an anchor, or its ASCII form under (?a).
func (p *parser) boundary(kind, ascii anchorKind) {
	if p.mods.charset == asciiOnly {
		kind = ascii
	}
	p.anchor(kind)
}

// repeat completes the token of a `*`, `+`, or `?`: a following `?` makes it lazy, and a `+` possessive.
func (p *parser) repeat(least, most int) {
	p.tok.kind = tokenRepeat
	p.tok.repeat = quantifier{min: least, max: most}
	switch p.peek() {
	case '?':
		p.tok.repeat.lazy = true
		p.pos++
	case '+':
		p.tok.repeat.possessive = true
		p.pos++
	}
}

// interval reads {n}, {n,}, {,m}, or {n,m}. Otherwise the brace is a literal. Ruby has no possessive intervals, and
// {n}? is an optional {n}: only the other forms can be lazy.
func (p *parser) interval() {
	start := p.pos
	p.char('{')
	least, n := p.number()
	if n < 0 || least > maxRepeat {
		panic(fail("too big number for repeat range"))
	}
	most, comma := least, p.peek() == ','
	if comma {
		p.pos++
		var m int
		most, m = p.number()
		if m < 0 || most > maxRepeat {
			panic(fail("too big number for repeat range"))
		}
		if m == 0 {
			most = unlimited
		}
	}
	if n == 0 && (!comma || most == unlimited) || p.peek() != '}' {
		p.pos = start
		return
	}
	p.pos++
	if most != unlimited && least > most {
		panic(fail("upper is smaller than lower in repeat range"))
	}
	p.tok.kind = tokenRepeat
	p.tok.repeat = quantifier{min: least, max: most}
	if comma && p.peek() == '?' {
		p.tok.repeat.lazy = true
		p.pos++
	}
}

// number reads a number, and returns its value and its number of digits. The value is -1 if it does not fit an int32.
// Digits of all scripts count, with the value that Onigmo gives them: the distance from `0`.
func (p *parser) number() (value, n int) {
	for isDigit(p.peek()) {
		d := int(p.peek() - '0')
		if (math.MaxInt32-d)/10 < value {
			return 0, -1
		}
		value = value*10 + d
		p.pos++
		n++
	}
	return value, n
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' || r > unicode.MaxASCII && unicode.IsDigit(r) }

// controls are Onigmo's escapes for control characters.
var controls = map[rune]rune{'n': '\n', 't': '\t', 'r': '\r', 'f': '\f', 'v': '\v', 'a': '\a', 'e': 0x1b}

// escape reads a token after a backslash. unescape has ensured that a character follows, that `\x` has two hex digits,
// and that \c, \C-, \M-, \u, and \0 no longer occur.
func (p *parser) escape() {
	c := p.peek()
	p.pos++
	p.tok.escaped = true
	if p.typeEscape(c) {
		return
	}
	switch c {
	case 'b':
		p.boundary(wordBoundary, asciiWordBoundary)
	case 'B':
		p.boundary(notWordBoundary, notASCIIWordBoundary)
	case 'A', 'G':
		p.anchor(textStart)
	case 'z':
		p.anchor(textEnd)
	case 'Z':
		p.anchor(lastLineEnd)
	case 'R':
		p.tok.kind = tokenLinebreak
	case 'X':
		p.tok.kind, p.tok.opaque = tokenOpaque, grapheme
	case 'K':
		p.tok.kind, p.tok.opaque = tokenOpaque, keep
	case 'x':
		p.char(p.hexPair())
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		p.numberEscape(c)
	case 'k':
		if q := p.peek(); q == '<' || q == '\'' {
			p.pos++
			p.tok.kind = tokenBackref
			p.namedReference(q)
			return
		}
		p.char('k')
	case 'g':
		if q := p.peek(); q == '<' || q == '\'' {
			p.pos++
			p.callReference(q)
			return
		}
		p.char('g')
	default:
		if r, ok := controls[c]; ok {
			c = r
		}
		p.char(c)
	}
}

// typeEscape reads the escapes for sets of characters, inside and outside brackets.
func (p *parser) typeEscape(c rune) bool {
	switch c {
	case 'w', 'd', 's', 'h':
		p.tok.kind, p.tok.char = tokenType, c
	case 'W', 'D', 'S', 'H':
		p.tok.kind, p.tok.char, p.tok.negated = tokenType, unicode.ToLower(c), true
	case 'p', 'P':
		if p.peek() != '{' {
			return false
		}
		p.pos++
		p.tok.kind, p.tok.negated = tokenProperty, c == 'P'
		if p.peek() == '^' {
			p.pos++
			p.tok.negated = !p.tok.negated
		}
	default:
		return false
	}
	return true
}

func (p *parser) hexPair() rune {
	value, _ := digits(string(p.text[p.pos:min(p.pos+2, len(p.text))]), 16, 2)
	p.pos += 2
	return rune(value)
}

// numberEscape reads \1 to \9…: a back-reference if it has one digit or there are that many groups so far, or else a
// character by its octal number, or else the digit itself.
func (p *parser) numberEscape(c rune) {
	p.pos--
	start := p.pos
	num, n := p.number()
	if n > 0 && num <= maxBackref && (num <= p.groups || num <= 9) {
		p.tok.kind = tokenBackref
		p.tok.ref = groupRef{nums: []int{num}}
		return
	}
	p.pos = start
	if c >= '8' {
		p.pos++
		p.char(c)
		return
	}
	p.char(p.octal())
}

// octal reads up to three octal digits.
func (p *parser) octal() rune {
	value, n := digits(string(p.text[p.pos:min(p.pos+3, len(p.text))]), 8, 3)
	p.pos += n
	return rune(value)
}

// nextInClass reads the next token in brackets.
func (p *parser) nextInClass() {
	p.tok = token{kind: tokenEnd}
	c := p.peek()
	if c == end {
		return
	}
	p.pos++
	switch c {
	case ']':
		p.tok.kind = tokenClose
	case '-':
		p.tok.kind = tokenRange
	case '\\':
		p.escapeInClass()
	case '[':
		p.tok.kind = tokenClass
		if p.peek() == ':' && p.posixEnds() {
			p.pos++
			p.tok.kind = tokenPosix
		}
	case '&':
		p.char('&')
		if p.peek() == '&' {
			p.pos++
			p.tok.kind = tokenAnd
		}
	default:
		p.char(c)
	}
}

// posixEnds reports whether a `:]` precedes the next `]`.
func (p *parser) posixEnds() bool {
	for i := p.pos + 1; i < len(p.text); i++ {
		switch p.text[i] {
		case ':':
			if i+1 < len(p.text) && p.text[i+1] == ']' {
				return true
			}
		case ']':
			return false
		case '\\':
			i++
		}
	}
	return false
}

func (p *parser) escapeInClass() {
	c := p.peek()
	p.pos++
	p.tok.escaped = true
	if p.typeEscape(c) {
		return
	}
	switch c {
	case 'x':
		c = p.hexPair()
	case '1', '2', '3', '4', '5', '6', '7':
		p.pos--
		c = p.octal()
	case 'b':
		c = '\b'
	default:
		if r, ok := controls[c]; ok {
			c = r
		}
	}
	p.char(c)
}
