package discovery_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/reference"
)

// corpus returns the directories of real control repos and modules.
func corpus(t testing.TB) []string {
	t.Helper()
	var repos []string
	for _, kind := range []string{"control", "modules"} {
		found, err := filepath.Glob(filepath.Join(reference.Dir(t), "corpus", kind, "*"))
		if err != nil {
			t.Fatal(err)
		}
		repos = append(repos, found...)
	}
	if len(repos) == 0 {
		t.Fatal("the corpus is empty")
	}
	return repos
}

func load(t testing.TB, paths ...string) *project.Project {
	t.Helper()
	p, err := discovery.Load(context.Background(), paths, discovery.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestCorpus compares the summary of each real repository with a golden file that was reviewed
// against its hiera.yaml.
func TestCorpus(t *testing.T) {
	for _, repo := range corpus(t) {
		name := filepath.Base(repo)
		t.Run(name, func(t *testing.T) {
			golden.Check(t, strings.ToLower(name), []byte(summary(load(t, repo), repo)))
		})
	}
}
