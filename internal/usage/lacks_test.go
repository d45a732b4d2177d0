package usage

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/project"
)

// TestMatchingInOddFolders checks that pattern characters in the name of a directory have no
// effect.
func TestMatchingInOddFolders(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"site", "site[1]", "site["} {
		dir := filepath.Join(filetree.Write(t, map[string]string{name + "/Puppetfile": "", name + "/a/Puppetfile.dev": "", name + "/a/b/Puppetfile": ""}), name)
		s := &surroundings{env: &project.Environment{Environment: environment.New("test", nil)}}
		if got := s.matching(dir, "Puppetfile*", "*/Puppetfile*"); !slices.Equal(got, []string{"Puppetfile", "a/Puppetfile.dev"}) {
			t.Errorf("%s: %q", name, got)
		}
	}
}
