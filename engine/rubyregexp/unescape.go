package rubyregexp

import (
	"fmt"
	"unicode/utf8"
)

// unescaped is a pattern after Ruby's own pass over it, which comes before Onigmo's: the escapes
// that name a character by number (\x, octal, \u, \c, \C- and \M-) are written as the character
// itself or, when it is ASCII, as \xHH, so that it has no meaning of its own.
type unescaped struct {
	text []rune
	// source is the byte offset in the pattern of each character of text, and the pattern's length.
	source []int
	// fixed tells that Ruby fixes the encoding of the pattern to UTF-8, because there is more than
	// ASCII in it. Other patterns follow ASCII rules on text that is ASCII.
	fixed bool
}

// unescaper reads pattern from left to right. Comments, character classes and `(?x)` are nothing
// special to it, as in Ruby 3.1: `(?#\xff)` is an error.
type unescaper struct {
	pattern string
	pos     int
	out     unescaped
}

func unescape(pattern string) (unescaped, error) {
	u := unescaper{pattern: pattern}
	for u.pos < len(pattern) {
		if err := u.step(); err != nil {
			return unescaped{}, err
		}
	}
	u.out.source = append(u.out.source, len(pattern))
	return u.out, nil
}

func (u *unescaper) step() error {
	start := u.pos
	r, err := u.char()
	if err != nil {
		return err
	}
	if r != '\\' {
		u.add(start, r)
		return nil
	}
	if u.pos == len(u.pattern) {
		return u.fail(start, "too short escape sequence")
	}
	at := u.pos
	if r, err = u.char(); err != nil {
		return err
	}
	switch r {
	case 'u':
		return u.unicode(start)
	case '1', '2', '3', '4', '5', '6', '7':
		// Up to \177 this may be a back-reference, which Onigmo decides.
		if value, _ := digits(u.pattern[at:], 8, 3); value <= 0o177 {
			break
		}
		fallthrough
	case '0', 'x', 'c', 'C', 'M':
		u.pos = start
		return u.bytes()
	case 'p', 'P':
		u.out.fixed = true
	}
	u.add(start, '\\')
	u.add(at, r)
	return nil
}

func (u *unescaper) fail(at int, problem string) error {
	return &SyntaxError{Problem: problem, Offset: at}
}

// char reads one character of the pattern.
func (u *unescaper) char() (rune, error) {
	r, size := utf8.DecodeRuneInString(u.pattern[u.pos:])
	if r == utf8.RuneError && size <= 1 {
		return 0, u.fail(u.pos, "invalid multibyte character")
	}
	u.pos += size
	return r, nil
}

func (u *unescaper) add(at int, r rune) {
	if r >= utf8.RuneSelf {
		u.out.fixed = true
	}
	u.out.text = append(u.out.text, r)
	u.out.source = append(u.out.source, at)
}

// addCode adds a character that was named by its number.
func (u *unescaper) addCode(at int, r rune) {
	if r >= utf8.RuneSelf {
		u.add(at, r)
		return
	}
	for _, c := range fmt.Sprintf(`\x%02X`, r) {
		u.add(at, c)
	}
}

// unicode reads behind `\u`: four hex digits, or a list of characters in braces.
func (u *unescaper) unicode(start int) error {
	if u.pos == len(u.pattern) {
		return u.fail(start, "too short escape sequence")
	}
	if u.pattern[u.pos] != '{' {
		value, n := digits(u.pattern[u.pos:], 16, 4)
		if n != 4 {
			return u.fail(start, "invalid Unicode escape")
		}
		u.pos += n
		return u.codePoint(start, value)
	}
	u.pos++
	u.skipSpace()
	for count := 0; ; count++ {
		at := u.pos
		value, n := digits(u.pattern[at:], 16, len(u.pattern))
		switch {
		case n > 6:
			return u.fail(at, "invalid Unicode range")
		case n > 0:
			u.pos += n
			if err := u.codePoint(at, value); err != nil {
				return err
			}
			u.skipSpace()
			continue
		case count == 0, u.pos == len(u.pattern), u.pattern[u.pos] != '}':
			return u.fail(start, "invalid Unicode list")
		}
		u.pos++
		return nil
	}
}

