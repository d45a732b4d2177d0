package impactreport_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/impactreport"
)

func TestSummary(t *testing.T) {
	t.Parallel()
	group := func(where string, nodes string, changes ...*impact.Change) *impact.Group {
		return &impact.Group{Where: where, Nodes: strings.Fields(nodes), Changes: changes}
	}
	except := group("every node except those with "+strings.Repeat("x", 80), "x", &impact.Change{Key: "a", Kind: impact.Changed})
	except.IsExcept = true
	a, b := &impact.Change{Key: "a", Kind: impact.Changed}, &impact.Change{Key: "b", Kind: impact.Default}
	fails, works := &impact.Change{Key: "a", Kind: impact.Failing}, &impact.Change{Key: "c", Kind: impact.Working}
	for _, tt := range []struct {
		nodes  int
		groups []*impact.Group
		want   string
	}{
		{0, nil, "Changes no value"},
		{9, nil, "Changes no value"},
		{0, []*impact.Group{group("every node", "x", a)}, "Changes 1 value on every node"},
		{0, []*impact.Group{group("nodes with `facts.role` = `web`", "x", a, b)}, "Changes 2 values on nodes with `facts.role` = `web`"},
		{0, []*impact.Group{group("nodes with "+strings.Repeat("x", 80), "x", a)}, "Changes 1 value on some nodes"},
		{0, []*impact.Group{except}, "Changes 1 value on every node except some"},
		{0, []*impact.Group{group("every node", "x", a), group("nodes with x", "y", b)}, "Changes 2 values on some nodes"},
		{900, []*impact.Group{group("p", "x y", a), group("q", "y z", b, a)}, "Changes 2 values on 3 of 900 nodes"},
		{1, []*impact.Group{group("every node", "x", works)}, "Fixes 1 lookup on the only node"},
		{9, []*impact.Group{group("p", "x", a), group("q", "y", fails, b, works)}, "Changes 1 value, breaks 1 lookup, fixes 1 lookup on 2 of 9 nodes"},
	} {
		if got := impactreport.Summary(&impact.Impact{Nodes: tt.nodes, Groups: tt.groups}); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
