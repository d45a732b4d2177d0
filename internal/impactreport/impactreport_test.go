package impactreport_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/browser"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/impactreport"
	"github.com/hieralint/hieralint/internal/place"
	"github.com/hieralint/hieralint/internal/reference"
)

// many returns an impact with a number of groups.
func many(groups int) *impact.Impact {
	i := &impact.Impact{Before: impact.Revision{Name: "main", Commit: strings.Repeat("a", 40)}, After: impact.Revision{Name: "the working tree"}}
	for n := range groups {
		i.Groups = append(i.Groups, &impact.Group{
			Where: fmt.Sprintf("nodes with `role` = `r%d`", n), Nodes: []string{fmt.Sprintf("`role` = `r%d`", n)},
			Changes: []*impact.Change{{Key: "k", Kind: impact.Added, After: impact.Outcome{Value: data.NewString(strings.Repeat("x", 200) + fmt.Sprint(n))}}},
		})
	}
	return i
}

// TestMarkdownSize checks that a comment fits the limit, shows as much as possible, and says
// what was omitted.
func TestMarkdownSize(t *testing.T) {
	t.Parallel()
	oneGroup := many(1)
	for range 4999 {
		oneGroup.Groups[0].Changes = append(oneGroup.Groups[0].Changes, oneGroup.Groups[0].Changes[0])
	}
	manyNodes := many(100)
	for _, g := range manyNodes.Groups {
		g.Count = 10_000
		g.Nodes = slices.Repeat([]string{"node0001.example.com"}, g.Count)
	}
	manyEdits := many(2)
	for n := range 10_000 {
		c := manyEdits.Groups[0].Changes[0]
		c.Kind, c.Edits = impact.Changed, append(c.Edits, impact.Edit{Operation: impact.Add, Path: []string{fmt.Sprint("k", n)}, After: data.NewString("\U0001f600`````")})
	}
	withFindings := many(5000)
	withFindings.New = slices.Repeat([]impact.Finding{{Rule: &diagnostic.Descriptor{Name: "r"}, Severity: diagnostic.Warning, Message: "found"}}, 40)
	for _, tt := range []struct {
		name   string
		impact *impact.Impact
		size   int
	}{
		{"1 group", many(1), 65536}, {"100 groups", many(100), 65536}, {"5000 groups", many(5000), 65536}, {"for GitLab", many(5000), 1_000_000}, {"small", many(20), 1000},
		{"one large group", oneGroup, 65536}, {"many nodes", manyNodes, 65536}, {"many edits", manyEdits, 65536}, {"findings", withFindings, 65536},
	} {
		var b bytes.Buffer
		if err := impactreport.WriteMarkdown(&b, tt.impact, tt.size); err != nil {
			t.Fatal(err)
		}
		changes, shown := 0, strings.Count(b.String(), "\n+ k: ")+strings.Count(b.String(), "\n! k\n")
		for _, g := range tt.impact.Groups {
			changes += len(g.Changes)
		}
		left := fmt.Sprintf("\n%d of %d changes left out to keep the comment short.", changes-shown, changes)
		if b.Len() > tt.size || strings.Contains(b.String(), left) != (shown < changes) {
			t.Errorf("%s: %d changes in %d bytes: %d bytes, %d shown", tt.name, changes, tt.size, b.Len(), shown)
		}
		if shown < changes && b.Len() < tt.size*2/3 {
			t.Errorf("%s: only %d of %d bytes used", tt.name, b.Len(), tt.size)
		}
		if strings.Count(b.String(), "warning: found") != len(tt.impact.New) {
			t.Errorf("%s: findings missing", tt.name)
		}
		if !strings.HasPrefix(b.String(), impactreport.CommentMark+"\n") {
			t.Errorf("%s: the marker that identifies the comment is missing", tt.name)
		}
	}
}

