package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
)

// TestPreCommit runs the hooks with pre-commit, from a clone of the current commit: first with
// findings, then with a baseline, then on changes of deleted files and of the configuration, and
// with fixes. It needs no network: releases are read from a directory, modules from Go's cache.
func TestPreCommit(t *testing.T) {
	if !reference.Long() {
		t.Skip("builds hieralint; HIERALINT_TEST_LONG=1 runs it")
	}
	root := reference.Root(t)
	for _, tool := range []string{"pre-commit", "git", "go"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(tool + " is not installed (Debian: apt-get install pre-commit git)")
		}
	}
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		t.Skip("not a Git repository, which pre-commit needs to clone")
	}
	modules, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	clone, user, bin := filepath.Join(t.TempDir(), "hieralint"), t.TempDir(), t.TempDir()
	linkHieralint(t, bin)
	// With -trimpath, cached builds are used although the path of the clone differs each time.
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
	must(clone, "git", "tag", "v1.98.7")
	filetree.Add(t, user, map[string]string{
		"hiera.yaml":             "version: 5\nhierarchy: [{name: Role, path: 'role/%{facts.role}.yaml'}, {name: All, glob: 'common/*.yaml'}]\n",
		"data/common/base.yaml":  "domain: example.com\n",
		"data/common/ports.yaml": "port: \"80\"\n",
		"data/role/web.yaml":     "a::name: \"x%{lookup('port')}\"\n",
		"data/role/wrong.yaml":   "a::b: 1\na::b: 2\n",
	})
	must(user, "git", "init", "--quiet")
	configure := func(hook string) {
		filetree.Add(t, user, map[string]string{".pre-commit-config.yaml": "repos: [{repo: '" + clone + "', rev: v1.98.7, hooks: [{id: " + hook + "}]}]\n"})
		must(user, "git", "add", ".")
	}
	hook := func() (string, error) { return command(user, "pre-commit", "run", "--verbose") }

	env = append(env, "HIERALINT_RELEASES="+releases(t, "v1.98.7", strings.Repeat("0", 64)))
	configure("hieralint")
	if out, err := hook(); err == nil || !strings.Contains(out, "is not what checksums.txt of the release says") {
		t.Errorf("a damaged release was installed (%v):\n%s", err, out)
	}
	env = append(env, "HIERALINT_RELEASES="+releases(t, "v1.98.7", ""))
	for _, name := range []string{"hieralint", "hieralint-system", "hieralint-golang"} {
		configure(name)
		out, err := hook()
		if err == nil || !strings.Contains(out, "data/role/wrong.yaml:2:1: error: ") {
			t.Errorf("%s does not report the error (%v):\n%s", name, err, out)
		}
	}

	// With a baseline, the hook passes, as described in docs/getting-started.md.
	must(user, "hieralint", "baseline")
	config, session := documentedHook(t, root)
	filetree.Add(t, user, map[string]string{
		".pre-commit-config.yaml": strings.NewReplacer("https://github.com/hieralint/hieralint", clone, "v1.0.0", "v1.98.7").Replace(config),
	})
	var out string
	for line := range strings.Lines(session) {
		var err error
		if out, err = command(user, "bash", "-c", strings.TrimPrefix(line, "$ ")); err != nil {
			t.Fatalf("%s%v\n%s", line, err, out)
		}
	}
	if !strings.Contains(out, "Passed") {
		t.Errorf("the hook did not run for the commit:\n%s", out)
	}

	// The hook also runs if the only changed files are deleted files or the configuration.
	must(user, "git", "rm", "--quiet", "data/common/ports.yaml")
	if out, err := hook(); err == nil || !strings.Contains(out, "data/role/web.yaml:1:22: error: ") || !strings.Contains(out, "[interpolation-missing-key]") {
		t.Errorf("the hook does not report a reference to a key of a deleted file (%v):\n%s", err, out)
	}
	must(user, "git", "reset", "--quiet", "--hard")
	filetree.Add(t, user, map[string]string{".hieralint.yaml": "nonsense: 1\n"})
	must(user, "git", "add", ".")
	if out, err := hook(); err == nil || !strings.Contains(out, "nonsense") {
		t.Errorf("the hook did not run for a change of the configuration (%v):\n%s", err, out)
	}
	must(user, "git", "rm", "--quiet", "-f", ".hieralint.yaml")

	unquoted := filepath.Join(user, "data", "role", "db.yaml")
	filetree.Add(t, user, map[string]string{"data/role/db.yaml": "a::name: x%{lookup('a::port')}\n"})
	configure("hieralint-fix")
	out, err = hook()
	text, readErr := os.ReadFile(unquoted)
	if err == nil || readErr != nil || string(text) != "a::name: \"x%{lookup('a::port')}\"\n" {
		t.Errorf("hieralint-fix does not fix the file and fail (%v):\n%s%s", err, out, text)
	}
	configure("hieralint-fix")
	if out, err := hook(); err != nil {
		t.Errorf("hieralint-fix fails for the fixed file: %v\n%s", err, out)
	}
}

// documentedHook returns the pre-commit configuration in docs/getting-started.md, and the commands
// that install the hook.
func documentedHook(t *testing.T, root string) (config, session string) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(root, "docs", "getting-started.md"))
	if err != nil {
		t.Fatal(err)
	}
	block := func(comment string) string {
		m := regexp.MustCompile("(?s)<!-- " + comment + " -->\n```[a-z]+\n(.*?)```\n").FindSubmatch(page)
		if m == nil {
			t.Fatalf("docs/getting-started.md has no %s", comment)
		}
		return string(m[1])
	}
	return block("pre-commit configuration"), block("pre-commit session")
}

// releases returns the URL of a directory with a release that contains the test binary, for this
// system. If sum is empty, the checksum is that of the archive.
func releases(t *testing.T, tag, sum string) string {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	archive := programArchive(t, program)
	if sum == "" {
		sum = fmt.Sprintf("%x", sha256.Sum256(archive))
	}
	dir, name := t.TempDir(), fmt.Sprintf("hieralint_%s_%s.tar.gz", runtime.GOOS, runtime.GOARCH)
	filetree.Add(t, dir, map[string]string{tag + "/" + name: string(archive), tag + "/checksums.txt": sum + "  " + name + "\n"})
	return "file://" + filepath.ToSlash(dir)
}

// programArchive returns an archive in the format of releases.
func programArchive(t *testing.T, program []byte) []byte {
	t.Helper()
	var archive bytes.Buffer
	zipped, err := gzip.NewWriterLevel(&archive, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	tarred := tar.NewWriter(zipped)
	err = errors.Join(tarred.WriteHeader(&tar.Header{Name: "hieralint", Mode: 0o755, Size: int64(len(program))}), second(tarred.Write(program)), tarred.Close(), zipped.Close())
	if err != nil {
		t.Fatal(err)
	}
	return archive.Bytes()
}
