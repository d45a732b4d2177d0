package revision_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
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
	got := slices.Sorted(maps.Keys(revision.Removed(context.Background(), a, missing)))
	want := []string{filepath.Join(a, "data", "deleted.yaml"), filepath.Join(a, "data", "here [1].yaml"), filepath.Join(a, "data", "staged.yaml")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := revision.Removed(context.Background(), a, nil); len(got) > 0 {
		t.Errorf("of no files, %v were removed", got)
	}
	if got := revision.Removed(context.Background(), t.TempDir(), missing); len(got) > 0 {
		t.Errorf("outside of a repository, %v were removed", got)
	}
}
