//go:build unix

package lookup_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/lookup"
)

// TestDenied checks that a lookup says which files it does not see, since Puppet silently takes them for missing.
func TestDenied(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 {
		t.Skip("root may read everything")
	}
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy: [{name: Secret, path: secret/a.yaml}, {name: Common, path: common.yaml}]\n",
		"data/common.yaml": "k: 1\n", "data/secret/a.yaml": "k: 2\n",
	})
	secret := filepath.Join(dir, "data", "secret")
	if err := os.Chmod(secret, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(secret, 0o700) })
	var out, messages bytes.Buffer
	if err := lookup.Run(t.Context(), lookup.Options{Path: dir, Keys: []string{"k"}}, &out, &messages); err != nil {
		t.Fatal(err)
	}
	if want := "Warning: " + filepath.Join(secret, "a.yaml") + ": permission denied"; out.String() != "--- 1\n" || !strings.HasPrefix(messages.String(), want) {
		t.Errorf("%q, %q", out.String(), messages.String())
	}
}
