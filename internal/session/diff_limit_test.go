package session_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/views"
)

// TestDiffOfManyPairs checks that each format says so where a key is not compared on all nodes.
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
	const notice = "too many combinations: k"
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
		var text, markdown, page, json strings.Builder
		for _, err := range []error{
			views.WriteImpact(&text, found), views.WriteImpactMarkdown(&markdown, found, views.MaxComment), views.WriteImpactHTML(&page, found), views.WriteImpactJSON(&json, found),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		for format, written := range map[string]string{"text": text.String(), "markdown": markdown.String(), "html": page.String(), "json": json.String()} {
			if strings.Contains(written, notice) != tt.said {
				t.Errorf("with at most %d pairs, %s:\n%s", tt.limit, format, written)
			}
		}
	}
}
