package revision_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/revision"
)

// git runs git in a directory and returns its output.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	command := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "protocol.file.allow=always", "-c", "commit.gpgsign=false", "-c", "maintenance.auto=false"}, args...)...)
	command.Dir = dir
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// repository creates a repository with one commit.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	git(t, dir, "init", "-q", "-b", "main")
	filetree.Add(t, dir, files)
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-qm", "first")
	return dir
}

func open(t *testing.T, dir, name string) *revision.Tree {
	t.Helper()
	r, err := revision.Find(context.Background(), dir, name)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := r.Export(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tree.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(tree.Dir); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s was not removed: %v", tree.Dir, err)
		}
	})
	return tree
}

// files returns the contents of the files in a tree, by path.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		relative, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if e.Type()&os.ModeSymlink != 0 {
			target, err := os.Readlink(path)
			all[filepath.ToSlash(relative)] = "-> " + target
			return err
		}
		text, err := os.ReadFile(path)
		all[filepath.ToSlash(relative)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestOpen(t *testing.T) {
	dir := repository(t, map[string]string{
		".gitignore": "/modules/\n*.tmp\n", ".gitattributes": "spec export-ignore\n",
		"data/common.yaml": "a: 1\n", "data/old.yaml": strings.Repeat("line: of some length\n", 9), "data/gone.yaml": "x: 1\n", "spec/a.yaml": "s: 1\n",
	})
	filetree.Add(t, dir, map[string]string{"data/link.yaml -> common.yaml": ""})
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-qm", "second")
	before := git(t, dir, "rev-parse", "HEAD")

	// Changes since the commit, in a submodule, and of an ignored file.
	filetree.Add(t, dir, map[string]string{
		"data/common.yaml": "a: 2\n", "data/new.yaml": "n: 1\n",
		"modules/m/data/common.yaml": "m::a: 1\n", "modules/.git/config": "x\n", "x.tmp": "ignored\n",
	})
	git(t, dir, "mv", "data/old.yaml", "data/moved.yaml")
	git(t, dir, "rm", "-q", "data/gone.yaml")
	status := git(t, dir, "status", "--porcelain")

	tree := open(t, filepath.Join(dir, "data"), "HEAD")
	want := map[string]string{
		".gitignore": "/modules/\n*.tmp\n", ".gitattributes": "spec export-ignore\n",
		"data/common.yaml": "a: 1\n", "data/old.yaml": strings.Repeat("line: of some length\n", 9), "data/gone.yaml": "x: 1\n", "data/link.yaml": "-> common.yaml", "spec/a.yaml": "s: 1\n",
		"modules/m/data/common.yaml": "m::a: 1\n", "x.tmp": "ignored\n",
	}
	if diff := cmp.Diff(want, files(t, tree.Root())); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if tree.Commit != before {
		t.Errorf("commit: got %s, want %s", tree.Commit, before)
	}
	if diff := cmp.Diff(map[string]string{"data/old.yaml": "data/moved.yaml"}, tree.Renamed); diff != "" {
		t.Errorf("renamed: %s", diff)
	}
	if there, ok := tree.Path(filepath.Join(dir, "data", "common.yaml")); !ok || there != filepath.Join(tree.Root(), "data", "common.yaml") {
		t.Errorf("common.yaml: got %s, %t", there, ok)
	}
	for _, path := range []string{filepath.Join(dir, "data", "new.yaml"), filepath.Dir(dir)} {
		if there, ok := tree.Path(path); ok {
			t.Errorf("%s: got %s", path, there)
		}
	}
	if now := git(t, dir, "status", "--porcelain"); now != status {
		t.Errorf("status of the repository before:\n%s\nand after:\n%s", status, now)
	}
	if worktrees := git(t, dir, "worktree", "list"); strings.Count(worktrees, "\n") > 0 {
		t.Errorf("worktrees: %s", worktrees)
	}
}

// TestOpenMergeBase checks that a branch is compared with the merge base.
func TestOpenMergeBase(t *testing.T) {
	dir := repository(t, map[string]string{"a.yaml": "a: 1\n"})
	base := git(t, dir, "rev-parse", "HEAD")
	git(t, dir, "checkout", "-qb", "feature")
	filetree.Add(t, dir, map[string]string{"b.yaml": "b: 1\n"})
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-qm", "feature")
	git(t, dir, "checkout", "-q", "main")
	filetree.Add(t, dir, map[string]string{"a.yaml": "a: 2\n"})
	git(t, dir, "commit", "-qam", "main")
	git(t, dir, "checkout", "-q", "feature")
	if tree := open(t, dir, "main"); tree.Commit != base {
		t.Errorf("commit: got %s, want %s", tree.Commit, base)
	}
}

func TestOpenSubmodules(t *testing.T) {
	inner := repository(t, map[string]string{"data/common.yaml": "m: 1\n"})
	dir := repository(t, map[string]string{"a.yaml": "a: 1\n"})
	git(t, dir, "submodule", "--quiet", "add", inner, "modules/m")
	git(t, dir, "commit", "-qm", "submodule")
	filetree.Add(t, filepath.Join(dir, "modules", "m"), map[string]string{"data/common.yaml": "m: 2\n"})
	git(t, filepath.Join(dir, "modules", "m"), "commit", "-qam", "second")
	git(t, dir, "commit", "-qam", "second")
	submodule := filepath.Join(dir, "modules", "m")
	for _, lineEnding := range []string{"\n", "\r\n"} {
		filetree.Add(t, submodule, map[string]string{"data/common.yaml": "m: 2" + lineEnding})
		if got := files(t, open(t, dir, "HEAD~1").Root())["modules/m/data/common.yaml"]; got != "m: 1"+lineEnding {
			t.Errorf("submodule: %q", got)
		}
		git(t, submodule, "config", "core.autocrlf", "input")
	}
}

// TestOpenInAHook checks that Open ignores the environment variables with which Git runs hooks.
func TestOpenInAHook(t *testing.T) {
	dir := repository(t, map[string]string{"a.yaml": "a: 1\n"})
	t.Setenv("GIT_DIR", ".git")
	t.Setenv("GIT_INDEX_FILE", filepath.Join(dir, ".git", "no-such-index"))
	t.Setenv("GIT_WORK_TREE", ".")
	if got := files(t, open(t, dir, "HEAD").Root())["a.yaml"]; got != "a: 1\n" {
		t.Errorf("a.yaml: got %q", got)
	}
}

func TestOpenMistakes(t *testing.T) {
	dir := repository(t, map[string]string{"a.yaml": "a: 1\n"})
	for _, tt := range []struct{ dir, name, want string }{
		{dir, "nowhere", "unknown Git revision `nowhere`"},
		{dir, "--help", "unknown Git revision `--help`"},
		{dir, "^HEAD", "unknown Git revision `^HEAD`"},
		{t.TempDir(), "HEAD", "not a git repository"},
	} {
		_, err := revision.Find(context.Background(), tt.dir, tt.name)
		var git *revision.Error
		if !errors.As(err, &git) || !strings.Contains(git.Message, tt.want) {
			t.Errorf("%s in %s: %v", tt.name, tt.dir, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := revision.Find(ctx, dir, "HEAD"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestOtherOwner checks that the error for a repository of another user says how to accept it.
func TestOtherOwner(t *testing.T) {
	dir := repository(t, map[string]string{"a.yaml": "a"})
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(t.TempDir(), "none")) // where the user may trust all directories
	want := "detected dubious ownership in repository at '" + filepath.ToSlash(dir) + "'; if you trust it, run `git config --global --add safe.directory " + filepath.ToSlash(dir) + "`"
	if _, err := revision.Find(t.Context(), dir, "HEAD"); err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
}

// TestTooManyFiles checks a commit whose few objects represent ten million files.
func TestTooManyFiles(t *testing.T) {
	t.Parallel()
	dir := repository(t, map[string]string{"a.yaml": "a"})
	list := "100644 blob " + git(t, dir, "rev-parse", "HEAD:a.yaml") + "\tf.yaml\n"
	var tree string
	for range 8 {
		command := exec.Command("git", "mktree")
		command.Dir, command.Stdin = dir, strings.NewReader(list)
		out, err := command.Output()
		if err != nil {
			t.Fatal(err)
		}
		tree, list = strings.TrimSpace(string(out)), ""
		for i := range 10 {
			list += "040000 tree " + tree + "\td" + strconv.Itoa(i) + "\n"
		}
	}
	bomb := git(t, dir, "commit-tree", "-m", "bomb", "-p", "HEAD", tree)
	const want = "git ls-tree writes more than 32 MiB: the repository has too many files"
	if _, err := revision.Find(context.Background(), dir, bomb); err != nil { // HEAD is its merge base with itself
		t.Error(err)
	}
	if _, _, _, err := revision.Range(context.Background(), dir, "HEAD", bomb); err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
	git(t, dir, "update-ref", "HEAD", bomb)
	if _, err := revision.Find(context.Background(), dir, "HEAD"); err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
}

// TestManyEdited changes more files than one command of Git names, and then too large ones.
func TestManyEdited(t *testing.T) {
	t.Parallel()
	const many = 450
	files, edited := map[string]string{}, map[string]string{}
	for i := range many {
		name := "data/" + strconv.Itoa(i) + ".yaml"
		files[name], edited[name] = "a", "b"
	}
	tests := []struct {
		name  string
		large map[string]int64 // sizes of files in addition
		want  int
	}{
		{"small", nil, many},
		{"one larger than a file may be", map[string]int64{"a.bin": 33 << 20}, 0},
		{"too large together", map[string]int64{"a.bin": 30 << 20, "b.bin": 30 << 20, "c.bin": 30 << 20}, 0},
	}
	for _, tt := range reference.Sample(tests) { // large ones take long to commit
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := repository(t, files)
			for name, size := range tt.large {
				path := filepath.Join(dir, name)
				if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, size)); err != nil {
					t.Fatal(err)
				}
			}
			git(t, dir, "add", "-A")
			git(t, dir, "-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "-q", "--allow-empty", "-m", "large")
			filetree.Add(t, dir, edited)
			for name := range tt.large {
				filetree.Add(t, dir, map[string]string{name: "small"})
			}
			r, err := revision.Find(t.Context(), dir, "HEAD")
			if err != nil {
				t.Fatal(err)
			}
			contents, err := r.Edited(t.Context(), nil, func(string) bool { return true })
			if err != nil || len(contents) != tt.want || tt.want > 0 && string(contents["data/449.yaml"]) != "a" {
				t.Errorf("got %d files, %v, want %d", len(contents), err, tt.want)
			}
		})
	}
}

func TestEdited(t *testing.T) {
	t.Parallel()
	const none = "(not there)"
	tests := []struct {
		name string
		do   func(t *testing.T, dir string)
		want map[string]string // nil if there are other changes
	}{
		{"nothing", func(*testing.T, string) {}, map[string]string{}},
		{"edited", func(t *testing.T, dir string) { filetree.Add(t, dir, map[string]string{"a.yaml": "new"}) }, map[string]string{"a.yaml": "a"}},
		{"edited and staged", func(t *testing.T, dir string) {
			filetree.Add(t, dir, map[string]string{"d/b.yaml": "new", "ignored.tmp": "x"})
			git(t, dir, "add", "-A")
		}, map[string]string{"d/b.yaml": "b"}},
		{"added", func(t *testing.T, dir string) {
			filetree.Add(t, dir, map[string]string{"a.yaml": "new", "c.yaml": "c"})
		}, map[string]string{"a.yaml": "a", "c.yaml": none}},
		{"removed", func(t *testing.T, dir string) { git(t, dir, "rm", "-q", "a.yaml") }, map[string]string{"a.yaml": "a"}},
		{"moved", func(t *testing.T, dir string) { git(t, dir, "mv", "a.yaml", "c.yaml") }, map[string]string{"a.yaml": "a", "c.yaml": none}},
		{"data added", func(t *testing.T, dir string) {
			filetree.Add(t, dir, map[string]string{"a.yaml": "new", "data/new.yaml": "c"})
		}, map[string]string{"a.yaml": "a", "data/new.yaml": none}},
		{"data removed", func(t *testing.T, dir string) { git(t, dir, "rm", "-q", "data/x.yaml") }, map[string]string{"data/x.yaml": "x"}},
		{"data removed and not staged", func(t *testing.T, dir string) {
			if err := os.Remove(filepath.Join(dir, "data", "x.yaml")); err != nil {
				t.Fatal(err)
			}
		}, map[string]string{"data/x.yaml": "x"}},
		{"data moved", func(t *testing.T, dir string) { git(t, dir, "mv", "data/x.yaml", "data/y.yaml") }, map[string]string{"data/x.yaml": "x", "data/y.yaml": none}},
		{"data removed from the index only", func(t *testing.T, dir string) {
			git(t, dir, "rm", "-q", "--cached", "data/x.yaml")
			filetree.Add(t, dir, map[string]string{"data/x.yaml": "new"})
		}, map[string]string{"data/x.yaml": "x"}},
		{"data that becomes a link", func(t *testing.T, dir string) {
			git(t, dir, "rm", "-q", "data/x.yaml")
			filetree.Add(t, dir, map[string]string{"data/x.yaml -> ../a.yaml": ""})
			git(t, dir, "add", "-A")
		}, nil},
		{"a link to data", func(t *testing.T, dir string) { filetree.Add(t, dir, map[string]string{"data/y.yaml -> x.yaml": ""}) }, nil},
		{"files of others", func(t *testing.T, dir string) {
			filetree.Add(t, dir, map[string]string{"a.yaml": "new", "report.sarif": "{}", "README.md": "new"})
			git(t, dir, "rm", "-q", "CHANGES.md")
		}, map[string]string{"a.yaml": "a"}},
		{"data with the name of a report", func(t *testing.T, dir string) {
			filetree.Add(t, dir, map[string]string{"data/site.log": "a: 1"})
		}, map[string]string{"data/site.log": none}},
		{"a template", func(t *testing.T, dir string) {
			filetree.Add(t, dir, map[string]string{"modules/web/templates/index.html": "<%= scope.lookup('a') %>"})
		}, map[string]string{"modules/web/templates/index.html": none}},
		{"a fact", func(t *testing.T, dir string) {
			filetree.Add(t, dir, map[string]string{"facts.d/site.log": "a=b"})
		}, map[string]string{"facts.d/site.log": none}},
		{"not looked at", func(t *testing.T, dir string) { git(t, dir, "update-index", "--assume-unchanged", "a.yaml") }, nil},
	}
	clean := repository(t, map[string]string{".gitignore": "*.tmp\n", "a.yaml": "a", "d/b.yaml": "b", "data/x.yaml": "x", "README.md": "a", "CHANGES.md": "a"})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(clean)); err != nil {
				t.Fatal(err)
			}
			tt.do(t, dir)
			r, err := revision.Find(context.Background(), dir, "HEAD")
			if err != nil {
				t.Fatal(err)
			}
			check := func(later *revision.Revision, want map[string]string) {
				t.Helper()
				contents, err := r.Edited(context.Background(), later, func(path string) bool { return strings.HasPrefix(path, "data/") })
				if err != nil {
					t.Fatal(err)
				}
				if (contents == nil) != (want == nil) {
					t.Fatalf("got %v, want %v", contents, want)
				}
				got := map[string]string{}
				for path, text := range contents {
					if got[path] = string(text); text == nil {
						got[path] = none
					}
				}
				if !maps.Equal(got, want) {
					t.Errorf("got %v, want %v", got, want)
				}
			}
			check(nil, tt.want)
			if tt.name == "not looked at" {
				return // nothing to commit
			}
			git(t, dir, "add", "-A")
			git(t, dir, "-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "-q", "--allow-empty", "-m", "later")
			_, later, _, err := revision.Range(context.Background(), dir, r.Commit, "HEAD")
			if err != nil {
				t.Fatal(err)
			}
			check(later, tt.want)
		})
	}
}
