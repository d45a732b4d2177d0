package rubystring

import "github.com/hieralint/hieralint/internal/ascii"

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
