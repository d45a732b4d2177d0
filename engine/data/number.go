package data

import (
	"cmp"
	"math"
)

// IsNumber reports whether v is an Integer or a Float.
func (v *Value) IsNumber() bool { return v.kind == Integer || v.kind == Float }

// AsFloat returns a number as a Float. Ruby's == converts Integers like this to compare them with one.
func (v *Value) AsFloat() float64 {
	if v.kind == Float {
		return v.Float()
	}
	if i, ok := v.Int(); ok {
		return float64(i)
	}
	f, _ := v.BigInt().Float64()
	return f
}

// CompareNumbers compares two numbers. ok is false for NaN.
func CompareNumbers(a, b *Value) (order int, ok bool) {
	if a.kind == Integer && b.kind == Integer {
		if a.payload == nil && b.payload == nil {
			return cmp.Compare(a.number, b.number), true
		}
		return a.BigInt().Cmp(b.BigInt()), true
	}
	x, y := a.AsFloat(), b.AsFloat()
	if math.IsNaN(x) || math.IsNaN(y) {
		return 0, false
	}
	return cmp.Compare(x, y), true
}
