package key

import (
	"math/big"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
)

// object is a rich value with a Ruby class.
type object struct{}

func (object) RubyClass() string { return "Puppet::Pops::Time::Timestamp" }

func TestDig(t *testing.T) {
	s := data.NewString
	i := data.NewInteger
	list := func(items ...*data.Value) *data.Value { return data.NewArray(items) }
	hash := func(pairs ...*data.Value) *data.Value {
		var entries []data.Entry
		for n := 0; n < len(pairs); n += 2 {
			entries = append(entries, data.Entry{Key: pairs[n], Value: pairs[n+1]})
		}
		return data.NewHash(entries)
	}
	huge, _ := new(big.Int).SetString("18446744073709551616", 10)
	h := hash(s("a"), hash(s("b"), list(i(1), i(2))), i(1), s("int"), s("1"), s("str"), data.NewFloat(1), s("float"),
		data.NewBigInteger(huge), s("huge"), s("n"), data.NewUndef())
	const mismatch = "Data Provider type mismatch: Got "
	tests := []struct {
		key   string
		value *data.Value
		want  *data.Value // nil if not found
		err   string
	}{
		{"x", s("v"), s("v"), ""},
		{"h.a.b.1", h, i(2), ""},
		{"h.1", h, s("int"), ""},
		{"h.'1'", h, s("str"), ""},
		{"h.+01", h, s("int"), ""},
		{"h.18446744073709551616", h, s("huge"), ""},
		{"h.nope", h, nil, ""},
		{"h.n", h, data.NewUndef(), ""},
		{"h.n.x", h, nil, ""},
		{"h.a.b.2", h, nil, ""},
		{"h.a.b.-1", h, nil, ""},
		{"h.a.b.18446744073709551616", h, nil, ""},
		{"u.x.y", data.NewUndef(), nil, ""},
		{"h.a.b.x", h, nil, mismatch + "Array when a hash-like object was expected to access value using 'x' from key 'h.a.b.x'"},
		{`l."0"`, list(i(1)), nil, mismatch + `Array when a hash-like object was expected to access value using '0' from key 'l."0"'`},
		{"s.+0", s("v"), nil, mismatch + "String when a hash-like object was expected to access value using '0' from key 's.+0'"},
		{"f.x", data.NewFloat(1.5), nil, mismatch + "Float when a hash-like object was expected to access value using 'x' from key 'f.x'"},
		{"i.x", i(5), nil, mismatch + "Integer when a hash-like object was expected to access value using 'x' from key 'i.x'"},
		{"b.x", data.NewBoolean(true), nil, mismatch + "TrueClass when a hash-like object was expected to access value using 'x' from key 'b.x'"},
		{"b.x", data.NewBoolean(false), nil, mismatch + "FalseClass when a hash-like object was expected to access value using 'x' from key 'b.x'"},
		{"d.x", data.NewDefault(), nil, mismatch + "Symbol when a hash-like object was expected to access value using 'x' from key 'd.x'"},
		{"p.x", data.NewSensitive(h), nil, mismatch + "Puppet::Pops::Types::PSensitiveType::Sensitive when a hash-like object was expected to access value using 'x' from key 'p.x'"},
		{"o.x", data.NewRich(object{}), nil, mismatch + "Puppet::Pops::Time::Timestamp when a hash-like object was expected to access value using 'x' from key 'o.x'"},
		{"o.x", data.NewRich(1), nil, mismatch + "Object when a hash-like object was expected to access value using 'x' from key 'o.x'"},
	}
	for _, tt := range tests {
		t.Run(tt.key, func(t *testing.T) {
			k, err := Parse(tt.key)
			if err != nil {
				t.Fatal(err)
			}
			got, found, err := k.Dig(tt.value)
			if text := errorText(err); text != tt.err {
				t.Fatalf("error = %q, want %q", text, tt.err)
			}
			if found != (tt.want != nil) {
				t.Fatalf("found = %t", found)
			}
			if found && !data.Eql(got, tt.want) {
				t.Errorf("got a %s, want a %s", got.Kind(), tt.want.Kind())
			}
		})
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
