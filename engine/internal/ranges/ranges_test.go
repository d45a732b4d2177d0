package ranges

import (
	"math"
	"math/big"
	"testing"
)

// TestCmp checks that Integers and Floats of any size are compared exactly, as in Ruby.
func TestCmp(t *testing.T) {
	t.Parallel()
	large := Big(new(big.Int).Add(new(big.Int).Lsh(big.NewInt(1), 53), big.NewInt(1)))
	for _, tt := range []struct {
		a, b Number
		want int
		ok   bool
	}{
		{Int(1), Int(2), -1, true},
		{Int(2), Float(1.5), 1, true},
		{Float(2), Int(2), 0, true},
		{large, Float(1 << 53), 1, true},
		{NegInf, Big(new(big.Int).Lsh(big.NewInt(-1), 90)), -1, true},
		{PosInf, PosInf, 0, true},
		{Int(1), Float(math.NaN()), 0, false},
	} {
		if c, ok := tt.a.Cmp(tt.b); c != tt.want || ok != tt.ok {
			t.Errorf("%s <=> %s = %d, %t, want %d, %t", tt.a, tt.b, c, ok, tt.want, tt.ok)
		}
	}
}

// TestJoin checks that joining starts at the end, and that a joined interval can join others.
func TestJoin(t *testing.T) {
	t.Parallel()
	type interval struct{ from, to int64 }
	joined := Join([]interval{{0, 1}, {5, 6}, {1, 4}, {4, 5}}, func(a, b interval) (interval, bool) {
		if !Overlap(Int(a.from), Int(a.to), Int(b.from), Int(b.to)) {
			return a, false
		}
		from, to := Span(Int(a.from), Int(a.to), Int(b.from), Int(b.to))
		first, _ := from.Int64()
		last, _ := to.Int64()
		return interval{first, last}, true
	})
	if len(joined) != 2 || joined[0] != (interval{1, 6}) || joined[1] != (interval{0, 1}) {
		t.Errorf("got %v, want [{1 6} {0 1}]", joined)
	}
	if !Follows(Int(4), Int(5)) || Follows(Int(4), Int(6)) || Follows(Float(4), Int(5)) {
		t.Error("Follows must be true for consecutive Integers only")
	}
}
