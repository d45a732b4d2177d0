package manifest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/types"
)

// manyTypes returns the text of a type of arrays whose elements have one of n types.
func manyTypes(n int) string {
	var options []string
	for i := range n {
		options = append(options, fmt.Sprintf("Integer[%d, %d]", i, i))
	}
	return "Array[Variant[" + strings.Join(options, ", ") + "]]"
}

// TestIsAffordable checks that regular expressions with back references, and types that visit each value often, are
// only given up for large values, and for smaller ones if many parameters share the budget.
func TestIsAffordable(t *testing.T) {
	for _, test := range []struct {
		typ        string
		strings    int
		parameters int
		want       bool
	}{
		{"Array[String]", 100_000, 0, true},
		{"Array[Pattern[/^a+$/]]", 100_000, 0, true},
		{"Array[Pattern[/^(a+)\\1$/]]", 1000, 1, true},
		{"Array[Pattern[/^(a+)\\1$/]]", 10_000, 1, false},
		{"Array[Pattern[/^(a+)\\1$/]]", 1000, 100, false},
		{"Array[Pattern[/^(a+)\\1$/]]", 1, 1_000_000, true},
		{manyTypes(90), 1_000_000, 1_000_000, true},
		{manyTypes(1000), 1000, 1, true},
		{manyTypes(1000), 10_000, 1, false},
		{manyTypes(1000), 100, 100, false},
	} {
		typ := types.MustParse(test.typ)
		x := &Index{costly: func() int { return test.parameters }}
		v := data.NewArray(slices.Repeat([]*data.Value{data.NewString("aa")}, test.strings))
		if got := x.IsAffordable(typ, slices.Values([]*data.Value{v})); got != test.want {
			t.Errorf("%.40s with %d strings and %d parameters: %t", test.typ, test.strings, test.parameters, got)
		}
	}
}
