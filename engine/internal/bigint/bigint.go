// Package bigint parses very long integers.
package bigint

import (
	"math/big"
	"strings"

	"github.com/hieralint/hieralint/internal/ascii"
)

// Max is the maximum number of digits that are considered. More would take minutes.
const Max = 1_000_000

// Parse parses digits with an optional sign in the given base; ok is false if they are invalid. Of more than Max digits, it
// returns the number that the first of them are, which is as far from all others.
//
// It splits long strings in halves, because big.Int.SetString takes quadratic time.
func Parse(digits string, base int) (i *big.Int, ok bool) {
	const few = 1000
	if len(digits) <= few {
		return new(big.Int).SetString(digits, base)
	}
	switch digits[0] {
	case '+':
		return Parse(digits[1:], base)
	case '-':
		if i, ok = Parse(digits[1:], base); ok {
			i.Neg(i)
		}
		return i, ok
	}
	digits = digits[:min(len(digits), Max)]
	// powers[k] is base to the power of few<<k.
	powers := []*big.Int{new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(few), nil)}
	for few<<len(powers) < len(digits) {
		last := powers[len(powers)-1]
		powers = append(powers, new(big.Int).Mul(last, last))
	}
	var parse func(digits string, k int) (*big.Int, bool)
	parse = func(digits string, k int) (*big.Int, bool) {
		for ; k >= 0 && len(digits) <= few<<k; k-- {
		}
		if k < 0 {
			return new(big.Int).SetString(digits, base)
		}
		split := len(digits) - few<<k
		high, ok1 := parse(digits[:split], k-1)
		low, ok2 := parse(digits[split:], k-1)
		if !ok1 || !ok2 {
			return nil, false
		}
		return high.Add(high.Mul(high, powers[k]), low), true
	}
	return parse(digits, len(powers)-1)
}

// IsLonger reports whether a text has more than Max decimal digits in succession.
func IsLonger(text string) bool {
	for at := Max; at < len(text); at += Max {
		if !ascii.IsDigit(text[at]) {
			continue
		}
		isOther := func(r rune) bool { return r < '0' || r > '9' }
		start, end := strings.LastIndexFunc(text[:at], isOther)+1, strings.IndexFunc(text[at:], isOther)
		if end < 0 {
			end = len(text) - at
		}
		if at+end-start > Max {
			return true
		}
	}
	return false
}
