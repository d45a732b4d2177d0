//go:build unix

package session_test

import (
	"os"
	"syscall"
	"testing"

	"github.com/hieralint/hieralint/internal/session"
)

// TestUpdateOfUnreadableFiles checks that data, and then the hierarchy that reads it, may be replaced by pipes.
func TestUpdateOfUnreadableFiles(t *testing.T) {
	t.Parallel()
	dir, at := write(t, map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n  - {name: all, glob: \"*.yaml\"}\n", "data/common.yaml": "k: 1\n"})
	w := open(t, session.Options{Paths: []string{dir}, NoConfig: true})
	checkAll(t, w)
	for _, path := range []string{"data/common.yaml", "hiera.yaml"} {
		if err := os.Remove(at(path)); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(at(path), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := w.Update(t.Context(), session.Change{Path: at(path)}); err != nil {
			t.Fatal(err)
		}
		if r := checkAll(t, w); len(r.Crashes) > 0 {
			t.Errorf("after %s: %v", path, r.Crashes[0])
		}
	}
}
