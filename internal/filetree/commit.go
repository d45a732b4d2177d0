package filetree

import (
	"os"
	"os/exec"
	"testing"
)

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
