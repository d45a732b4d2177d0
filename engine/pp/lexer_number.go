package pp

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// number reads a number up to the first character that cannot be part of it: 1.5.x is 1.5 and a method name.
func (l *lexer) number() kind {
	rest := l.text[l.pos:]
	n := numberLength(rest)
	if n == 0 {
		l.badNumber()
		return numberToken
	}
	text := rest[:n]
	// Numbers that start with a zero are octal unless they have a fraction.
	if len(text) > 1 && text[0] == '0' && is(text[1], wordChar) && text[1]|0x20 != 'x' && strings.Trim(text, "01234567") != "" {
		l.fail(between(l.pos, l.pos+n), "Not a valid octal number "+text)
	}
	l.pos += n
	return numberToken
}

// numberLength returns the length of the number at the start of text: the longest form that ends at a word boundary.
func numberLength(text string) int {
	if len(text) > 1 && text[0] == '0' && text[1]|0x20 == 'x' {
		if n := 2 + span(text[2:], isHex); n > 2 && endsWord(text, n) {
			return n
		}
	}
	integer := span(text, isDigit)
	fraction := integer
	if integer < len(text) && text[integer] == '.' {
		if n := span(text[integer+1:], isDigit); n > 0 {
			fraction += 1 + n
		}
	}
	for _, n := range [...]int{fraction + exponentLength(text[fraction:]), fraction, integer + exponentLength(text[integer:]), integer} {
		if endsWord(text, n) {
			return n
		}
	}
	return 0
}

// exponentLength returns the length of the exponent at the start of text, or 0.
func exponentLength(text string) int {
	n := 0
	if n < len(text) && text[n]|0x20 == 'e' {
		n++
	}
	if n > 0 && n < len(text) && text[n] == '-' {
		n++
	}
	if digits := span(text[n:], isDigit); n > 0 && digits > 0 {
		return n + digits
	}
	return 0
}

// span returns the number of leading bytes of text for which f holds.
func span(text string, f func(byte) bool) int {
	n := 0
	for n < len(text) && f(text[n]) {
		n++
	}
	return n
}

func isDigit(c byte) bool { return is(c, digitChar) }

func isWord(c byte) bool { return is(c, wordChar) }

func isHex(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

// endsWord reports whether there is a word boundary n bytes into text. Ruby's \b recognizes the letters and digits of
// all scripts.
func endsWord(text string, n int) bool {
	if n == len(text) || text[n] < utf8.RuneSelf {
		return n == len(text) || !is(text[n], wordChar)
	}
	r, _ := utf8.DecodeRuneInString(text[n:])
	return !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// badNumber reports an invalid number, in Puppet's words.
func (l *lexer) badNumber() {
	end := l.pos + span(l.text[l.pos:], isWord)
	start := l.pos
	if fraction := strings.TrimRight(strings.TrimSuffix(l.text[:start], "."), "0123456789"); l.pos > 1 && l.text[l.pos-1] == '.' && len(fraction) < l.pos-1 {
		start = len(fraction)
	}
	word := l.text[start:end]
	format, valid := formOf(word)
	f := fault{at: start, start: start, end: end}
	if valid {
		// A valid number, directly followed by a non-ASCII letter.
		format, f.at = illegalNumber, start+1
	}
	l.fail(f, fmt.Sprintf(format, word))
	l.pos = end
}

const illegalNumber = "Illegal number '%s'"

// formOf returns Puppet's message about a word that starts with a digit, and whether the word is a valid number.
func formOf(word string) (format string, valid bool) {
	switch afterDigits := strings.TrimLeft(word, "0123456789"); {
	case strings.HasPrefix(word, "0x"), strings.HasPrefix(word, "0X"):
		return "Not a valid hex number %s", len(word) > 2 && span(word[2:], isHex) == len(word)-2
	case len(word) > 1 && word[0] == '0' && word[1] != '.':
		return "Not a valid octal number %s", strings.Trim(word, "01234567") == ""
	case afterDigits != "" && strings.IndexByte("eE.", afterDigits[0]) >= 0:
		return "Not a valid decimal number %s", isDecimal(word)
	default:
		return illegalNumber, afterDigits == ""
	}
}

// isDecimal reports whether the whole word is a number with a fraction or an exponent.
func isDecimal(word string) bool {
	n := span(word, isDigit)
	if fraction, ok := strings.CutPrefix(word[n:], "."); ok {
		digits := span(fraction, isDigit)
		if digits == 0 {
			return false
		}
		n += 1 + digits
	}
	return n == len(word) || exponentLength(word[n:]) == len(word)-n
}
