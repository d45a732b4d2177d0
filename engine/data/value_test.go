package data

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
)

func hash(entries ...*Value) *Value {
	var list []Entry
	for i := 0; i < len(entries); i += 2 {
		list = append(list, Entry{entries[i], entries[i+1]})
	}
	return NewHash(list)
}

func TestEql(t *testing.T) {
	huge := new(big.Int).Lsh(big.NewInt(1), 70)
	one, text := NewInteger(1), NewString("a")
	tests := []struct {
		name string
		a, b *Value
		want bool
	}{
		{"the same text", text, NewString("a"), true},
		{"another text", text, NewString("b"), false},
		{"a text and a Symbol", text, NewSymbol("a"), false},
		{"Symbols", NewSymbol("a"), NewSymbol("a"), true},
		{"an Integer and a Float", one, NewFloat(1), false},
		{"an Integer and a text", one, NewString("1"), false},
		{"large Integers", NewBigInteger(huge), NewBigInteger(new(big.Int).Set(huge)), true},
		{"a large and a small Integer", NewBigInteger(huge), one, false},
		{"a small Integer made from a large type", NewBigInteger(big.NewInt(1)), one, true},
		{"zeros", NewFloat(0), NewFloat(math.Copysign(0, -1)), true},
		{"not a number", NewFloat(math.NaN()), NewFloat(math.NaN()), true},
		{"bytes and text in ASCII", NewBinaryString("a"), text, true},
		{"bytes and text beyond ASCII", NewBinaryString("é"), NewString("é"), false},
		{"undef", NewUndef(), NewUndef(), true},
		{"undef and false", NewUndef(), NewBoolean(false), false},
		{"lists", NewArray([]*Value{one, text}), NewArray([]*Value{NewInteger(1), text}), true},
		{"lists in another order", NewArray([]*Value{one, text}), NewArray([]*Value{text, one}), false},
		{"empty lists", NewArray(nil), NewArray([]*Value{}), true},
		{"hashes in another order", hash(text, one, one, text), hash(one, text, text, one), true},
		{"hashes with other values", hash(text, one), hash(text, text), false},
		{"a hash with more", hash(text, one), hash(text, one, one, one), false},
		{"sensitive values", NewSensitive(text), NewSensitive(NewString("a")), true},
		{"a sensitive value and its content", NewSensitive(text), text, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Eql(tt.a, tt.b); got != tt.want {
				t.Errorf("Eql is %t", got)
			}
			if got := Eql(tt.b, tt.a); got != tt.want {
				t.Errorf("Eql the other way is %t", got)
			}
			if tt.a.Kind() == Sensitive || tt.b.Kind() == Sensitive {
				return // never a key
			}
			var ids identities
			if got := ids.of(tt.a) == ids.of(tt.b); got != tt.want {
				t.Errorf("the same number: %t", got)
			}
		})
	}
}

func TestGet(t *testing.T) {
	for _, n := range []int{0, 1, indexFrom - 1, indexFrom, 100} {
		var entries []Entry
		for i := range n {
			entries = append(entries, Entry{NewString(fmt.Sprint(i)), NewInteger(int64(i))})
		}
		entries = append(entries, Entry{NewInteger(7), NewString("integer")}, Entry{NewSymbol("s"), NewString("symbol")})
		h := NewHash(entries)
		for i := range n {
			if v, ok := h.Get(fmt.Sprint(i)); !ok || shown(v) != fmt.Sprint(i) {
				t.Errorf("%d entries: key %d is %v", n, i, v)
			}
		}
		if _, ok := h.Get("s"); ok {
			t.Errorf("%d entries: a Symbol is found by its name", n)
		}
		if v, ok := h.GetKey(NewInteger(7)); !ok || v.Text() != "integer" {
			t.Errorf("%d entries: the Integer key is %v", n, v)
		}
		if v, ok := h.GetKey(NewSymbol("s")); !ok || v.Text() != "symbol" {
			t.Errorf("%d entries: the Symbol key is %v", n, v)
		}
		if _, ok := h.GetKey(NewFloat(7)); ok {
			t.Errorf("%d entries: a Float finds the Integer key", n)
		}
	}
}

func TestNumbers(t *testing.T) {
	if i, ok := NewInteger(-5).Int(); !ok || i != -5 {
		t.Errorf("Int is %d, %t", i, ok)
	}
	huge := new(big.Int).Lsh(big.NewInt(1), 70)
	v := NewBigInteger(huge)
	if _, ok := v.Int(); ok {
		t.Error("an Integer of 71 bits fits")
	}
	v.BigInt().SetInt64(0)
	if v.BigInt().Cmp(huge) != 0 {
		t.Error("BigInt gives away the value itself")
	}
	if f := NewFloat(1.5).Float(); f != 1.5 {
		t.Errorf("Float is %v", f)
	}
	if n := hash(v, v).Len() + NewArray([]*Value{v, v}).Len() + NewString("abc").Len(); n != 3 {
		t.Errorf("lengths add up to %d", n)
	}
}

func TestParseBig(t *testing.T) {
	for _, base := range []int{2, 8, 10, 16} {
		for _, n := range []int{1, 999, 1000, 1001, 1999, 2000, 2001, 4000, 7777} {
			digits := strings.Repeat("1011101", n/7+1)[:n]
			for _, digits := range []string{digits, "-" + digits, "+" + digits} {
				want, _ := new(big.Int).SetString(digits, base)
				if got, ok := parseBig(digits, base); !ok || got.Cmp(want) != 0 {
					t.Errorf("%d digits to base %d: %.20s…, %t", n, base, got, ok)
				}
			}
		}
	}
	for _, digits := range []string{"", "1_0", strings.Repeat("9", 1500) + "x" + strings.Repeat("9", 1500)} {
		if i, ok := parseBig(digits, 10); ok {
			t.Errorf("%.20q is %.20s", digits, i)
		}
	}
}
