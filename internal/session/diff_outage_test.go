package session_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
)

// TestDiffOfOutage breaks a hiera.yaml, and then a data file: the keys whose lookups fail are
// counted instead of listed.
func TestDiffOfOutage(t *testing.T) {
	t.Parallel()
	const hierarchy = "version: 5\nhierarchy:\n  - {name: Place, path: 'role/%{facts.role}-%{facts.place}.yaml'}\n  - {name: Role, path: 'role/%{facts.role}.yaml'}\n  - {name: Common, path: common.yaml}\n"
	files := map[string]string{"hiera.yaml": hierarchy, "data/role/web.yaml": "own: 1\n", "data/role/db-oslo.yaml": "oslo: 1\n"}
	for i := range 20 {
		files["data/common.yaml"] += fmt.Sprintf("common%02d: 1\n", i)
		files["data/role/db.yaml"] += fmt.Sprintf("common%02d: 2\ndb%02d: 2\n", i, i)
	}
	dir, at := write(t, files)
	filetree.Commit(t, dir)
	for _, test := range []struct {
		name, path, text string
		want             []string
	}{
		{"hiera.yaml", "hiera.yaml", strings.Replace(hierarchy, "  - {name: Common", " - {name: Common", 1), []string{
			"\nevery node\n  ! 42 keys fail: (hiera.yaml): ",
			"\n      common00, common01, ",
		}},
		{"role", "data/role/db.yaml", "a: [\n" + files["data/role/db.yaml"], []string{
			"\nnodes with `facts.role` = `db`\n  ! 41 keys fail, 1 of them on other nodes, or on only some of these: ",
		}},
		{"common", "data/common.yaml", "a: [\n" + files["data/common.yaml"], []string{
			"\nevery node\n  ! 42 keys fail: ",
		}},
	} {
		replace(t, at(test.path), test.text)
		broken := textOf(t, uncommitted(t, dir))
		for _, want := range test.want {
			if !strings.Contains(broken, want) {
				t.Errorf("%s: no %q in\n%s", test.name, want, broken)
			}
		}
		if lines := strings.Count(broken, "\n"); lines > 12 {
			t.Errorf("%s: %d lines:\n%s", test.name, lines, broken)
		}
		filetree.Commit(t, dir)
		replace(t, at(test.path), files[test.path])
		repaired := textOf(t, uncommitted(t, dir))
		for _, want := range test.want {
			want = strings.ReplaceAll(strings.ReplaceAll(want, "! ", "~ "), " fail", " no longer fail")
			if !strings.Contains(repaired, want) {
				t.Errorf("%s repaired: no %q in\n%s", test.name, want, repaired)
			}
		}
		filetree.Commit(t, dir)
	}
}
