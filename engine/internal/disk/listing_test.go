package disk

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/filetree"
)

// TestLacks checks existing and missing paths. Lacks may be false for a missing path, but never true for an
// existing one.
func TestLacks(t *testing.T) {
	t.Parallel()
	dir := filepath.ToSlash(filetree.Write(t, map[string]string{"a/b.yaml": "", "a/Upper.yaml": "", "file": ""}))
	d := New(data.NewStore(), dir)
	for path, lacks := range map[string]bool{
		dir + "/a/b.yaml": false, dir + "/a": false, dir + "/a/UPPER.yaml": false, dir + "/a/../a/b.yaml": false, dir + "/a/..": false, dir + "/a/": false,
		"a/b.yaml": false, "file": false, dir + "/a/é": false, dir + "/a\x00/b": false,
		dir + "/a/c.yaml": true, dir + "/none/c.yaml": true, dir + "/none/at/all": true, dir + "/file/c": true, "a/c": true,
	} {
		if got, want := d.Lacks(path), lacks && runtime.GOOS != "windows"; got != want {
			t.Errorf("Lacks(%q) = %v", path, got)
		}
		if _, err := os.Stat(d.Locate(path)); err == nil && lacks {
			t.Errorf("%q exists", path)
		}
	}
}
