//go:build unix

package discovery_test

import (
	"os"
	"path/filepath"
	"strings"
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

// TestNestedEnvironments loads environments that contain each other, up to directories whose paths the system does not accept.
func TestNestedEnvironments(t *testing.T) {
	t.Parallel()
	for _, extra := range []int{0, 5, 10} { // so that different parts of a path reach the limit
		base := filepath.Join(t.TempDir(), strings.Repeat("x", 1+extra))
		if err := os.Mkdir(base, 0o700); err != nil {
			t.Fatal(err)
		}
		root, err := os.OpenRoot(base)
		for length := len(base); err == nil && length < 4200; {
			environment := "environments/e"
			if length < 3800 {
				environment += strings.Repeat("e", 200)
			}
			length += 1 + len(environment)
			root, err = addEnvironment(root, environment)
		}
		if err != nil {
			t.Fatal(err)
		}
		root.Close()
		load(t, base)
	}
}

// addEnvironment adds a hierarchy, data directories, and an environment to a directory, which it closes, and opens the environment.
func addEnvironment(root *os.Root, environment string) (*os.Root, error) {
	defer root.Close()
	for _, dir := range []string{"data", "hieradata", "environments", environment} {
		if err := root.Mkdir(dir, 0o700); err != nil {
			return nil, err
		}
	}
	f, err := root.Create("hiera.yaml")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := f.WriteString(v5); err != nil {
		return nil, err
	}
	return root.OpenRoot(environment)
}
