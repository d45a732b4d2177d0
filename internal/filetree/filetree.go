// Package filetree creates directory trees for tests. It is for tests only.
package filetree

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Git for Windows converts line breaks in its system-wide settings; tests compare bytes.
func init() {
	if err := os.Setenv("GIT_CONFIG_NOSYSTEM", "1"); err != nil {
		panic(err)
	}
}

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

// IsPossible reports whether this system can have all of these files. Windows permits neither some
// characters nor symbolic links, and names there and on macOS differ in more than case.
func IsPossible(files map[string]string) bool {
	isWindows, seen := runtime.GOOS == "windows", map[string]bool{}
	for path := range files {
		folded := strings.ToLower(path)
		if isWindows && strings.ContainsAny(path, "<>:\"|?*\\\t\r\n") || (isWindows || runtime.GOOS == "darwin") && seen[folded] {
			return false
		}
		seen[folded] = true
	}
	return true
}

// Add creates files, given as a map from paths to contents, in a directory. A path that ends in a
// slash is a directory, and `path -> target` is a symbolic link, as of Symlink; both have no content.
// The test is skipped if they are not possible.
func Add(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	if !IsPossible(files) {
		t.Skip("this system does not permit such names of files, or symbolic links without a privilege")
	}
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
		switch {
		case isLink:
			Symlink(t, target, full)
		case parent != full:
			if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Symlink creates a symbolic link. On Windows, where that needs a privilege, it skips the test.
func Symlink(t testing.TB, target, path string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege on Windows")
	}
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
}

// Commit commits the files of a directory to Git, creating a repository if necessary. flags are
// passed to `git add`. The hash of a commit depends only on the files. Without git, the test is
// skipped.
func Commit(t testing.TB, dir string, flags ...string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	const date = "2026-01-01T00:00:00Z"
	for _, args := range [][]string{{"init", "-q", "-b", "main", "--template="}, append([]string{"add", "-A"}, flags...), {"commit", "-q", "-m", "first"}} {
		git := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false", "-c", "maintenance.auto=false"}, args...)...)
		git.Dir = dir
		git.Env = append(os.Environ(), "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
		if out, err := git.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
}
