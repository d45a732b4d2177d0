package usage

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
)

// TestMatchingInOddFolders checks that pattern characters in the name of a directory have no
// effect.
func TestMatchingInOddFolders(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"site", "site[1]", "site["} {
		dir := filepath.Join(filetree.Write(t, map[string]string{name + "/Puppetfile": "", name + "/a/Puppetfile.dev": "", name + "/a/b/Puppetfile": ""}), name)
		if got := matching(dir, "Puppetfile*", "*/Puppetfile*"); !slices.Equal(got, []string{"Puppetfile", "a/Puppetfile.dev"}) {
			t.Errorf("%s: %q", name, got)
		}
	}
}
