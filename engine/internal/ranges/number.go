// Package ranges has the limits of ranges in Puppet's types and versions, which are compared as in
// Ruby, and joins ranges as Puppet does.
package ranges

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// Number is a limit of a range: an Integer of any size, a Float, or an infinity if there is no
// limit. As in Ruby, Integers and Floats are compared exactly.
type Number struct {
	kind kind
	i    int64
	b    *big.Int // an Integer that does not fit i
	f    float64  // for isFloat; infinities are Floats, as in Puppet
}

type kind uint8

const (
	isInt kind = iota
	isBig
	isFloat
)

// The limits of an open range.
var (
	NegInf = Float(math.Inf(-1))
	PosInf = Float(math.Inf(1))
)

// Int returns an Integer.
func Int(i int64) Number { return Number{kind: isInt, i: i} }

// Float returns a Float, or an infinity.
func Float(f float64) Number { return Number{kind: isFloat, f: f} }

// Big returns an Integer of any size.
func Big(b *big.Int) Number {
	if b.IsInt64() {
		return Int(b.Int64())
	}
	return Number{kind: isBig, b: b}
}

// Of returns the number in an Integer or Float value.
func Of(v *data.Value) Number {
	if v.Kind() == data.Float {
		return Float(v.Float())
	}
	if i, ok := v.Int(); ok {
		return Int(i)
	}
	return Number{kind: isBig, b: v.BigInt()}
}

// IsNegInf reports whether n is the lower limit of an open range.
func (n Number) IsNegInf() bool { return n.kind == isFloat && math.IsInf(n.f, -1) }

// IsPosInf reports whether n is the upper limit of an open range.
func (n Number) IsPosInf() bool { return n.kind == isFloat && math.IsInf(n.f, 1) }

// IsFloat reports whether n is a Float.
func (n Number) IsFloat() bool { return n.kind == isFloat }

// Int64 returns n if it is an Integer that fits.
func (n Number) Int64() (i int64, ok bool) { return n.i, n.kind == isInt }

// LessEq reports whether n <= m. As in Ruby, it is false if either is NaN.
func (n Number) LessEq(m Number) bool {
	if n.kind == isInt && m.kind == isInt {
		return n.i <= m.i
	}
	c, ok := n.Cmp(m)
	return ok && c <= 0
}

// Eq reports whether n == m.
func (n Number) Eq(m Number) bool {
	c, ok := n.Cmp(m)
	return ok && c == 0
}

// Cmp compares n and m; ok is false if either is NaN.
func (n Number) Cmp(m Number) (c int, ok bool) {
	switch {
	case n.kind == isFloat && m.kind == isFloat:
		if math.IsNaN(n.f) || math.IsNaN(m.f) {
			return 0, false
		}
		return cmp.Compare(n.f, m.f), true
	case n.kind == isFloat:
		c, ok = m.cmpFloat(n.f)
		return -c, ok
	case m.kind == isFloat:
		return n.cmpFloat(m.f)
	case n.kind == isInt && m.kind == isInt:
		return cmp.Compare(n.i, m.i), true
	}
	return n.BigInt().Cmp(m.BigInt()), true
}

// cmpFloat compares the Integer n and f.
func (n Number) cmpFloat(f float64) (c int, ok bool) {
	switch {
	case math.IsNaN(f):
		return 0, false
	case math.IsInf(f, 1):
		return -1, true
	case math.IsInf(f, -1):
		return 1, true
	}
	return new(big.Float).SetInt(n.BigInt()).Cmp(big.NewFloat(f)), true
}

// BigInt returns n, which must be an Integer.
func (n Number) BigInt() *big.Int {
	if n.kind == isBig {
		return n.b
	}
	return big.NewInt(n.i)
}

// PlusOne returns the Integer after n.
func (n Number) PlusOne() Number {
	return Big(new(big.Int).Add(n.BigInt(), big.NewInt(1)))
}

// Floor returns the largest Integer that is not above n, which must be finite.
func (n Number) Floor() *big.Int {
	if n.kind != isFloat {
		return n.BigInt()
	}
	i, _ := big.NewFloat(math.Floor(n.f)).Int(nil)
	return i
}

// String returns n as Ruby prints it.
func (n Number) String() string {
	switch n.kind {
	case isFloat:
		return rubytext.Float(n.f)
	case isBig:
		return n.b.String()
	}
	return strconv.FormatInt(n.i, 10)
}

// Overlap reports whether two ranges have a number in common.
func Overlap(from1, to1, from2, to2 Number) bool {
	return from2.LessEq(to1) && from1.LessEq(to2)
}

// Follows reports whether from is the Integer after to.
func Follows(to, from Number) bool {
	return !to.IsFloat() && !from.IsFloat() && to.PlusOne().Eq(from)
}

// Span returns the smallest range that includes two ranges.
func Span(from1, to1, from2, to2 Number) (from, to Number) {
	from, to = from1, to1
	if !from1.LessEq(from2) {
		from = from2
	}
	if !to2.LessEq(to1) {
		to = to2
	}
	return from, to
}

// Join joins the last item with all others that it can be joined with, then the last of the
// remaining ones, and so on, in Puppet's order.
func Join[T any](items []T, join func(a, b T) (T, bool)) []T {
	items = slices.Clone(items)
	var out []T
	for len(items) > 0 {
		acc := items[len(items)-1]
		var apart []T
		for _, x := range items[:len(items)-1] {
			if joined, ok := join(acc, x); ok {
				acc = joined
			} else {
				apart = append(apart, x)
			}
		}
		out = append(out, acc)
		items = apart
	}
	return out
}
