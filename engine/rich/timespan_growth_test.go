package rich_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rich"
)

// TestTimespanOfLongFormat has formats that take minutes with a backtracking implementation.
func TestTimespanOfLongFormat(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1000, 50_000} {
		format := data.NewString(strings.Repeat("%D-%H", n))
		if _, err := rich.NewTimespanOfText(data.NewString(strings.Repeat("1-1", n)), format); err == nil {
			t.Errorf("format of %d parts: got no error", n)
		}
	}
	if _, err := rich.NewTimespanOfText(data.NewString("1-2"), data.NewString("%D-%H")); err != nil {
		t.Error(err)
	}
}
