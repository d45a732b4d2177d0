package types

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
)

var (
	numberExpr   = regexp.MustCompile(`\A(?:0[xX][0-9A-Fa-f]+|0?\d+(?:\.\d+)?(?:[eE]-?\d+)?)`)
	integerExpr  = regexp.MustCompile(`\A0?\d+(?:\.\d+)?`)
	hexExpr      = regexp.MustCompile(`\A0[xX][0-9A-Fa-f]+\z`)
	octalExpr    = regexp.MustCompile(`\A0[0-7]+\z`)
	fractionExpr = regexp.MustCompile(`\A\d+[eE.]`)
	decimalExpr  = regexp.MustCompile(`\A\d+(?:\.\d+)?(?:[eE]-?\d+)?\z`)
)

// number reads a number. One that runs into letters is refused, with what was probably meant.
func (l *lexer) number() (token, error) {
	start := l.pos
	rest := l.text[start:]
	for _, n := range numberLengths(rest) {
		if !wordFollows(rest[n:]) {
			l.pos += n
			if err := l.checkNumber(rest[:n], start); err != nil {
				return token{}, err
			}
			return token{kind: numberToken, text: rest[:n], start: start, end: l.pos}, nil
		}
	}
	end := start + wordLength(rest)
	if start > 1 && l.text[start-1] == '.' {
		// Digits behind a point belong to the number before it.
		for i := start - 2; i >= 0 && '0' <= l.text[i] && l.text[i] <= '9'; i-- {
			start = i
		}
	}
	if err := l.checkNumber(l.text[start:end], start); err != nil {
		return token{}, err
	}
	return token{}, l.fail("Illegal number '"+l.text[start:end]+"'", start+1, source.Span{Start: start, End: end})
}

// numberLengths are the ways in which a number may end, the longest first.
func numberLengths(s string) []int {
	var lengths []int
	if m := numberExpr.FindString(s); m != "" {
		lengths = append(lengths, len(m))
	}
	if m := integerExpr.FindString(s); m != "" {
		lengths = append(lengths, len(m))
		if i := strings.IndexByte(m, '.'); i > 0 {
			lengths = append(lengths, i)
		}
	}
	return lengths
}

func wordFollows(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s != "" && (r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r))
}

func (l *lexer) checkNumber(s string, pos int) error {
	var message string
	switch {
	case len(s) > 1 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X'):
		if hexExpr.MatchString(s) {
			return nil
		}
		message = "Not a valid hex number " + s
	case len(s) > 1 && s[0] == '0' && s[1] != '.':
		if octalExpr.MatchString(s) {
			return nil
		}
		message = "Not a valid octal number " + s
	case fractionExpr.MatchString(s):
		if decimalExpr.MatchString(s) {
			return nil
		}
		message = "Not a valid decimal number " + s
	default:
		if strings.Trim(s, "0123456789") == "" {
			return nil
		}
		message = "Illegal number '" + s + "'"
	}
	return l.fail(message, pos, source.Span{Start: pos, End: pos + len(s)})
}
