package bigint

import (
	"math/big"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, base := range []int{2, 8, 10, 16} {
		for _, n := range []int{1, 999, 1000, 1001, 1999, 2000, 2001, 4000, 7777} {
			digits := strings.Repeat("1011101", n/7+1)[:n]
			for _, digits := range []string{digits, "-" + digits, "+" + digits} {
				want, _ := new(big.Int).SetString(digits, base)
				if got, ok := Parse(digits, base); !ok || got.Cmp(want) != 0 {
					t.Errorf("%d digits in base %d: got %.20s…, %t", n, base, got, ok)
				}
			}
		}
	}
	for _, digits := range []string{"", "1_0", strings.Repeat("9", 1500) + "x" + strings.Repeat("9", 1500)} {
		if i, ok := Parse(digits, 10); ok {
			t.Errorf("%.20q: got %.20s, want no integer", digits, i)
		}
	}
}

// TestVeryLong checks that only the first digits of a very long number are read.
func TestVeryLong(t *testing.T) {
	t.Parallel()
	ten := big.NewInt(10)
	i, ok := Parse("-1"+strings.Repeat("0", 30<<20), 10)
	if want := ten.Neg(ten.Exp(ten, big.NewInt(Max-1), nil)); !ok || i.Cmp(want) != 0 {
		t.Errorf("got %t, and a number of %d bits", ok, i.BitLen())
	}
}

func TestIsLonger(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("9", Max+1)
	for text, want := range map[string]bool{
		"": false, long: true, long[1:]: false, "a = " + long + "\n": true, strings.Repeat("x", Max-3) + long: true, strings.Repeat("x", Max-3) + long[1:] + "\nb": false, strings.Repeat("9 ", 2*Max): false,
	} {
		if got := IsLonger(text); got != want {
			t.Errorf("%d bytes, which start with %.10q: got %t", len(text), text, got)
		}
	}
}