func (u *unescaper) codePoint(at, value int) error {
	if !utf8.ValidRune(rune(value)) {
		return u.fail(at, "invalid Unicode range")
	}
	u.addCode(at, rune(value))
	return nil
}

func (u *unescaper) skipSpace() {
	for u.pos < len(u.pattern) && isSpace(rune(u.pattern[u.pos])) {
		u.pos++
	}
}

// bytes reads the escapes that name bytes, as many as make up one character: `\xC3\xA9` is é.
func (u *unescaper) bytes() error {
	start := u.pos
	var char []byte
	for {
		b, err := u.escapedByte(start)
		if err != nil {
			return err
		}
		char = append(char, b)
		if utf8.FullRune(char) {
			break
		}
	}
	r, size := utf8.DecodeRune(char)
	if r == utf8.RuneError && size <= 1 {
		return u.fail(start, "invalid multibyte escape")
	}
	u.addCode(start, r)
	return nil
}

// escapedByte reads one escape: a byte by number, or a control or meta key.
func (u *unescaper) escapedByte(start int) (byte, error) {
	if u.pos == len(u.pattern) || u.pattern[u.pos] != '\\' {
		return 0, u.fail(start, "too short escaped multibyte character")
	}
	u.pos++
	code, control, meta := -1, false, false
	for code < 0 {
		if u.pos == len(u.pattern) {
			return 0, u.fail(start, "too short escape sequence")
		}
		c := u.pattern[u.pos]
		u.pos++
		switch c {
		case '\\':
			code = '\\'
		case 'n':
			code = '\n'
		case 't':
			code = '\t'
		case 'r':
			code = '\r'
		case 'f':
			code = '\f'
		case 'v':
			code = '\v'
		case 'a':
			code = '\a'
		case 'e':
			code = 0x1b
		case '0', '1', '2', '3', '4', '5', '6', '7':
			value, n := digits(u.pattern[u.pos-1:], 8, 3)
			u.pos += n - 1
			code = value
		case 'x':
			value, n := digits(u.pattern[u.pos:], 16, 2)
			if n == 0 {
				return 0, u.fail(start, "invalid hex escape")
			}
			u.pos += n
			code = value
		case 'M':
			if meta {
				return 0, u.fail(start, "duplicate meta escape")
			}
			meta = true
			if u.pos+1 >= len(u.pattern) || u.pattern[u.pos] != '-' || u.pattern[u.pos+1] >= utf8.RuneSelf {
				return 0, u.fail(start, "too short meta escape")
			}
			u.pos++
			code = u.key()
		case 'C', 'c':
			if c == 'C' {
				if u.pos == len(u.pattern) || u.pattern[u.pos] != '-' {
					return 0, u.fail(start, "too short control escape")
				}
				u.pos++
			}
			if control {
				return 0, u.fail(start, "duplicate control escape")
			}
			control = true
			if u.pos == len(u.pattern) || u.pattern[u.pos] >= utf8.RuneSelf {
				return 0, u.fail(start, "too short control escape")
			}
			code = u.key()
		default:
			return 0, u.fail(start, "unexpected escape sequence")
		}
	}
	if code > 0xff {
		return 0, u.fail(start, "invalid escape code")
	}
	if control {
		code &= 0x1f
	}
	if meta {
		code |= 0x80
	}
	return byte(code), nil
}

// key reads what a control or meta escape is applied to: a character, or -1 when another escape
// follows.
func (u *unescaper) key() int {
	c := u.pattern[u.pos]
	u.pos++
	if c == '\\' {
		return -1
	}
	return int(c)
}

// digits reads at most limit digits at the start of s and says how many there were. Values that
// do not fit are cut; they are out of every range that callers allow.
func digits(s string, base, limit int) (value, n int) {
	for n < len(s) && n < limit {
		d := digit(s[n])
		if d >= base {
			break
		}
		if value < 1<<24 {
			value = value*base + d
		}
		n++
	}
	return value, n
}

func digit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return 16
}

// isSpace is isspace(3) of the C locale.
func isSpace(r rune) bool { return r == ' ' || '\t' <= r && r <= '\r' }
