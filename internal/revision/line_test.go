package revision_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/revision"
)

// TestLastChange checks that a line's last change is that of the innermost repository, also through
// links.
func TestLastChange(t *testing.T) {
	dir := filetree.Write(t, map[string]string{"outer/data/common.yaml": "a: 1\n", "outer/data/new.yaml": "", "outer/module/data/common.yaml": "b: 1\n", "outside/common.yaml": "c: 1\n"})
	filetree.Commit(t, filepath.Join(dir, "outer", "module"))
	inner := git(t, filepath.Join(dir, "outer", "module"), "rev-parse", "HEAD")
	filetree.Commit(t, filepath.Join(dir, "outer"))
	outer := git(t, filepath.Join(dir, "outer"), "rev-parse", "HEAD")
	filetree.Symlink(t, filepath.Join(dir, "outer", "data"), filepath.Join(dir, "outside", "linked"))
	if err := os.WriteFile(filepath.Join(dir, "outer", "data", "new.yaml"), []byte("d: 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var history revision.History
	for path, want := range map[string]string{
		"outer/data/common.yaml": outer, "outer/data/new.yaml": "", "outer/module/data/common.yaml": inner, "outside/common.yaml": "unknown", "outside/linked/common.yaml": outer,
		"outer/data/missing.yaml": "unknown",
	} {
		got := "unknown"
		if c := history.LastChange(t.Context(), filepath.Join(dir, filepath.FromSlash(path)), 1); c != nil {
			got = c.Commit
		}
		if got != want {
			t.Errorf("%s: last changed by %q, want %q", path, got, want)
		}
	}
}
