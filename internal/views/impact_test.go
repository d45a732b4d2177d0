package views_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/views"
)

// many is an impact of so many groups.
func many(groups int) *impact.Impact {
	i := &impact.Impact{Before: impact.Revision{Name: "main", Commit: strings.Repeat("a", 40)}, After: impact.Revision{Name: "the working tree"}}
	for n := range groups {
		i.Groups = append(i.Groups, &impact.Group{
			Where: fmt.Sprintf("nodes with `role` = `r%d`", n), Nodes: []string{fmt.Sprintf("`role` = `r%d`", n)},
			Changes: []*impact.Change{{Key: "k", Kind: impact.Added, After: impact.Outcome{Value: data.NewString(strings.Repeat("x", 200))}}},
		})
	}
	return i
}

// TestImpactMarkdownSize checks that a comment is never larger than its host takes, and says what is left out.
func TestImpactMarkdownSize(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ groups, size int }{{1, 65536}, {100, 65536}, {5000, 65536}, {5000, 1_000_000}, {20, 1000}} {
		var b bytes.Buffer
		if err := views.WriteImpactMarkdown(&b, many(tt.groups), tt.size); err != nil {
			t.Fatal(err)
		}
		shown := strings.Count(b.String(), "```diff")
		left := fmt.Sprintf("%d parts of %d left out", tt.groups-shown, tt.groups)
		if b.Len() > tt.size || strings.Contains(b.String(), left) != (shown < tt.groups) {
			t.Errorf("%d groups in %d bytes: %d bytes, %d groups shown", tt.groups, tt.size, b.Len(), shown)
		}
		if !strings.HasPrefix(b.String(), views.CommentMark+"\n") {
			t.Error("the comment cannot be found again")
		}
	}
}

// TestImpactMarkdownIsText checks that nothing in a tree becomes more than text in a comment or a page.
func TestImpactMarkdownIsText(t *testing.T) {
	t.Parallel()
	const forged = "x```\n<script>alert(1)</script> @admin [a](https://example.com) **b**"
	i := &impact.Impact{Groups: []*impact.Group{{
		Where: forged, Nodes: []string{forged, forged, forged, forged}, Count: 4,
		Changes: []*impact.Change{{Key: forged, Kind: impact.Failing, After: impact.Outcome{Failure: forged, Places: []impact.Place{{Path: forged, Line: 1}}}}},
	}}, Environments: []string{forged}}
	var b bytes.Buffer
	if err := views.WriteImpactMarkdown(&b, i, views.MaxComment); err != nil {
		t.Fatal(err)
	}
	outside := b.String()
	start := strings.Index(outside, "````diff\n")
	end := strings.Index(outside, "\n````\n")
	if start < 0 || end < start {
		t.Fatalf("the block ends within:\n%s", outside)
	}
	outside = outside[:start] + outside[end:]
	for _, bad := range []string{"<script", "@admin", "](", "**b", "```\n<"} {
		if strings.Contains(outside, bad) {
			t.Errorf("there is %q in\n%s", bad, outside)
		}
	}
	b.Reset()
	if err := views.WriteImpactHTML(&b, i); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "<script") {
		t.Errorf("there is a script in\n%s", b.String())
	}
}
