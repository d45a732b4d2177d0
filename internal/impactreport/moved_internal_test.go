package impactreport

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/place"
)

// TestMovedLinesOrder checks that keys that come from any of the same files are combined in every run.
func TestMovedLinesOrder(t *testing.T) {
	t.Parallel()
	const files = impact.MaxOutcomes + 3
	in := func(dir string, i int) impact.Outcome {
		return impact.Outcome{Places: []place.Place{{Path: fmt.Sprintf("%s/%d.yaml", dir, i)}}}
	}
	g := &impact.Group{}
	for i := range files {
		for k := range files {
			g.Changes = append(g.Changes, &impact.Change{Key: fmt.Sprintf("k%d%d", i, k), Before: in("a", i), After: in("b", k)})
		}
	}
	want := movedLines(&impact.Impact{Moved: []*impact.Group{g}})
	for range 20 {
		if got := movedLines(&impact.Impact{Moved: []*impact.Group{g}}); !slices.Equal(got, want) {
			t.Fatalf("got %q, then %q", want, got)
		}
	}
	if len(want) != 1 {
		t.Errorf("got %q, want one line", want)
	}
}
