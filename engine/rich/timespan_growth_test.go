package rich_test

import (
	"strings"
	"testing"
	"time"

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

// TestTimespanOfManyFormats has formats that take half a minute if the whole text is matched with each of them.
func TestTimespanOfManyFormats(t *testing.T) {
	t.Parallel()
	formats := make([]*data.Value, 20_000)
	for i := range formats {
		formats[i] = data.NewString("%H:%M:%S.%-N")
	}
	start := time.Now()
	if _, err := rich.NewTimespanOfText(data.NewString(strings.Repeat("9", 100_000)), data.NewArray(formats)); err == nil {
		t.Error("got no error")
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %s", took)
	}
}
