//go:build unix

package session_test

import (
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/hieralint/hieralint/internal/session"
)

// TestPermissions checks that a file that has become unreadable, and is unchanged otherwise, is reported.
func TestPermissions(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 {
		t.Skip("root may read everything")
	}
	dir, at := write(t, map[string]string{"hiera.yaml": hierarchy, "data/common.yaml": clean})
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(at("data/common.yaml"), old, old); err != nil {
		t.Fatal(err)
	}
	w := open(t, session.Options{Paths: []string{dir}, NoConfig: true})
	expect(t, checkAll(t, w))
	if err := os.Chmod(at("data/common.yaml"), 0); err != nil {
		t.Fatal(err)
	}
	if err := w.Update(t.Context(), session.Change{Path: at("data/common.yaml")}); err != nil {
		t.Fatal(err)
	}
	expect(t, checkAll(t, w), "file-unreadable")
}

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
