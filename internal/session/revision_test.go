package session_test

import (
	"context"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/settings"
)

// TestRevisionEdits edits files of each tree at random. What is new since the commit is the same whether the tree of the commit is an edit of that of
// today or, as there is a file that Git does not know, is checked by itself.
func TestRevisionEdits(t *testing.T) {
	t.Parallel()
	withFacts := func(tree tree) bool { return tree.facts != nil } // its directory is that of another
	for _, tree := range reference.Sample(slices.DeleteFunc(trees(t), withFacts)) {
		t.Run(tree.name, func(t *testing.T) {
			t.Parallel()
			if err := os.Remove(filepath.Join(tree.dir, ".git")); err != nil {
				t.Fatal(err)
			}
			filetree.Commit(t, tree.dir, "-f")
			options := session.Options{Paths: []string{tree.dir}, Profile: settings.Strict}
			seed := fnv.New64()
			seed.Write([]byte(tree.name))
			files := check(t, open(t, options), session.Request{}).Files
			if len(files) == 0 {
				t.Skip("there are no data files")
			}
			e := newEditor(t, seed.Sum64(), files)
			fresh := func() []string {
				w := open(t, options)
				known, err := w.Compare(context.Background(), session.Comparison{Revision: "HEAD"})
				if err != nil {
					t.Fatal(err)
				}
				return describe(check(t, w, session.Request{Known: known}).Findings)
			}
			for range reference.Cases(20) {
				for range 3 {
					change := e.edit()
					replace(t, change.Path, string(change.Text))
				}
				got := fresh()
				other := filepath.Join(tree.dir, "unknown.txt")
				replace(t, other, "unknown")
				want := fresh()
				if err := os.Remove(other); err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(got, want) {
					t.Fatalf("edited (+) and checked by itself (-):%s", differences(got, want))
				}
			}
		})
	}
}
