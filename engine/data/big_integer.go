package data

import "math/big"

// parseBig parses digits with an optional sign in the given base; ok is false if they are invalid.
// It splits long strings in halves, because big.Int.SetString takes quadratic time and a data file
// may contain a million digits.
func parseBig(digits string, base int) (i *big.Int, ok bool) {
	const few = 1000
	if len(digits) <= few {
		return new(big.Int).SetString(digits, base)
	}
	switch digits[0] {
	case '+':
		return parseBig(digits[1:], base)
	case '-':
		if i, ok = parseBig(digits[1:], base); ok {
			i.Neg(i)
		}
		return i, ok
	}
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
