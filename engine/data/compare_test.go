package data

import (
	"math"
	"math/big"
	"testing"
)

func TestCompareNumbers(t *testing.T) {
	t.Parallel()
	large := NewBigInteger(new(big.Int).Lsh(big.NewInt(1), 70))
	smallest := NewBigInteger(new(big.Int).Lsh(big.NewInt(-1), 70))
	sorted := []*Value{
		smallest, NewInteger(math.MinInt64), NewInteger(-5), NewFloat(-1.5), NewInteger(-1), NewInteger(0), NewFloat(0.5), NewInteger(2),
		NewInteger(math.MaxInt64), large,
	}
	for i, a := range sorted {
		for j, b := range sorted {
			want := 0
			switch {
			case i < j:
				want = -1
			case i > j:
				want = 1
			}
			if got, ok := CompareNumbers(a, b); got != want || !ok {
				t.Errorf("%s and %s: got %d, %t, want %d", a.Text(), b.Text(), got, ok, want)
			}
		}
	}
	if _, ok := CompareNumbers(NewFloat(math.NaN()), NewInteger(1)); ok {
		t.Error("NaN is comparable")
	}
}
