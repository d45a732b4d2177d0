package revision_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/hieralint/hieralint/internal/filetree"
)

// TestStaleFolders checks that temporary directories of killed processes are removed after a day,
// and nothing else is.
func TestStaleFolders(t *testing.T) {
	temp := t.TempDir()
	filetree.Add(t, temp, map[string]string{
		"hieralint-revision-1/tree/a.yaml": "old", "hieralint-revision-2/tree/a.yaml": "recent", "hieralint-other/a.yaml": "old", "hieralint-revision-file": "old",
		"elsewhere/a.yaml": "old", "hieralint-revision-link -> elsewhere": "", "hieralint-revision-1/tree/link -> ../../elsewhere": "",
	})
	now := time.Now()
	for name, age := range map[string]time.Duration{"hieralint-revision-1": 25 * time.Hour, "hieralint-revision-2": 23 * time.Hour, "hieralint-other": 25 * time.Hour, "hieralint-revision-file": 25 * time.Hour, "elsewhere": 25 * time.Hour} {
		if err := os.Chtimes(filepath.Join(temp, name), now, now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	dir := repository(t, map[string]string{"a.yaml": "a"})
	for _, variable := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(variable, temp)
	}
	if err := open(t, dir, "HEAD").Close(); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(temp)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if want := []string{"elsewhere", "hieralint-other", "hieralint-revision-2", "hieralint-revision-file", "hieralint-revision-link"}; !slices.Equal(left, want) {
		t.Errorf("got %q, want %q", left, want)
	}
	if _, err := os.Stat(filepath.Join(temp, "elsewhere", "a.yaml")); err != nil {
		t.Error(err)
	}
}
