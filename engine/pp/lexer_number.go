package pp

import "strings"

// number reads a number, as far as a character that cannot be part of a word: 1.5.x is 1.5 and a method.
func (l *lexer) number() kind {
	rest := l.text[l.pos:]
	n := numberLength(rest)
	if n == 0 {
		l.badNumber()
		return numberToken
	}
	text := rest[:n]
	// Numbers that begin with a zero are octal, unless they have a fraction.
	if len(text) > 1 && text[0] == '0' && is(text[1], wordChar) && text[1]|0x20 != 'x' && strings.Trim(text, "01234567") != "" {
		l.fail(l.pos, l.pos+n, "Not a valid octal number "+text)
	}
	l.pos += n
	return numberToken
}

// numberLength is the length of the number that text begins with: the longest of its forms that
// ends with a word.
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

// exponentLength is the length of the exponent that text begins with, or 0.
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

// span is the number of bytes for which f holds at the beginning of text.
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

// endsWord tells whether a word ends n bytes into text.
func endsWord(text string, n int) bool { return n == len(text) || !is(text[n], wordChar) }

// badNumber says what is wrong with something that begins like a number, in Puppet's words.
func (l *lexer) badNumber() {
	end := l.pos + span(l.text[l.pos:], isWord)
	start := l.pos
	if fraction := strings.TrimRight(strings.TrimSuffix(l.text[:start], "."), "0123456789"); l.pos > 0 && l.text[l.pos-1] == '.' && len(fraction) < l.pos-1 {
		start = len(fraction)
	}
	word := l.text[start:end]
	afterDigits := strings.TrimLeft(word, "0123456789")
	text := "Illegal number '" + word + "'"
	switch {
	case strings.HasPrefix(word, "0x"), strings.HasPrefix(word, "0X"):
		text = "Not a valid hex number " + word
	case len(word) > 1 && word[0] == '0' && word[1] != '.':
		text = "Not a valid octal number " + word
	case strings.IndexByte("eE.", afterDigits[0]) >= 0:
		text = "Not a valid decimal number " + word
	}
	l.fail(l.pos, end, text)
	l.pos = end
}
