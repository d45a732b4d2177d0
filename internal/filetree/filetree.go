// Package filetree creates directory trees for tests. It is for tests only.
package filetree

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Write creates a directory with files, as Add does, and returns its path without symbolic links.
func Write(t testing.TB, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	Add(t, dir, files)
	return dir
}

// Add creates files, given as a map from paths to contents, in a directory. A path that ends in a
// slash is a directory, and `path -> target` is a symbolic link; both have no content.
func Add(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for path, content := range files {
		path, target, isLink := strings.Cut(path, " -> ")
		full := filepath.Join(dir, filepath.FromSlash(path))
		parent := filepath.Dir(full)
		if strings.HasSuffix(path, "/") {
			parent = full
		}
		if err := os.MkdirAll(parent, 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		switch {
		case isLink:
			err = os.Symlink(target, full)
		case parent != full:
			err = os.WriteFile(full, []byte(content), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
