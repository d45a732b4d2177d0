package hocon

import (
	"strings"
	"unicode/utf8"
)

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
