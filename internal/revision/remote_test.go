package revision_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/revision"
)

func TestRemote(t *testing.T) {
	t.Parallel()
	dir := repository(t, map[string]string{"metadata.json": "{}", "manifests/init.pp": "class a {}\n"})
	first := git(t, dir, "rev-parse", "HEAD")
	git(t, dir, "tag", "-a", "-m", "x", "v1")
	git(t, dir, "checkout", "-q", "-b", "topic")
	filetree.Add(t, dir, map[string]string{"manifests/b.pp": "class a::b {}\n"})
	filetree.Symlink(t, "/etc/passwd", filepath.Join(dir, "link"))
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-qm", "second")
	second := git(t, dir, "rev-parse", "HEAD")
	git(t, dir, "checkout", "-q", "-")

	remote, err := revision.OpenRemote(t.Context(), dir, filepath.Join(t.TempDir(), "copy"))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"": first, "v1": first, "topic": second, first: first, second: second, second[:9]: second} {
		if got, err := remote.Fetch(t.Context(), name); err != nil || got != want {
			t.Errorf("%q: got %s, %v, want %s", name, got, err, want)
		}
	}
	dest := filepath.Join(t.TempDir(), "files")
	if err := remote.Export(t.Context(), second, dest); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"metadata.json": "{}", "manifests/init.pp": "class a {}\n", "manifests/b.pp": "class a::b {}\n", "link": "/etc/passwd"}
	if diff := cmp.Diff(want, files(t, dest)); diff != "" {
		t.Error(diff)
	}
	if info, err := os.Lstat(filepath.Join(dest, "link")); err != nil || !info.Mode().IsRegular() {
		t.Errorf("%v, %v", info, err)
	}
	for name, want := range map[string]string{
		"none": "the repository has no branch, tag, or commit `none`", "--upload-pack=x": "is not the name of a revision", "a:refs/heads/b": "is not the name of a revision",
	} {
		if _, err := remote.Fetch(t.Context(), name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestRemoteProtocols checks that no program runs that a URL names.
func TestRemoteProtocols(t *testing.T) {
	t.Parallel()
	sprung := filepath.Join(t.TempDir(), "sprung")
	for _, url := range []string{"ext::sh -c 'touch " + sprung + "'", "--upload-pack=touch " + sprung, filepath.Join(t.TempDir(), "none"), "ssh://-oProxyCommand=touch " + sprung + "/x"} {
		remote, err := revision.OpenRemote(t.Context(), url, filepath.Join(t.TempDir(), "copy"))
		if err != nil {
			t.Fatal(err)
		}
		if commit, err := remote.Fetch(t.Context(), "main"); err == nil {
			t.Errorf("%s: %s", url, commit)
		}
	}
	if _, err := os.Stat(sprung); err == nil {
		t.Error("a program was run")
	}
}

func TestBranch(t *testing.T) {
	t.Parallel()
	dir := repository(t, map[string]string{"a": "x"})
	git(t, dir, "checkout", "-q", "-b", "topic")
	if got := revision.Branch(t.Context(), dir); got != "topic" {
		t.Errorf("got %q", got)
	}
	git(t, dir, "checkout", "-q", "--detach")
	if got := revision.Branch(t.Context(), dir) + revision.Branch(t.Context(), t.TempDir()); got != "" {
		t.Errorf("got %q", got)
	}
}
