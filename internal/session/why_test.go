package session_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/session"
)

// TestSecretInSubject checks that a secret in the message of a commit is not shown, unless secrets are.
func TestSecretInSubject(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	dir, _ := write(t, map[string]string{"hiera.yaml": "version: 5\nhierarchy: [{name: c, path: common.yaml}]\n", "data/common.yaml": "k: 1\n"})
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"commit", "-q", "-m", "use password=hunter2 for k"}} {
		git := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"}, args...)...)
		git.Dir = dir
		if out, err := git.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", args, out)
		}
	}
	for _, show := range []bool{false, true} {
		found, err := open(t, session.Options{Paths: []string{dir}, NoConfig: true}).Why(t.Context(), session.WhyRequest{Key: "k", ShowSecrets: show})
		if err != nil || len(found) != 1 || len(found[0].Levels) != 1 {
			t.Fatalf("%+v, %v", found, err)
		}
		if change := found[0].Levels[0].Change; !strings.Contains(change, "use password=") || strings.Contains(change, "hunter2") != show {
			t.Errorf("secrets are shown: %t, change: %s", show, change)
		}
	}
}
