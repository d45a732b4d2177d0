package session_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/settings"
)

// describe formats everything about each finding on one line.
func describe(found []diagnostic.Diagnostic) []string {
	place := func(f *source.File, s source.Span) string { return fmt.Sprintf("%s:%d-%d", f.Path, s.Start, s.End) }
	lines := make([]string, 0, len(found))
	for i := range found {
		d := &found[i]
		line := fmt.Sprintf("%s %s %v %q %q %q %q %q", place(d.File, d.Span), d.Rule.Name, d.Severity, d.Message, d.Detail, d.Help, d.Key, d.Cause)
		for _, r := range d.Related {
			line += fmt.Sprintf("; %s %q", place(r.File, r.Span), r.Message)
		}
		for _, f := range d.Fixes {
			line += fmt.Sprintf("; fix %q %t", f.Message, f.Safe)
			for _, e := range f.Edits {
				line += fmt.Sprintf(" %s=%q", place(e.File, e.Span), e.New)
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// differences returns the lines that are only in one of two lists.
func differences(got, want []string) string {
	var b strings.Builder
	for _, line := range got {
		if !slices.Contains(want, line) {
			b.WriteString("\n+ " + line)
		}
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			b.WriteString("\n- " + line)
		}
	}
	return cmp.Or(b.String(), "\ndifferent order or number of equal lines")
}

// tree is a directory to check, with the facts of its nodes, if any.
type tree struct {
	name, dir string
	facts     []string
}

// trees returns copies of the repositories in testdata and the corpus, each the root of a Git
// repository.
func trees(t *testing.T) []tree {
	t.Helper()
	var all []tree
	for _, name := range []string{"clean-repo", "control-repo", "old-repo"} {
		all = append(all, tree{name: name, dir: repository(t, filepath.Join("..", "..", "testdata", name))})
	}
	shared, ok := reference.Find(t)
	if !ok {
		return all
	}
	corpus := filepath.Join(shared, "corpus")
	for _, kind := range []string{"control", "modules"} {
		found, err := filepath.Glob(filepath.Join(corpus, kind, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, dir := range found {
			name, at := filepath.Base(dir), repository(t, dir)
			all = append(all, tree{name: name, dir: at})
			facts := filepath.Join(corpus, "facts", name)
			if _, err := os.Stat(facts); err == nil {
				all = append(all, tree{name + " with facts", at, []string{facts}})
			}
		}
	}
	return all
}

// namedTrees returns the directories that HIERALINT_TEST_TREES lists, or else those of trees. A test
// of them must not change their files.
func namedTrees(t *testing.T) []tree {
	t.Helper()
	var named []tree
	for _, dir := range filepath.SplitList(os.Getenv("HIERALINT_TEST_TREES")) {
		named = append(named, tree{name: filepath.Base(dir), dir: dir})
	}
	if len(named) == 0 {
		return trees(t)
	}
	return named
}

// withoutFacts returns some of the trees that have no facts, and therefore a directory of their
// own.
func withoutFacts(t *testing.T) []tree {
	t.Helper()
	return reference.SlowSample(slices.DeleteFunc(trees(t), func(tree tree) bool { return tree.facts != nil }))
}

// commit commits the files of the tree.
func (tree tree) commit(t *testing.T) {
	t.Helper()
	if err := os.Remove(filepath.Join(tree.dir, ".git")); err != nil {
		t.Fatal(err)
	}
	filetree.Commit(t, tree.dir, "-f")
}

// repository returns a copy of a directory, which looks like a Git repository.
func repository(t *testing.T, from string) string {
	t.Helper()
	dir := filetree.Write(t, map[string]string{".git/": ""})
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestFiles checks single files: the findings must be those that a check of the whole tree has in
// the file.
func TestFiles(t *testing.T) {
	t.Parallel()
	for _, tree := range namedTrees(t) {
		t.Run(tree.name, func(t *testing.T) {
			t.Parallel()
			options := session.Options{Paths: []string{tree.dir}, Facts: tree.facts, Profile: settings.Strict}
			whole := check(t, open(t, options), session.Request{})
			for _, file := range reference.Sample(whole.Files) {
				options.Paths = []string{file}
				alone := check(t, open(t, options), session.Request{})
				in := func(d diagnostic.Diagnostic) bool { return d.File.Path != file }
				want, got := describe(slices.DeleteFunc(slices.Clone(whole.Findings), in)), describe(alone.Findings)
				if !slices.Equal(got, want) {
					t.Errorf("%s: single file (+) and whole tree (-):%s", file, differences(got, want))
				}
			}
		})
	}
}
