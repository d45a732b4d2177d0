//go:build unix

package discovery_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUnreadableFiles(t *testing.T) {
	dir := repository(t, map[string]string{"data/nodes/web02.yaml/": "", "data/nodes/web03.yaml": "", "data/closed/a.yaml": ""})
	want := map[string]string{"data/nodes/web02.yaml": "a directory, not a file"}
	if err := syscall.Mkfifo(filepath.Join(dir, "data/nodes/pipe.yaml"), 0o644); err == nil {
		want["data/nodes/pipe.yaml"] = "not a regular file"
	}
	if os.Geteuid() != 0 { // root can read every file
		for _, path := range []string{"data/nodes/web03.yaml", "data/closed"} {
			if err := os.Chmod(filepath.Join(dir, path), 0); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = os.Chmod(filepath.Join(dir, path), 0o755) })
			want[path] = "permission denied"
		}
	}
	p := load(t, ".")
	if diff := cmp.Diff(want, unreadable(p)); diff != "" {
		t.Error(diff)
	}
	for _, f := range p.Files {
		if f.Doc == nil {
			t.Errorf("%s has no document", f.Path)
		}
	}
}
