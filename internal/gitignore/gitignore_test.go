package gitignore_test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/gitignore"
)

// tree has a pattern of each kind. `want` below has the answers of git, which TestGit verifies if
// git is installed.
var tree = map[string]string{
	".gitignore": "# modules\n/modules/\n!/modules/local\n*.bak\n!keep.bak\nsecrets/*.yaml\n!secrets/*.example.yaml\nbuild/\n" +
		"**/cache\nlog/**\n\\#hash\n\\!bang\nnodes/[ab]?.yaml\ntrailing   \nspace\\ \na/**/z.yaml\nvendor/*\n!vendor/own\n",
	"deep/.gitignore":      "*.yaml\n!common.yaml\n/top\n",
	"deep/down/.gitignore": "!web.yaml\r\n",
	"build":                "a file\n",
}

var want = map[string]bool{
	"modules/apache/hiera.yaml": true, "modules/local/init.pp": true, "site/modules/x": false,
	"x.bak": true, "keep.bak": false, "deep/x.bak": true,
	"secrets/db.yaml": true, "secrets/db.example.yaml": false, "data/secrets/db.yaml": false,
	"build": false, "out/build/x": true, "a/cache/x": true, "cache": true, "log/x": true, "log": false,
	"#hash": true, "!bang": true, "nodes/a1.yaml": true, "nodes/c1.yaml": false, "nodes/a11.yaml": false,
	"trailing": true, "space ": true, "space": false, "a/z.yaml": true, "a/b/c/z.yaml": true, "b/z.yaml": false,
	"vendor/apache/x": true, "vendor/own/x": false,
	"deep/web.yaml": true, "deep/common.yaml": false, "deep/down/web.yaml": false, "deep/down/db.yaml": true,
	"deep/top/x": true, "deep/down/top": false,
}

func TestIgnores(t *testing.T) {
	dir := filetree.Write(t, tree)
	ignored := gitignore.New(dir)
	for path, want := range want {
		if got := ignored.FirstIgnored(filepath.Join(dir, filepath.FromSlash(path))) != ""; got != want {
			t.Errorf("%s: %t, want %t", path, got, want)
		}
	}
	if !ignored.IgnoresDir(filepath.Join(dir, "out", "build")) || ignored.IgnoresDir(dir) || ignored.FirstIgnored("/elsewhere/x.bak") != "" {
		t.Error("wrong answer for a directory, the top directory, or a path outside the tree")
	}
}

// TestGit compares the expected answers with those of git.
func TestGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := filetree.Write(t, tree)
	if out, err := exec.Command("git", "-C", dir, "init", "-q").CombinedOutput(); err != nil {
		t.Skipf("git init: %s", out)
	}
	for path, want := range want {
		err := exec.Command("git", "-C", dir, "check-ignore", "-q", "--no-index", path).Run()
		if got := err == nil; got != want {
			t.Errorf("%s: git says %t, want %t", path, got, want)
		}
	}
}
