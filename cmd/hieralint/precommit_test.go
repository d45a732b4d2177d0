package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
)

// TestPreCommit runs the hooks by pre-commit itself, from a clone of what is committed here. It
// needs no network: the modules come from the cache of Go.
func TestPreCommit(t *testing.T) {
	if !reference.Long() {
		t.Skip("builds hieralint; HIERALINT_LONG=1 runs it")
	}
	root := reference.Root(t)
	for _, tool := range []string{"pre-commit", "git", "go"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(tool + " is not installed (Debian: apt-get install pre-commit git)")
		}
	}
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		t.Skip("this is no Git repository, which pre-commit clones")
	}
	modules, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	clone, user, bin := filepath.Join(t.TempDir(), "hieralint"), t.TempDir(), t.TempDir()
	linkHieralint(t, bin)
	// With -trimpath what was built before counts again, though the clone has another path each time.
	env := append(os.Environ(),
		"PRE_COMMIT_HOME="+t.TempDir(), "GOMODCACHE="+strings.TrimSpace(string(modules)), "GOPROXY=off", "GOFLAGS=-trimpath", "PRE_COMMIT_COLOR=never",
		"PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"),
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	command := func(dir string, args ...string) (string, error) {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir, cmd.Env = dir, env
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	must := func(dir string, args ...string) {
		t.Helper()
		if out, err := command(dir, args...); err != nil {
			t.Fatalf("%q: %v\n%s", args, err, out)
		}
	}
	must(root, "git", "clone", "--quiet", root, clone)
	must(clone, "pre-commit", "validate-manifest", ".pre-commit-hooks.yaml")
	const wrong, unquoted = "site/data/role/wrong name.yaml", "site/data/common.yaml"
	filetree.Add(t, user, map[string]string{
		"site/hiera.yaml":              "version: 5\nhierarchy: [{name: Role, path: 'role/%{facts.role}.yaml'}, {name: All, path: common.yaml}]\n",
		wrong:                          "a::b: 1\na::b: 2\n",
		unquoted:                       "a::port: \"80\"\na::name: x%{lookup('a::port')}\n",
		"site/data/clean.yaml":         "a::c: 1\n",
		"site/data/generated/gen.yaml": "a::b: 1\na::b: 2\n",
		"site/.hieralint.yaml":         "exclude: [data/generated]\nrules: {orphan-data-file: off}\nfail_on: warning\n",
		"other/notes.yaml":             "a: 1\na: 2\n",
	})
	must(user, "git", "init", "--quiet")
	must(user, "git", "add", ".")
	must(user, "git", "commit", "--quiet", "--message", "data")

	try := func(hook string, files ...string) (string, error) {
		return command(user, append([]string{"pre-commit", "try-repo", clone, hook, "--verbose", "--files"}, files...)...)
	}
	for _, hook := range []string{"hieralint", "hieralint-system"} {
		out, err := try(hook, "site/data/clean.yaml")
		if err != nil || !strings.Contains(out, "Passed") {
			t.Errorf("%s does not pass a clean file (%v):\n%s", hook, err, out)
		}
		out, err = try(hook, wrong, "site/data/clean.yaml")
		if err == nil || !strings.Contains(out, wrong+":2:1: error: ") || strings.Contains(out, unquoted) {
			t.Errorf("%s does not report what is wrong with the named file, and nothing else (%v):\n%s", hook, err, out)
		}
		out, err = try(hook, "site/data/generated/gen.yaml")
		if err != nil || !strings.Contains(out, "Passed") {
			t.Errorf("%s reports a file that the configuration excludes (%v):\n%s", hook, err, out)
		}
		out, err = try(hook, "other/notes.yaml")
		if err != nil || !strings.Contains(out, "Skipped") {
			t.Errorf("%s looks at a file that is no data (%v):\n%s", hook, err, out)
		}
	}
	out, err := try("hieralint-fix", unquoted)
	text, readErr := os.ReadFile(filepath.Join(user, filepath.FromSlash(unquoted)))
	if err == nil || readErr != nil || !strings.Contains(string(text), "\na::name: \"x%{lookup('a::port')}\"\n") {
		t.Errorf("hieralint-fix does not mend and say so (%v):\n%s%s", err, out, text)
	}
	if out, err := try("hieralint-fix", unquoted); err != nil {
		t.Errorf("hieralint-fix does not pass what it has mended: %v\n%s", err, out)
	}
}
