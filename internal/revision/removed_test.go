package revision_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/revision"
)

// TestRemoved checks which missing files count as removed: those in the last commit, whether or not
// the removal is staged, but not those that a sparse checkout leaves out.
func TestRemoved(t *testing.T) {
	t.Parallel()
	dir := repository(t, map[string]string{"a/data/staged.yaml": "a: 1\n", "a/data/here [1].yaml": "a: 1\n", "a/data/deleted.yaml": "a: 1\n", "a/data/sparse.yaml": "a: 1\n"})
	a := filepath.Join(dir, "a")
	git(t, dir, "rm", "-q", "a/data/staged.yaml")
	git(t, dir, "update-index", "--skip-worktree", "a/data/sparse.yaml")
	for _, name := range []string{"deleted.yaml", "here [1].yaml", "sparse.yaml"} {
		if err := os.Remove(filepath.Join(a, "data", name)); err != nil {
			t.Fatal(err)
		}
	}
	var missing []string
	for _, name := range []string{"staged.yaml", "deleted.yaml", "here [1].yaml", "sparse.yaml", "never.yaml", "*.yaml"} {
		missing = append(missing, filepath.Join(a, "data", name))
	}
	missing = append(missing, filepath.Join(dir, "outside.yaml"))
	elsewhere := t.TempDir()
	existed := func(path string) bool { return !strings.HasSuffix(path, "*.yaml") }
	for _, test := range []struct {
		dir     string
		missing []string
		existed func(path string) bool
		want    []string
	}{
		{a, missing, nil, []string{"deleted.yaml", "here [1].yaml", "staged.yaml"}},
		{a, missing, existed, []string{"deleted.yaml", "here [1].yaml", "never.yaml", "staged.yaml"}},
		{a, nil, existed, nil},
		{elsewhere, missing, existed, nil},
		{elsewhere, []string{filepath.Join(elsewhere, "data", "a.yaml")}, nil, nil},
		{elsewhere, []string{filepath.Join(elsewhere, "data", "a.yaml")}, existed, []string{"a.yaml"}},
	} {
		var want []string
		for _, name := range test.want {
			want = append(want, filepath.Join(test.dir, "data", name))
		}
		got := slices.Sorted(maps.Keys(revision.Removed(context.Background(), test.dir, test.missing, test.existed)))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("of %v in %s: %s", test.missing, test.dir, diff)
		}
	}
}
