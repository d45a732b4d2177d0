package data

import (
	"fmt"
	"math"
	"math/big"
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
		{"equal strings", text, NewString("a"), true},
		{"different strings", text, NewString("b"), false},
		{"a String and a Symbol", text, NewSymbol("a"), false},
		{"Symbols", NewSymbol("a"), NewSymbol("a"), true},
		{"an Integer and a Float", one, NewFloat(1), false},
		{"an Integer and a String", one, NewString("1"), false},
		{"large Integers", NewBigInteger(huge), NewBigInteger(new(big.Int).Set(huge)), true},
		{"a large and a small Integer", NewBigInteger(huge), one, false},
		{"a small Integer created by NewBigInteger", NewBigInteger(big.NewInt(1)), one, true},
		{"zeros", NewFloat(0), NewFloat(math.Copysign(0, -1)), true},
		{"NaN", NewFloat(math.NaN()), NewFloat(math.NaN()), true},
		{"binary and UTF-8 strings, ASCII", NewBinaryString("a"), text, true},
		{"binary and UTF-8 strings, not ASCII", NewBinaryString("é"), NewString("é"), false},
		{"undef", NewUndef(), NewUndef(), true},
		{"undef and false", NewUndef(), NewBoolean(false), false},
		{"arrays", NewArray([]*Value{one, text}), NewArray([]*Value{NewInteger(1), text}), true},
		{"arrays in another order", NewArray([]*Value{one, text}), NewArray([]*Value{text, one}), false},
		{"empty arrays", NewArray(nil), NewArray([]*Value{}), true},
		{"hashes in another order", hash(text, one, one, text), hash(one, text, text, one), true},
		{"hashes with other values", hash(text, one), hash(text, text), false},
		{"a hash with more entries", hash(text, one), hash(text, one, one, one), false},
		{"sensitive values", NewSensitive(text), NewSensitive(NewString("a")), true},
		{"a sensitive value and its content", NewSensitive(text), text, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Eql(tt.a, tt.b); got != tt.want {
				t.Errorf("Eql(a, b) = %t", got)
			}
			if got := Eql(tt.b, tt.a); got != tt.want {
				t.Errorf("Eql(b, a) = %t", got)
			}
			if tt.a.Kind() == Sensitive || tt.b.Kind() == Sensitive {
				return // never a key
			}
			var ids identities
			if got := ids.of(tt.a) == ids.of(tt.b); got != tt.want {
				t.Errorf("same identity: got %t", got)
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
				t.Errorf("%d entries: key %d: got %v", n, i, v)
			}
		}
		if _, ok := h.Get("s"); ok {
			t.Errorf("%d entries: String key s: found the Symbol key", n)
		}
		if v, ok := h.GetKey(NewInteger(7)); !ok || v.Text() != "integer" {
			t.Errorf("%d entries: Integer key: got %v", n, v)
		}
		if v, ok := h.GetKey(NewSymbol("s")); !ok || v.Text() != "symbol" {
			t.Errorf("%d entries: Symbol key: got %v", n, v)
		}
		if _, ok := h.GetKey(NewFloat(7)); ok {
			t.Errorf("%d entries: Float key: found the Integer key", n)
		}
	}
}

func TestNumbers(t *testing.T) {
	if i, ok := NewInteger(-5).Int(); !ok || i != -5 {
		t.Errorf("Int() = %d, %t", i, ok)
	}
	huge := new(big.Int).Lsh(big.NewInt(1), 70)
	v := NewBigInteger(huge)
	if _, ok := v.Int(); ok {
		t.Error("Int() of a 71-bit integer: ok is true")
	}
	v.BigInt().SetInt64(0)
	if v.BigInt().Cmp(huge) != 0 {
		t.Error("BigInt does not return a copy")
	}
	if f := NewFloat(1.5).Float(); f != 1.5 {
		t.Errorf("Float() = %v, want 1.5", f)
	}
	if n := hash(v, v).Len() + NewArray([]*Value{v, v}).Len() + NewString("abc").Len(); n != 3 {
		t.Errorf("sum of lengths = %d, want 3", n)
	}
}
