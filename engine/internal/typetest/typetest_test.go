package typetest

import (
	"encoding/json"
	"math"
	"math/big"
	"math/rand"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
)

func init() { TypeValue = data.NewString }

func TestEncode(t *testing.T) {
	t.Parallel()
	for want, v := range map[string]*data.Value{
		`null`: Value(nil), `true`: Value(true), `5`: Value(5), `1.0`: Value(1.0), `"a"`: Value("a"), `[1,"b"]`: List(1, "b"),
		`{"__type":"Float","value":"NaN"}`:                    Value(math.NaN()),
		`{"__type":"Hash","value":[["a",1],[2,[null]]]}`:      Hash("a", 1, 2, List(nil)),
		`{"__type":"Symbol","value":"a"}`:                     data.NewSymbol("a"),
		`{"__type":"Default","value":null}`:                   data.NewDefault(),
		`{"__type":"Sensitive","value":"a"}`:                  data.NewSensitive(Value("a")),
		`{"__type":"Integer","value":"18446744073709551616"}`: data.NewBigInteger(new(big.Int).Lsh(big.NewInt(1), 64)),
	} {
		if got, err := json.Marshal(Encode(v)); err != nil || string(got) != want {
			t.Errorf("got %s, %v; want %s", got, err, want)
		}
	}
}

func TestSame(t *testing.T) {
	t.Parallel()
	type answer = map[string]any
	for _, tt := range []struct {
		puppet, mine answer
		want         bool
	}{
		{answer{"value": 1.0}, answer{"value": 1}, true},
		{answer{"value": 1.0}, answer{"value": 2}, false},
		{answer{"error": "a", "class": "ArgumentError"}, answer{"error": "a"}, true},
		{answer{"error": "a", "class": "ArgumentError"}, answer{"error": "b"}, false},
		{answer{"error": "a", "class": "ArgumentError"}, answer{"error": "a", "class": "TypeError"}, false},
		{answer{"error": "a", "class": "NoMethodError"}, answer{"error": "b"}, true},         // a bug in Puppet
		{answer{"string": "#<Object:0x00001>"}, answer{"string": "#<Object:0x00002>"}, true}, // addresses
	} {
		if got := same(tt.puppet, tt.mine); got != tt.want {
			t.Errorf("same(%v, %v) = %t", tt.puppet, tt.mine, got)
		}
	}
}

// TestRandomValue checks that the same seed generates the same values.
func TestRandomValue(t *testing.T) {
	t.Parallel()
	ask := func() (texts []string) {
		r := rand.New(rand.NewSource(1))
		for range 50 {
			value, err := json.Marshal(Encode(RandomValue(r, 2)))
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(value))
		}
		return texts
	}
	first, second := ask(), ask()
	for i := range first {
		if first[i] != second[i] {
			t.Fatalf("value %d: got %s, then %s", i, first[i], second[i])
		}
	}
}

func TestSetEntry(t *testing.T) {
	t.Parallel()
	entries := setEntry(setEntry(setEntry(nil, Value("a"), Value(1)), Value("b"), Value(2)), Value("a"), Value(3))
	if got, want := data.NewHash(entries), Hash("a", 3, "b", 2); !data.Eql(got, want) {
		t.Errorf("got %v", got)
	}
}
