package rubystring

import (
	"cmp"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/internal/bigint"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// spaces lists the characters that Ruby treats as whitespace.
const spaces = " \t\n\v\f\r"

// ParseInteger is Kernel#Integer of a string. In base 0, the prefix determines the base: 0x, 0b, 0o,
// 0d, or a single 0 for octal. The prefix of another base is an error.
func ParseInteger(text string, base int) (*big.Int, bool) {
	s := strings.Trim(text, spaces)
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	s, base = cutPrefix(s, base)
	if s == "" || s[0] == '_' || s[len(s)-1] == '_' || strings.Contains(s, "__") {
		return nil, false
	}
	if c := s[0]; c == '+' || c == '-' {
		return nil, false
	}
	i, ok := bigint.Parse(strings.ReplaceAll(s, "_", ""), base)
	if !ok {
		return nil, false
	}
	if negative {
		i.Neg(i)
	}
	return i, true
}

// prefixes maps the letters that may follow a leading 0 to bases.
var prefixes = map[byte]int{'x': 16, 'X': 16, 'b': 2, 'B': 2, 'o': 8, 'O': 8, 'd': 10, 'D': 10}

// cutPrefix removes the prefix of a number if it is that of base, or if base is 0.
func cutPrefix(s string, base int) (digits string, of int) {
	if len(s) > 1 && s[0] == '0' {
		switch of := prefixes[s[1]]; {
		case of != 0 && (base == 0 || base == of):
			return s[2:], of
		case base == 0:
			return strings.TrimPrefix(s[1:], "_"), 8
		}
	}
	base = cmp.Or(base, 10)
	return s, base
}

const (
	decimals     = `[0-9]+(?:_[0-9]+)*`
	hexadecimals = `[0-9a-fA-F]+(?:_[0-9a-fA-F]+)*`
)

var (
	decimalFloat     = lazyregexp.New(`\A[+-]?(?:` + decimals + `(?:\.` + decimals + `)?|\.` + decimals + `)(?:[eE][+-]?` + decimals + `)?\z`)
	hexadecimalFloat = lazyregexp.New(`\A[+-]?0[xX]` + hexadecimals + `(?:\.` + hexadecimals + `)?(?:[pP][+-]?` + decimals + `)?\z`)
)

// ParseFloat is Kernel#Float of a string. Numbers that are too large are infinite.
func ParseFloat(text string) (f float64, ok bool) {
	text = strings.Trim(text, spaces)
	digits := strings.ReplaceAll(text, "_", "")
	switch {
	case decimalFloat().MatchString(text):
	case hexadecimalFloat().MatchString(text):
		if !strings.ContainsAny(digits, "pP") {
			digits += "p0" // which Go requires
		}
	default:
		return 0, false
	}
	f, err := strconv.ParseFloat(digits, 64)
	return f, err == nil || math.IsInf(f, 0)
}
