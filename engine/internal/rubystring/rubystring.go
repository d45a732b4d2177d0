// Package rubystring reads strings as Ruby does, where Go's functions differ: keys, tokens, versions, numbers, and base64.
package rubystring

import (
	"math/big"

	"github.com/hieralint/hieralint/engine/internal/bigint"
	"github.com/hieralint/hieralint/internal/ascii"
)

// Strip is String#strip. It returns the range of s without whitespace and NUL at both ends. (Ruby
// 3.1 also strips leading NULs, contrary to the documentation of older versions.)
func Strip(s string) (start, end int) {
	end = len(s)
	for start < end && (ascii.IsSpace(s[start]) || s[start] == 0) {
		start++
	}
	for start < end && (ascii.IsSpace(s[end-1]) || s[end-1] == 0) {
		end--
	}
	return start, end
}

// TrimSplit removes the empty strings at the end of parts, which String#split does not return.
func TrimSplit(parts []string) []string {
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	return parts
}

// ToI is String#to_i: the decimal number at the start of s, or 0. It may follow whitespace, contain
// single underscores, and start with 0d.
func ToI(s string) *big.Int {
	for len(s) > 0 && ascii.IsSpace(s[0]) {
		s = s[1:]
	}
	sign := ""
	if len(s) > 0 && (s[0] == '+' || s[0] == '-') {
		sign, s = s[:1], s[1:]
	}
	if len(s) > 2 && s[0] == '0' && (s[1] == 'd' || s[1] == 'D') && ascii.IsDigit(s[2]) {
		s = s[2:]
	}
	digits := make([]byte, 0, len(s))
	for i := range len(s) {
		if s[i] == '_' && i > 0 && i+1 < len(s) && ascii.IsDigit(s[i-1]) && ascii.IsDigit(s[i+1]) {
			continue
		}
		if !ascii.IsDigit(s[i]) {
			break
		}
		digits = append(digits, s[i])
	}
	n := new(big.Int)
	if len(digits) > 0 {
		n, _ = bigint.Parse(sign+string(digits), 10)
	}
	return n
}

// UnpackBase64 is String#unpack with "m": it ignores all characters but digits, and ends at a padding that may be missing.
func UnpackBase64(s string) []byte {
	decoded := make([]byte, 0, len(s)/4*3)
	bits, n := 0, 0 // the digits since the last whole group
	for i := range len(s) {
		c := int(s[i])
		switch {
		case ascii.IsUpper(s[i]):
			c -= 'A'
		case ascii.IsLower(s[i]):
			c += 26 - 'a'
		case ascii.IsDigit(s[i]):
			c += 52 - '0'
		case c == '+':
			c = 62
		case c == '/':
			c = 63
		case c == '=' && n >= 2:
			return appendGroup(decoded, bits, n)
		default:
			continue
		}
		bits, n = bits<<6|c, n+1
		if n == 4 {
			decoded = append(decoded, byte(bits>>16), byte(bits>>8), byte(bits))
			bits, n = 0, 0
		}
	}
	return appendGroup(decoded, bits, n)
}

// appendGroup appends the bytes of a group of fewer than four digits.
func appendGroup(decoded []byte, bits, digits int) []byte {
	switch digits {
	case 2:
		return append(decoded, byte(bits>>4))
	case 3:
		return append(decoded, byte(bits>>10), byte(bits>>2))
	}
	return decoded
}
