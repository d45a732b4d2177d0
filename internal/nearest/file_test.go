package nearest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
)

func TestFile(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{"data/common.yaml": "", "data/nodes/a.yaml": ""})
	for path, want := range map[string]string{
		"data/comon.yaml": "data/common.yaml", "data/node": "data/nodes", "dta": "data", "data/other.json": "", "nowhere/common.yaml": "",
	} {
		got, ok := File(filepath.Join(dir, filepath.FromSlash(path)), os.ReadDir)
		if ok != (want != "") || ok && got != filepath.Join(dir, filepath.FromSlash(want)) {
			t.Errorf("%s: %s %t, want %q", path, got, ok, want)
		}
	}
}
