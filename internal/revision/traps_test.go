package revision_test

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/revision"
)

// TestNothingIsExecuted checks that Git runs none of the programs that the configuration of a
// repository names.
func TestNothingIsExecuted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the trap is a shell script")
	}
	dir := repository(t, map[string]string{
		".gitattributes": "* filter=trap diff=trap\n*.yml filter=x=y\n", "data/common.yaml": "a: 1\n", "data/old.yaml": "a: 1\nb: 2\nc: 3\n", "data/x.yml": "a: 1\n", ".gitignore": "secret\n",
	})
	other := repository(t, map[string]string{".gitattributes": "* filter=trap\n", "x.yaml": "x: 1\n"})
	git(t, dir, "submodule", "--quiet", "add", other, "sub")
	git(t, dir, "commit", "-qm", "a submodule")
	git(t, dir, "mv", "data/old.yaml", "data/new.yaml")

	sprung := filepath.Join(t.TempDir(), "sprung")
	trap := filepath.Join(t.TempDir(), "trap")
	if err := os.WriteFile(trap, []byte("#!/bin/sh\necho \"$0 $*\" >> '"+sprung+"'\ncat\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	hooks := filepath.Join(t.TempDir(), "hooks")
	if err := os.Mkdir(hooks, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, hook := range []string{"post-index-change", "post-checkout", "pre-commit", "fsmonitor-watchman", "reference-transaction"} {
		filetree.Symlink(t, trap, filepath.Join(hooks, hook))
		filetree.Symlink(t, trap, filepath.Join(dir, ".git", "hooks", hook))
	}
	for _, in := range []string{dir, filepath.Join(dir, "sub")} {
		for _, setting := range [][2]string{
			{"core.fsmonitor", trap}, {"core.hooksPath", hooks}, {"filter.trap.smudge", trap}, {"filter.trap.clean", trap}, {"filter.trap.required", "true"},
			{"filter.x=y.smudge", trap}, {"filter.x=y.clean", trap}, {"diff.trap.textconv", trap}, {"diff.trap.command", trap}, {"diff.external", trap}, {"core.pager", trap},
			{"core.sshCommand", trap}, {"core.editor", trap}, {"core.askPass", trap}, {"credential.helper", trap}, {"gpg.program", trap}, {"diff.algorithm", "histogram"}, {"core.autocrlf", "input"},
		} {
			git(t, in, "config", setting[0], setting[1])
		}
	}
	// For files that are newer than the index, Git compares the contents, using filters. Whether it
	// converts their line endings has to be asked.
	for _, name := range []string{"data/common.yaml", "data/x.yml"} {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte("a: 2\r\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "sub", "x.yaml"), []byte("x: 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_ = os.Remove(sprung) // created by the commands above
	t.Setenv("GIT_EXTERNAL_DIFF", trap)
	t.Setenv("GIT_PAGER", trap)

	tree := open(t, dir, "HEAD")
	for name, want := range map[string]string{"data/common.yaml": "a: 1\r\n", "data/x.yml": "a: 1\r\n", "sub/x.yaml": "x: 1\n"} {
		text, err := os.ReadFile(filepath.Join(tree.Root(), filepath.FromSlash(name)))
		if err != nil || string(text) != want {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if tree.Renamed["data/old.yaml"] != "data/new.yaml" {
		t.Errorf("renamed: %v", tree.Renamed)
	}
	base, err := revision.Find(t.Context(), dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if changed, err := base.Changed(t.Context(), nil); err != nil || !slices.Contains(changed, "data/x.yml") {
		t.Errorf("changed: %q, %v", changed, err)
	}
	if _, err := base.Edited(t.Context(), nil, func(string) bool { return true }); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"data/new.yaml", "data/x.yml"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if new(revision.History).LastChange(t.Context(), path, 1) == nil {
			t.Errorf("%s: no commit", name)
		}
		if _, _, err := revision.Committed(t.Context(), path); err != nil {
			t.Error(err)
		}
	}
	if ran, err := os.ReadFile(sprung); err == nil {
		t.Errorf("Git ran programs of the repository:\n%s", ran)
	}
}

// TestFilterOfSubmodule checks that filters that only the configuration of a submodule names do not run, and that its
// files are still compared.
func TestFilterOfSubmodule(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the trap is a shell script")
	}
	dir := repository(t, map[string]string{"data/common.yaml": "a: 1\n"})
	other := repository(t, map[string]string{".gitattributes": "* filter=own\n", "x.yaml": "x: 1\n"})
	git(t, dir, "submodule", "--quiet", "add", other, "data/sub")
	git(t, dir, "commit", "-qm", "a submodule")
	sprung, trap := filepath.Join(t.TempDir(), "sprung"), filepath.Join(t.TempDir(), "trap")
	if err := os.WriteFile(trap, []byte("#!/bin/sh\ntouch '"+sprung+"'\ncat\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	git(t, filepath.Join(dir, "data", "sub"), "config", "filter.own.clean", trap)
	check := func(want ...string) {
		t.Helper()
		base, err := revision.Find(t.Context(), dir, "HEAD")
		if err != nil {
			t.Fatal(err)
		}
		changed, err := base.Changed(t.Context(), nil)
		if err != nil || !slices.Equal(changed, want) {
			t.Errorf("changed: %q, %v, want %q", changed, err, want)
		}
		if _, err := base.Renamed(t.Context(), nil); err != nil {
			t.Error(err)
		}
		edited, err := base.Edited(t.Context(), nil, func(string) bool { return true })
		if isEdit := edited != nil; err != nil || isEdit != (len(want) == 0) {
			t.Errorf("edited: %q, %v", edited, err)
		}
		if _, err := os.Stat(sprung); err == nil {
			t.Error("Git ran the filter of the submodule")
		}
	}
	check()
	if err := os.WriteFile(filepath.Join(dir, "data", "sub", "x.yaml"), []byte("x: 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	check("data/sub")
	if err := os.WriteFile(filepath.Join(dir, "data", "sub", "x.yaml"), []byte("x: 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	check()
	if err := os.WriteFile(filepath.Join(dir, "data", "sub", "new.yaml"), []byte("x: 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	check("data/sub")
}
