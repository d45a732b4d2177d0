// Package ascii classifies ASCII characters. Package unicode also accepts those of other scripts, which Puppet, Ruby, and
// YAML mostly do not.
package ascii

import "unicode/utf8"

// IsDigit reports whether c is one of 0-9.
func IsDigit[C byte | rune](c C) bool { return '0' <= c && c <= '9' }

// IsLower reports whether c is one of a-z.
func IsLower[C byte | rune](c C) bool { return 'a' <= c && c <= 'z' }

// IsUpper reports whether c is one of A-Z.
func IsUpper[C byte | rune](c C) bool { return 'A' <= c && c <= 'Z' }

// IsLetter reports whether c is one of a-z and A-Z.
func IsLetter[C byte | rune](c C) bool { return IsLower(c) || IsUpper(c) }

// IsWord reports whether c is a letter, a digit, or an underscore, as \w matches them.
func IsWord[C byte | rune](c C) bool { return IsLetter(c) || IsDigit(c) || c == '_' }

// IsSpace reports whether c is a space, or one of the control characters from tab to carriage return, as isspace(3) has it.
func IsSpace[C byte | rune](c C) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// ToLower returns c, or the lower-case letter for one of A-Z.
func ToLower[C byte | rune](c C) C {
	if IsUpper(c) {
		return c + 'a' - 'A'
	}
	return c
}

// HexDigit returns the value of a hexadecimal digit.
func HexDigit(c byte) (value int, ok bool) {
	switch {
	case IsDigit(c):
		return int(c - '0'), true
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10, true
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10, true
	}
	return 0, false
}

// IsNumber reports whether text consists of digits, at least one.
func IsNumber(text string) bool {
	for i := range len(text) {
		if !IsDigit(text[i]) {
			return false
		}
	}
	return text != ""
}

// IsName reports whether text consists of letters, digits, and underscores, at least one.
func IsName(text string) bool {
	for i := range len(text) {
		if !IsWord(text[i]) {
			return false
		}
	}
	return text != ""
}

// Is reports whether text consists of ASCII characters.
func Is(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