// TestMarkdownIsText checks that names and values are shown as text, in comments and in
// pages.
func TestMarkdownIsText(t *testing.T) {
	t.Parallel()
	const forged = "x```\n<script>alert(1)</script> @admin [a](https://example.com) **b**"
	i := &impact.Impact{Groups: []*impact.Group{{
		Where: forged, Nodes: []string{forged, forged, forged, forged}, Count: 4,
		Changes: []*impact.Change{{Key: forged, Kind: impact.Failing, After: impact.Outcome{Failure: forged, Places: []place.Place{{Path: forged, Line: 1}}}}},
	}}, Environments: []string{forged}}
	var b bytes.Buffer
	if err := impactreport.WriteMarkdown(&b, i, impactreport.MaxComment); err != nil {
		t.Fatal(err)
	}
	outside := b.String()
	start := strings.Index(outside, "````diff\n")
	end := strings.Index(outside, "\n````\n")
	if start < 0 || end < start {
		t.Fatalf("the code block ends early:\n%s", outside)
	}
	outside = outside[:start] + outside[end:]
	for _, bad := range []string{"<script", "@admin", "](", "**b", "```\n<"} {
		if strings.Contains(outside, bad) {
			t.Errorf("unescaped %q in\n%s", bad, outside)
		}
	}
	b.Reset()
	if err := impactreport.WriteHTML(&b, i); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "<script") {
		t.Errorf("unescaped script in\n%s", b.String())
	}
}

// TestNarrowPage checks in a browser that long words are wrapped.
func TestNarrowPage(t *testing.T) {
	t.Parallel()
	if !reference.Long() {
		t.Skip("starts a browser; HIERALINT_TEST_LONG=1 runs it")
	}
	i := many(1)
	i.Groups[0].Where = "nodes with `role` = `" + strings.Repeat("r", 100) + "`"
	var b bytes.Buffer
	if err := impactreport.WriteHTML(&b, i); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	page := browser.Start(t).Open(t, "file://"+filepath.ToSlash(file), browser.View{Width: 400, Height: 800})
	var wide []string
	page.Run(t, `[...document.querySelectorAll("html, pre")].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.tagName)`, &wide)
	if len(wide) > 0 {
		t.Errorf("the content of %v is wider than they are", wide)
	}
}

// TestGroups checks that each heading and each set of changes is shown once, with the changed
// files.
func TestGroups(t *testing.T) {
	t.Parallel()
	array := func(edits ...impact.Edit) *impact.Change {
		return &impact.Change{Key: "jobs", Kind: impact.Changed, Edits: edits, After: impact.Outcome{
			Places: []place.Place{{Path: "other.yaml", Line: 1}, {Path: "data.yaml", Line: 7}}, Responsible: []place.Place{{Path: "data.yaml", Line: 7}},
		}}
	}
	removed := array(impact.Edit{Operation: impact.Remove, Path: []string{impact.Element}, Before: data.NewString("a")})
	nested := array(
		impact.Edit{Operation: impact.Add, Path: []string{"x.y", "z", impact.Element}, After: data.NewString("b")},
		impact.Edit{Operation: impact.Replace, Path: []string{"z", "[2]", "port"}, Before: data.NewInteger(1), After: data.NewInteger(2)},
	)
	gone := &impact.Change{Key: "app::on", Kind: impact.Removed, Before: impact.Outcome{Value: data.NewBoolean(true), Places: []place.Place{{Path: "gone.yaml", Line: 3}}}, After: impact.Outcome{Default: "true"}}
	i := &impact.Impact{
		Before: impact.Revision{Name: "main"}, After: impact.Revision{Name: "the working tree"},
		Groups: []*impact.Group{
			{Where: "nodes with `a` = `1`", Nodes: []string{"x"}, Changes: []*impact.Change{nested}},
			{Environment: "dev", Where: "every node", Nodes: []string{"x"}, Changes: []*impact.Change{removed}},
			{Environment: "prod", Where: "every node", Nodes: []string{"x"}, Changes: []*impact.Change{removed}},
			{Where: "nodes with `a` = `1`", Nodes: []string{"y"}, Changes: []*impact.Change{gone}},
		},
	}
	const wantText = `2 keys change between main and the working tree.

nodes with ` + "`a` = `1`" + `
  - app::on: true (now the default of the class, which is the same)
      was gone.yaml:3
  ~ jobs
      + element of 'x.y'.z: "b"
      ~ z[2].port: 1 -> 2
      at data.yaml:7

dev, every node
prod, every node
  ~ jobs
      - element: "a"
      at data.yaml:7
`
	var b bytes.Buffer
	if err := impactreport.WriteText(&b, i); err != nil || b.String() != wantText {
		t.Errorf("%v, got\n%s", err, b.String())
	}
	const wantMarkdown = impactreport.CommentMark + `
### Hiera: 2 keys change between main and the working tree

**nodes with ` + "`a` = `1`" + `**

` + "```diff" + `
- app::on: true (now the default of the class, which is the same)
# was gone.yaml:3
! jobs
+     element of 'x.y'.z: "b"
!     z[2].port: 1 -> 2
# data.yaml:7
` + "```" + `

**dev, every node**<br>
**prod, every node**

` + "```diff" + `
! jobs
-     element: "a"
# data.yaml:7
` + "```" + `
`
	b.Reset()
	if err := impactreport.WriteMarkdown(&b, i, impactreport.MaxComment); err != nil || b.String() != wantMarkdown {
		t.Errorf("%v, got\n%s", err, b.String())
	}
}

