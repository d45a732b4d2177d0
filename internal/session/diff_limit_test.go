package session_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/impactreport"
	"github.com/hieralint/hieralint/internal/secret"
	"github.com/hieralint/hieralint/internal/session"
)

// TestDiffOfManyPairs checks that each format mentions keys that were not compared on all nodes.
func TestDiffOfManyPairs(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: A, path: 'a/%{facts.a}.yaml'}\n  - {name: B, path: 'b/%{facts.b}.yaml'}\n  - {name: C, path: common.yaml}\n",
		"data/common.yaml": "k: common\n",
	}
	for i := range 5 {
		files[fmt.Sprintf("data/a/%d.yaml", i)], files[fmt.Sprintf("data/b/%d.yaml", i)] = "k: a\n", "k: b\n"
	}
	dir, at := write(t, files)
	filetree.Commit(t, dir)
	replace(t, at("hiera.yaml"), strings.Replace(files["hiera.yaml"], "name: A, path: 'a/%{facts.a}.yaml'}\n  - {name: B, path: 'b/%{facts.b}.yaml'}", "name: B, path: 'b/%{facts.b}.yaml'}\n  - {name: A, path: 'a/%{facts.a}.yaml'}", 1))
	const notice = "too many combinations of files, or of nodes and references: k"
	for _, tt := range []struct {
		limit int
		said  bool
	}{{25, false}, {24, true}} {
		found, err := open(t, session.Options{Paths: []string{dir}, NoConfig: true}).Diff(t.Context(), session.DiffRequest{From: "HEAD", NoFindings: true, MaxPairs: tt.limit})
		if err != nil {
			t.Fatal(err)
		}
		if !found.HasChanges() {
			t.Error("no changes")
		}
		for format, written := range inEachFormat(t, found) {
			if strings.Contains(written, notice) != tt.said {
				t.Errorf("with at most %d pairs, %s:\n%s", tt.limit, format, written)
			}
		}
	}
}

// TestDiffOfLargeValues checks that values are omitted if they are too large together.
func TestDiffOfLargeValues(t *testing.T) {
	t.Parallel()
	const keys = 100
	for name, reference := range map[string]string{"aliases": "%{alias('big')}", "strings": "x%{lookup('big')}"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var common strings.Builder
			common.WriteString("small: 1\nbig:\n")
			for i := range 100 {
				fmt.Fprintf(&common, "  k%d: some text%s\n", i, strings.Repeat(".", 200))
			}
			for i := range keys {
				fmt.Fprintf(&common, "r%d: \"%s\"\n", i, reference)
			}
			files := map[string]string{"hiera.yaml": "version: 5\nhierarchy: [{name: A, path: common.yaml}]\n", "data/common.yaml": common.String()}
			dir, at := write(t, files)
			filetree.Commit(t, dir)
			replace(t, at("data/common.yaml"), strings.ReplaceAll(strings.Replace(common.String(), "small: 1", "small: 2", 1), "some text", "other text"))
			found, err := open(t, session.Options{Paths: []string{dir}, NoConfig: true}).Diff(t.Context(), session.DiffRequest{From: "HEAD", NoFindings: true, MaxSize: 1 << 20})
			if err != nil {
				t.Fatal(err)
			}
			changed, shown := 0, 0
			for _, c := range found.Groups[0].Changes {
				changed++
				if as, _ := secret.AsWithheld(c.After.Value); len(c.Edits) > 1 || as != secret.IsTooLarge {
					shown++
				}
				if c.Key == "small" && c.After.Value.Kind() != data.Integer {
					t.Error("a small value was omitted")
				}
			}
			if changed != keys+2 || shown == 0 || shown == changed {
				t.Errorf("%d changes, %d of them shown", changed, shown)
			}
			for format, written := range inEachFormat(t, found) {
				if !strings.Contains(written, "together they are larger than 1 MB: r") {
					t.Errorf("%s does not mention the omitted values", format)
				}
			}
		})
	}
}

// inEachFormat returns the report of a diff in each format.
func inEachFormat(t *testing.T, found *impact.Impact) map[string]string {
	t.Helper()
	var text, markdown, page, json strings.Builder
	for _, err := range []error{
		impactreport.WriteText(&text, found), impactreport.WriteMarkdown(&markdown, found, impactreport.MaxComment), impactreport.WriteHTML(&page, found), impactreport.WriteJSON(&json, found),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return map[string]string{"text": text.String(), "markdown": markdown.String(), "html": page.String(), "json": json.String()}
}
