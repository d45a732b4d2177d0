package rubytext

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hieralint/hieralint/internal/ascii"
)

// escapes holds the letters with which String#inspect escapes characters.
var escapes = [utf8.RuneSelf]byte{
	'\a': 'a', '\b': 'b', '\t': 't', '\n': 'n', '\v': 'v', '\f': 'f', '\r': 'r', 0x1b: 'e', '"': '"', '\\': '\\',
}

// escape returns the letter with which a character is escaped, or 0.
func escape(r rune) byte {
	if r < utf8.RuneSelf {
		return escapes[r]
	}
	return 0
}

// plainUpTo returns the number of bytes at the start of s that String#inspect prints as they are. It
// may be too small.
func plainUpTo(s string) int {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' || c == '#' {
			return i
		}
	}
	return len(s)
}

const upperHex = "0123456789ABCDEF"

// appendString is String#inspect: # is escaped where it would start an interpolation, unprintable
// characters are written as codes, and invalid bytes as \x. binary means a string without an
// encoding.
func appendString(b []byte, s string, binary bool) []byte {
	if len(s) >= longString {
		b = slices.Grow(b, len(s)+strings.Count(s, `\`)+strings.Count(s, `"`)+longString)
	}
	b = append(b, '"')
	for i := 0; i < len(s); {
		if n := plainUpTo(s[i:]); n > 0 {
			b = append(b, s[i:i+n]...)
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 || binary && r >= utf8.RuneSelf {
			b = appendByte(b, s[i])
			i++
			continue
		}
		i += size
		switch letter := escape(r); {
		case letter != 0:
			b = append(b, '\\', letter)
		case r == '#' && i < len(s) && (s[i] == '{' || s[i] == '$' || s[i] == '@'):
			b = append(b, `\#`...)
		case isPrint(r):
			b = utf8.AppendRune(b, r)
		case binary:
			b = appendByte(b, byte(r))
		default:
			b = appendCode(b, r)
		}
	}
	return append(b, '"')
}

// longString is the length from which memory for the whole string is allocated at once: growing step by
// step would need several times as much.
const longString = 1 << 16

func appendByte(b []byte, c byte) []byte {
	return append(b, '\\', 'x', upperHex[c>>4], upperHex[c&15])
}

// appendCode appends \u0000, or \u{10FFFF} for characters that need more digits.
func appendCode(b []byte, r rune) []byte {
	hex := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	if r > 0xffff {
		return append(append(append(b, `\u{`...), hex...), '}')
	}
	b = append(b, `\u`...)
	b = append(b, "000"[:4-len(hex)]...)
	return append(b, hex...)
}

// isPrint reports whether Ruby prints a character: all assigned ones except control characters and
// the separators of lines and paragraphs; the next line character U+0085 counts as whitespace.
func isPrint(r rune) bool {
	if r < utf8.RuneSelf {
		return 0x20 <= r && r < 0x7f
	}
	return r == 0x85 || unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Zs, unicode.Cf, unicode.Co)
}

// appendSymbol is Symbol#inspect, which quotes names that are not valid symbols.
func appendSymbol(b []byte, name string) []byte {
	b = append(b, ':')
	if isPlainSymbol(name) {
		return append(b, name...)
	}
	return appendString(b, name, false)
}

// operators are the method names that are not identifiers.
var operators = map[string]bool{
	"!": true, "!=": true, "!~": true, "%": true, "&": true, "*": true, "**": true, "+": true, "+@": true, "-": true,
	"-@": true, "/": true, "<": true, "<<": true, "<=": true, "<=>": true, "==": true, "===": true, "=~": true,
	">": true, ">=": true, ">>": true, "[]": true, "[]=": true, "^": true, "`": true, "|": true, "~": true,
}

func isPlainSymbol(name string) bool {
	switch {
	case operators[name]:
		return true
	case strings.HasPrefix(name, "@@"):
		return isIdentifier(name[2:])
	case strings.HasPrefix(name, "@"):
		return isIdentifier(name[1:])
	case strings.HasPrefix(name, "$"):
		return isGlobal(name[1:])
	}
	if n := len(name) - 1; n > 0 && strings.IndexByte("?!=", name[n]) >= 0 {
		name = name[:n]
	}
	return isIdentifier(name)
}

func isIdentifier(s string) bool {
	if s == "" || ascii.IsDigit(s[0]) || !utf8.ValidString(s) {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool { return r < utf8.RuneSelf && !ascii.IsWord(r) || r >= utf8.RuneSelf && !isPrint(r) })
}

// isGlobal reports whether $name is a global variable: $1, $-w, $~, or an identifier.
func isGlobal(name string) bool {
	if len(name) == 1 && strings.IndexByte("~*$?!@/\\;,.=:<>\"&`'+0_", name[0]) >= 0 {
		return true
	}
	if len(name) == 2 && name[0] == '-' && ascii.IsWord(name[1]) {
		return true
	}
	return isIdentifier(name) || ascii.IsNumber(name)
}

// Regexp is Regexp#inspect: the source between slashes. If the source contains a slash or a control
// character, these are escaped, and then all non-ASCII characters are, too.
func Regexp(source string) string {
	if !strings.ContainsFunc(source, func(r rune) bool { return r == '/' || r < 0x20 || r == 0x7f }) {
		return "/" + source + "/"
	}
	return "/" + escapeRegexp(source, true) + "/"
}

// RegexpToS is Regexp#to_s of an expression without options.
func RegexpToS(source string) string {
	return "(?-mix:" + escapeRegexp(source, false) + ")"
}

// escapeRegexp escapes slashes and control characters and, with codes, non-ASCII characters.
func escapeRegexp(source string, codes bool) string {
	b := make([]byte, 0, len(source)+2)
	for i := 0; i < len(source); {
		r, size := utf8.DecodeRuneInString(source[i:])
		switch {
		case r == '\\' && i+1 < len(source):
			_, next := utf8.DecodeRuneInString(source[i+1:])
			size += next
			b = append(b, source[i:i+size]...)
		case r == '/':
			b = append(b, `\/`...)
		case r == utf8.RuneError && size == 1:
			b = appendByte(b, source[i])
		case r >= utf8.RuneSelf && codes:
			b = appendCode(b, r)
		case isPrint(r) || '\t' <= r && r <= '\r' || r >= utf8.RuneSelf:
			b = append(b, source[i:i+size]...)
		default:
			b = appendByte(b, byte(r))
		}
		i += size
	}
	return string(b)
}

// Dump is String#dump, which writes everything but printable ASCII as codes.
func Dump(s string) string {
	b := []byte{'"'}
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch letter := escape(r); {
		case r == utf8.RuneError && size == 1:
			b = appendByte(b, s[i])
		case letter != 0:
			b = append(b, '\\', letter)
		case r == '#' && i+1 < len(s) && (s[i+1] == '{' || s[i+1] == '$' || s[i+1] == '@'):
			b = append(b, `\#`...)
		case r >= utf8.RuneSelf:
			b = appendCode(b, r)
		case isPrint(r):
			b = append(b, byte(r))
		default:
			b = appendByte(b, byte(r))
		}
		i += size
	}
	return string(append(b, '"'))
}

var regexpEscaper = strings.NewReplacer(
	"[", `\[`, "]", `\]`, "{", `\{`, "}", `\}`, "(", `\(`, ")", `\)`, "|", `\|`, "-", `\-`, "*", `\*`, ".", `\.`, `\`, `\\`,
	"?", `\?`, "+", `\+`, "^", `\^`, "$", `\$`, "#", `\#`, " ", `\ `, "\t", `\t`, "\f", `\f`, "\v", `\v`, "\n", `\n`, "\r", `\r`)

// EscapeRegexp is Regexp.escape: an expression that matches exactly s.
func EscapeRegexp(s string) string { return regexpEscaper.Replace(s) }

// Undefined returns the error of String#encode about bytes that are not valid text.
func Undefined(bytes string) string {
	for i := range len(bytes) {
		if bytes[i] >= utf8.RuneSelf {
			return string(appendByte([]byte{'"'}, bytes[i])) + `" from ASCII-8BIT to UTF-8`
		}
	}
	return ""
}