func TestNamesEnvironments(t *testing.T) {
	t.Parallel()
	for environment, want := range map[string]string{
		"": "every node", "environments/production": "environments/production, every node", ".": "top-level environment, every node",
		". (hiera/production.yaml)": "top-level environment (hiera/production.yaml), every node", ".dev": ".dev, every node",
	} {
		removed := &impact.Change{Key: "a", Kind: impact.Removed, Before: impact.Outcome{Value: data.NewInteger(1)}}
		var b strings.Builder
		i := &impact.Impact{Groups: []*impact.Group{{Environment: environment, Where: "every node", Nodes: []string{"x"}, Changes: []*impact.Change{removed}}}}
		if err := impactreport.WriteText(&b, i); err != nil || !strings.Contains(b.String(), "\n\n"+want+"\n") {
			t.Errorf("%q: %v, got\n%s\nwant the heading %q", environment, err, b.String(), want)
		}
	}
}

// TestJSONInParts checks that a document that is written in parts is written as a whole would be.
func TestJSONInParts(t *testing.T) {
	t.Parallel()
	moved := many(2)
	moved.Moved, moved.Groups[1].Count = moved.Groups, 7
	moved.Groups = append(moved.Groups, &impact.Group{Where: "<all> & \u202e", Nodes: []string{}})
	moved.New = []impact.Finding{{Rule: &diagnostic.Descriptor{Name: "r"}, Severity: diagnostic.Warning, Message: "found"}}
	for name, found := range map[string]*impact.Impact{"nothing": {}, "groups": many(3), "moved": moved} {
		var b, whole bytes.Buffer
		if err := impactreport.WriteJSON(&b, found); err != nil {
			t.Fatal(err)
		}
		if err := json.Indent(&whole, bytes.TrimSpace(b.Bytes()), "", "  "); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, b.String())
		}
		if got, want := b.String(), whole.String()+"\n"; got != want {
			t.Errorf("%s:\n%s\nwant:\n%s", name, got, want)
		}
	}
}

// TestLargePage checks that a page with very many changes shows the first ones, and how many it omits.
func TestLargePage(t *testing.T) {
	t.Parallel()
	of := func(where string, changes int) *impact.Group {
		g := &impact.Group{Where: where, Nodes: []string{where}, Count: 1}
		for n := range changes {
			g.Changes = append(g.Changes, &impact.Change{Key: fmt.Sprintf("%s%04d", where, n), Kind: impact.Changed})
		}
		return g
	}
	var b strings.Builder
	if err := impactreport.WriteHTML(&b, &impact.Impact{Nodes: 3, Groups: []*impact.Group{of("a", 3000), of("b", 3000), of("c", 1)}}); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for text, want := range map[string]bool{
		"a2999": true, "b1999": true, "b2000": false, "c0000": false, "and 1001 more changes (the page shows 5000; --format text lists all)": true,
	} {
		if strings.Contains(page, text) != want {
			t.Errorf("the page contains %q: %t, want %t", text, !want, want)
		}
	}
}
