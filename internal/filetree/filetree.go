// Package filetree writes the trees of files that tests are about. It is for tests only.
package filetree

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Write writes files below a new directory, as Add does, and returns it: a path without symbolic links.
func Write(t testing.TB, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	Add(t, dir, files)
	return dir
}

// Add writes files, path to content, below a directory. A path that ends in a slash is a directory,
// `path -> target` a symbolic link; neither has content.
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
