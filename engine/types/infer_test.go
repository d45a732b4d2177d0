package types

import (
	"fmt"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/typetest"
)

// TestInfer has types inferred by Puppet 7.23.
func TestInfer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		value *data.Value
		want  string
	}{
		{typetest.List("b", "a", "b"), "Array[Enum['a', 'b'], 3, 3]"},
		{typetest.List("a", "a"), "Array[String, 2, 2]"},
		{typetest.List("a", nil, "b"), "Array[Enum['a', 'b'], 3, 3]"},
		{typetest.List("a", "b", 1, "c"), "Array[ScalarData, 4, 4]"},
		{typetest.Hash("a", 1, "b", 2.5), "Hash[Enum['a', 'b'], Numeric, 2, 2]"},
	} {
		if got := Infer(tt.value).String(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

// TestLargeCollections has collections that are so large that quadratic time would exceed the test timeout.
func TestLargeCollections(t *testing.T) {
	t.Parallel()
	const n = 50_000
	items, entries := make([]*data.Value, n), make([]data.Entry, n)
	for i := range items {
		items[i] = data.NewString(fmt.Sprintf("s%d", i))
		entries[i] = data.Entry{Key: items[i], Value: data.NewInteger(int64(i))}
	}
	if got := Infer(data.NewArray(items)).(*arrayType).element.(*enumType); len(got.values) != n {
		t.Errorf("got an Enum of %d values", len(got.values))
	}
	hash := data.NewHash(entries)
	for _, text := range []string{"Hash[String, String]", "Struct[{a => Optional[Integer]}]"} {
		if found := Mismatches(MustParse(text), hash); len(found) != n {
			t.Errorf("%s: got %d mismatches, want %d", text, len(found), n)
		}
	}
}
