//go:build unix

package revision_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/revision"
)

// TestOddGit checks that a git that prints nothing, nonsense, or without end is not believed.
func TestOddGit(t *testing.T) {
	dir := repository(t, map[string]string{"a.yaml": "a: 1\n"})
	for name, script := range map[string]string{
		"silent": "exit 0", "nonsense": "echo nonsense", "endless": "cat /dev/zero", "chatty": "head -c 500000000 /dev/zero >&2; exit 1",
	} {
		programs := t.TempDir()
		if err := os.WriteFile(filepath.Join(programs, "git"), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			t.Setenv("PATH", programs+string(filepath.ListSeparator)+os.Getenv("PATH"))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if r, err := revision.Find(t.Context(), dir, "HEAD"); err == nil {
				t.Errorf("found %q", r.Commit)
			}
			if c := new(revision.History).LastChange(t.Context(), filepath.Join(dir, "a.yaml"), 1); c != nil {
				t.Errorf("the last change is %+v", c)
			}
			const limit = 400 << 20
			if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > limit {
				t.Errorf("allocated %d MiB", (after.TotalAlloc-before.TotalAlloc)>>20)
			}
		})
	}
}

// TestShallow checks that the error for a revision that a shallow clone does not have says so, and that the oldest commit
// of such a clone is not taken for the last change of everything.
func TestShallow(t *testing.T) {
	t.Parallel()
	origin := repository(t, map[string]string{"a.yaml": "a: 1\n"})
	git(t, origin, "commit", "-q", "--allow-empty", "-m", "second")
	clone := filepath.Join(t.TempDir(), "clone")
	git(t, origin, "clone", "-q", "--depth", "1", "file://"+origin, clone)
	if _, err := revision.Find(t.Context(), clone, "HEAD~1"); err == nil || !strings.Contains(err.Error(), "the clone is shallow") {
		t.Error(err)
	}
	for dir, older := range map[string]bool{clone: true, origin: false} {
		if c := new(revision.History).LastChange(t.Context(), filepath.Join(dir, "a.yaml"), 1); c == nil || c.IsOlder != older {
			t.Errorf("%s: %+v", dir, c)
		}
	}
}
