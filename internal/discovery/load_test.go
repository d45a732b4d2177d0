package discovery_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/project"
)

const (
	v5     = "version: 5\nhierarchy:\n  - name: Nodes\n    path: nodes/%{trusted.certname}.yaml\n  - name: Common\n    path: common.yaml\n"
	common = "version: 5\nhierarchy:\n  - name: Common\n    path: common.yaml\n"
	ntp    = `{"name": "puppetlabs-ntp", "version": "1.0.0", "author": "p", "license": "x", "source": "s", "dependencies": []}`
)

// TestLoad loads the trees of testdata/load.
func TestLoad(t *testing.T) {
	loadTrees(t, "load", summary)
}

// loadTrees loads each tree of a directory in testdata and compares the output of show with the
// expected output. A tree is a txtar archive with a description, optionally the paths to load
// (`args: PATH...`), its files, and finally the file `want`, which -update rewrites.
func loadTrees(t *testing.T, folder string, show func(p *project.Project, dir string) string) {
	t.Helper()
	forTrees(t, folder, func(t *testing.T, path string, archive *txtar.Archive) {
		last := len(archive.Files) - 1
		args := []string{"."}
		if _, named, ok := strings.Cut(string(archive.Comment), "\nargs: "); ok {
			args = strings.Fields(named)
		}
		dir := filetree.Write(t, filesOf(archive))
		t.Chdir(dir)
		got := show(load(t, args...), dir)
		if golden.Update() {
			archive.Files = append(slices.Clone(archive.Files[:last]), txtar.File{Name: "want", Data: []byte(got)})
			golden.CheckFile(t, path, txtar.Format(archive))
			return
		}
		if diff := cmp.Diff(string(archive.Files[last].Data), got); diff != "" {
			t.Errorf("-want +got; rewrite it with -update:\n%s", diff)
		}
	})
}

// forTrees runs a test for each tree of a directory in testdata; see loadTrees.
func forTrees(t *testing.T, folder string, test func(t *testing.T, path string, archive *txtar.Archive)) {
	t.Helper()
	archives, err := filepath.Glob(filepath.Join("testdata", folder, "*.txtar"))
	if err != nil || len(archives) == 0 {
		t.Fatalf("no trees in %s: %v", folder, err)
	}
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		path, err = filepath.Abs(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { test(t, path, archive) })
	}
}

// filesOf returns the files of the tree in an archive.
func filesOf(archive *txtar.Archive) map[string]string {
	files := map[string]string{}
	for _, f := range archive.Files[:len(archive.Files)-1] {
		files[f.Name] = string(f.Data)
	}
	return files
}
