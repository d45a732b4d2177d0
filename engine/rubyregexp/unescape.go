package rubyregexp

import (
	"fmt"
	"unicode/utf8"

	"github.com/hieralint/hieralint/internal/ascii"
)

// unescaped is a pattern after Ruby's own preprocessing, which precedes Onigmo's parser. Numeric escapes (\x, octal,
// \u, \c, \C-, and \M-) are replaced by the character or, for ASCII, by \xHH, so that it has no special meaning.
type unescaped struct {
	text []rune
	// fixed means that Ruby fixes the encoding of the pattern to UTF-8 because it is not pure ASCII. Other patterns
	// follow ASCII rules on ASCII text.
	fixed bool
}

// unescaper processes a pattern from left to right. As in Ruby 3.1, it does not recognize comments, character classes,
// or `(?x)`: `(?#\xff)` is an error.
type unescaper struct {
	pattern string
	pos     int
	out     unescaped
}

func unescape(pattern string) unescaped {
	u := unescaper{pattern: pattern}
	for u.pos < len(pattern) {
		u.step()
	}
	return u.out
}

func (u *unescaper) step() {
	start := u.pos
	r := u.char()
	if r != '\\' {
		u.add(r)
		return
	}
	if u.pos == len(u.pattern) {
		panic(fail("too short escape sequence"))
	}
	at := u.pos
	r = u.char()
	switch r {
	case 'u':
		u.unicode()
		return
	case '1', '2', '3', '4', '5', '6', '7':
		// Up to \177, this may be a back-reference, which Onigmo decides.
		if value, _ := digits(u.pattern[at:], 8, 3); value <= 0o177 {
			break
		}
		fallthrough
	case '0', 'x', 'c', 'C', 'M':
		u.pos = start
		u.bytes()
		return
	case 'p', 'P':
		u.out.fixed = true
	}
	u.add('\\')
	u.add(r)
}

// char reads a character of the pattern.
func (u *unescaper) char() rune {
	r, size := utf8.DecodeRuneInString(u.pattern[u.pos:])
	if r == utf8.RuneError && size <= 1 {
		panic(fail("invalid multibyte character"))
	}
	u.pos += size
	return r
}

func (u *unescaper) add(r rune) {
	if r >= utf8.RuneSelf {
		u.out.fixed = true
	}
	u.out.text = append(u.out.text, r)
}

// addCode adds a character given by its number.
func (u *unescaper) addCode(r rune) {
	if r >= utf8.RuneSelf {
		u.add(r)
		return
	}
	for _, c := range fmt.Sprintf(`\x%02X`, r) {
		u.add(c)
	}
}

// unicode reads the rest of a `\u` escape: four hex digits, or a list of characters in braces.
func (u *unescaper) unicode() {
	if u.pos == len(u.pattern) {
		panic(fail("too short escape sequence"))
	}
	if u.pattern[u.pos] != '{' {
		value, n := digits(u.pattern[u.pos:], 16, 4)
		if n != 4 {
			panic(fail("invalid Unicode escape"))
		}
		u.pos += n
		u.codePoint(value)
		return
	}
	u.pos++
	u.skipSpace()
	for count := 0; ; count++ {
		at := u.pos
		value, n := digits(u.pattern[at:], 16, len(u.pattern))
		switch {
		case n > 6:
			panic(fail("invalid Unicode range"))
		case n > 0:
			u.pos += n
			u.codePoint(value)
			u.skipSpace()
			continue
		case count == 0, u.pos == len(u.pattern), u.pattern[u.pos] != '}':
			panic(fail("invalid Unicode list"))
		}
		u.pos++
		return
	}
}

func (u *unescaper) codePoint(value int) {
	if !utf8.ValidRune(rune(value)) {
		panic(fail("invalid Unicode range"))
	}
	u.addCode(rune(value))
}

func (u *unescaper) skipSpace() {
	for u.pos < len(u.pattern) && ascii.IsSpace(u.pattern[u.pos]) {
		u.pos++
	}
}

// bytes reads as many escapes of bytes as make up one character: `\xC3\xA9` is é.
func (u *unescaper) bytes() {
	var char []byte
	for {
		char = append(char, u.escapedByte())
		if utf8.FullRune(char) {
			break
		}
	}
	r, size := utf8.DecodeRune(char)
	if r == utf8.RuneError && size <= 1 {
		panic(fail("invalid multibyte escape"))
	}
	u.addCode(r)
}

// escapedByte reads one escape: a byte by its number, or a control or meta key.
func (u *unescaper) escapedByte() byte {
	if u.pos == len(u.pattern) || u.pattern[u.pos] != '\\' {
		panic(fail("too short escaped multibyte character"))
	}
	u.pos++
	code, controlled, meta := -1, false, false
	for code < 0 {
		if u.pos == len(u.pattern) {
			panic(fail("too short escape sequence"))
		}
		c := u.pattern[u.pos]
		u.pos++
		switch c {
		case '\\':
			code = '\\'
		case 'n', 't', 'r', 'f', 'v', 'a', 'e':
			code = int(controls[rune(c)])
		case '0', '1', '2', '3', '4', '5', '6', '7':
			value, n := digits(u.pattern[u.pos-1:], 8, 3)
			u.pos += n - 1
			code = value
		case 'x':
			value, n := digits(u.pattern[u.pos:], 16, 2)
			if n == 0 {
				panic(fail("invalid hex escape"))
			}
			u.pos += n
			code = value
		case 'M':
			if meta {
				panic(fail("duplicate meta escape"))
			}
			meta = true
			if u.pos+1 >= len(u.pattern) || u.pattern[u.pos] != '-' || u.pattern[u.pos+1] >= utf8.RuneSelf {
				panic(fail("too short meta escape"))
			}
			u.pos++
			code = u.key()
		case 'C', 'c':
			if c == 'C' {
				if u.pos == len(u.pattern) || u.pattern[u.pos] != '-' {
					panic(fail("too short control escape"))
				}
				u.pos++
			}
			if controlled {
				panic(fail("duplicate control escape"))
			}
			controlled = true
			if u.pos == len(u.pattern) || u.pattern[u.pos] >= utf8.RuneSelf {
				panic(fail("too short control escape"))
			}
			code = u.key()
		default:
			panic(fail("unexpected escape sequence"))
		}
	}
	if code > 0xff {
		panic(fail("invalid escape code"))
	}
	if controlled {
		code &= 0x1f
	}
	if meta {
		code |= 0x80
	}
	return byte(code)
}

// key reads the operand of a control or meta escape: a character, or -1 if another escape follows.
func (u *unescaper) key() int {
	c := u.pattern[u.pos]
	u.pos++
	if c == '\\' {
		return -1
	}
	return int(c)
}

// digits parses at most limit digits at the start of s, and returns their number. Values that overflow are truncated to
// one outside every valid range.
func digits(s string, base, limit int) (value, n int) {
	for n < len(s) && n < limit {
		d, ok := ascii.HexDigit(s[n])
		if !ok || d >= base {
			break
		}
		if value < 1<<24 {
			value = value*base + d
		}
		n++
	}
	return value, n
}
