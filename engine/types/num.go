package types

import (
	"math"
	"math/big"
	"strconv"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// num is a limit of a range: an Integer of any size, a Float, or an infinity where there is no
// limit. Ruby compares Integers and Floats exactly, so num does too.
type num struct {
	kind numKind
	i    int64
	b    *big.Int // an Integer that does not fit in i
	f    float64  // for isFloat; infinities are Floats, as in Puppet
}

type numKind uint8

const (
	isInt numKind = iota
	isBig
	isFloat
)

var (
	negInf = floatNum(math.Inf(-1))
	posInf = floatNum(math.Inf(1))
)

func intNum(i int64) num     { return num{kind: isInt, i: i} }
func floatNum(f float64) num { return num{kind: isFloat, f: f} }

func bigNum(b *big.Int) num {
	if b.IsInt64() {
		return intNum(b.Int64())
	}
	return num{kind: isBig, b: b}
}

// numOf is the number in an Integer or Float.
func numOf(v *data.Value) num {
	if v.Kind() == data.Float {
		return floatNum(v.Float())
	}
	if i, ok := v.Int(); ok {
		return intNum(i)
	}
	return num{kind: isBig, b: v.BigInt()}
}

func (n num) isNegInf() bool { return n.kind == isFloat && math.IsInf(n.f, -1) }
func (n num) isPosInf() bool { return n.kind == isFloat && math.IsInf(n.f, 1) }

// lessEq tells whether n <= m. It is false when either is NaN, as in Ruby.
func (n num) lessEq(m num) bool {
	if n.kind == isInt && m.kind == isInt {
		return n.i <= m.i
	}
	c, ok := n.cmp(m)
	return ok && c <= 0
}

// eq tells whether n == m.
func (n num) eq(m num) bool {
	c, ok := n.cmp(m)
	return ok && c == 0
}

// cmp orders n and m; ok is false when one of them is NaN.
func (n num) cmp(m num) (c int, ok bool) {
	switch {
	case n.kind == isFloat && m.kind == isFloat:
		if math.IsNaN(n.f) || math.IsNaN(m.f) {
			return 0, false
		}
		return cmpOrdered(n.f, m.f), true
	case n.kind == isFloat:
		c, ok = m.cmpFloat(n.f)
		return -c, ok
	case m.kind == isFloat:
		return n.cmpFloat(m.f)
	case n.kind == isInt && m.kind == isInt:
		return cmpOrdered(n.i, m.i), true
	default:
		return n.bigInt().Cmp(m.bigInt()), true
	}
}

// cmpFloat orders the Integer n and f.
func (n num) cmpFloat(f float64) (c int, ok bool) {
	switch {
	case math.IsNaN(f):
		return 0, false
	case math.IsInf(f, 1):
		return -1, true
	case math.IsInf(f, -1):
		return 1, true
	}
	return new(big.Float).SetInt(n.bigInt()).Cmp(big.NewFloat(f)), true
}

func (n num) bigInt() *big.Int {
	if n.kind == isBig {
		return n.b
	}
	return big.NewInt(n.i)
}

// plusOne is the Integer that follows n.
func (n num) plusOne() num {
	return bigNum(new(big.Int).Add(n.bigInt(), big.NewInt(1)))
}

// floor is the Integer at or below n, which is not an infinity.
func (n num) floor() *big.Int {
	if n.kind != isFloat {
		return n.bigInt()
	}
	i, _ := big.NewFloat(math.Floor(n.f)).Int(nil)
	return i
}

// String is n as Ruby prints it.
func (n num) String() string {
	switch n.kind {
	case isFloat:
		return rubytext.Float(n.f)
	case isBig:
		return n.b.String()
	default:
		return strconv.FormatInt(n.i, 10)
	}
}

func cmpOrdered[T int64 | float64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
