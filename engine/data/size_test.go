package data

import (
	"math"
	"math/big"
	"testing"
)

// TestSize checks that shared values count once per reference.
func TestSize(t *testing.T) {
	t.Parallel()
	v := NewArray([]*Value{NewString("x")})
	for range 10 {
		v = NewArray([]*Value{v, v})
	}
	if got, want := v.Size(), 1<<10*(16+16+1)+(1<<10-1)*16; got != want {
		t.Errorf("got %d, want %d", got, want)
	}
	for range 100 {
		v = NewHash([]Entry{{NewString("a"), v}, {NewString("b"), v}})
	}
	if got := v.Size(); got < 1<<40 || got > 1<<41 {
		t.Errorf("got %d, want between 1<<40 and 1<<41", got)
	}
}

// TestHash checks that equal values have the same hash code.
func TestHash(t *testing.T) {
	t.Parallel()
	large := new(big.Int).Lsh(big.NewInt(1), 70)
	equal := [][2]*Value{
		{NewInteger(1), NewFloat(1)},
		{NewFloat(0), NewFloat(math.Copysign(0, -1))},
		{NewBigInteger(large), NewFloat(math.Ldexp(1, 70))},
		{NewString("a"), NewBinaryString("a")},
		{NewArray([]*Value{NewInteger(1), NewUndef()}), NewArray([]*Value{NewFloat(1), NewUndef()})},
		{
			NewHash([]Entry{{NewString("a"), NewInteger(1)}, {NewString("b"), NewInteger(2)}}),
			NewHash([]Entry{{NewString("b"), NewInteger(2)}, {NewString("a"), NewInteger(1)}}),
		},
	}
	for _, pair := range equal {
		if pair[0].Hash() != pair[1].Hash() {
			t.Errorf("%v and %v have different hash codes", pair[0], pair[1])
		}
	}
	if NewArray([]*Value{NewInteger(1), NewInteger(2)}).Hash() == NewArray([]*Value{NewInteger(2), NewInteger(1)}).Hash() {
		t.Error("arrays in different order have the same hash code")
	}
}

func TestHashBuilder(t *testing.T) {
	t.Parallel()
	var b HashBuilder
	list := func(i int64) *Value { return NewArray([]*Value{NewInteger(i)}) }
	for i := range int64(20) {
		b.Set(NewInteger(i%5), NewInteger(i))
		b.Set(NewFloat(float64(i%5)), NewInteger(i))
		b.Set(list(i%5), NewInteger(i))
	}
	if v, ok := b.Get(list(3)); !ok || !Eql(v, NewInteger(18)) {
		t.Errorf("got %v, want 18", v)
	}
	if _, ok := b.Get(NewString("3")); ok {
		t.Error("found a value for the string key 3")
	}
	h := b.Hash()
	if h.Len() != 15 || !Eql(h.Entries()[0].Key, NewInteger(0)) || !Eql(h.Entries()[0].Value, NewInteger(15)) || !Eql(h.Entries()[1].Key, NewFloat(0)) {
		t.Errorf("got %d entries", h.Len())
	}
}

// TestIndexCompares checks that a search takes about one comparison, regardless of the size of the index.
func TestIndexCompares(t *testing.T) {
	t.Parallel()
	var x Index
	const n = 10_000
	for i := range int64(n) {
		x.Add(NewArray([]*Value{NewInteger(i)}))
	}
	compared := 0
	equal := func(a, b *Value) bool {
		compared++
		return Eql(a, b)
	}
	for i := range int64(2 * n) {
		if found := x.Find(NewArray([]*Value{NewInteger(i)}), equal) >= 0; found != (i < n) {
			t.Fatalf("%d: got found %v", i, found)
		}
	}
	if compared > n+n/100 {
		t.Errorf("got %d comparisons", compared)
	}
}
