package session_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/session"
)

// TestConvertedLineEndings compares a working tree with its commit, which has LF. Line endings that
// Git converts to LF are no change, whether files are edited or not, and however the commit is read.
func TestConvertedLineEndings(t *testing.T) {
	t.Parallel()
	committed := map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Common, glob: '*.yaml'}\n",
		"data/common.yaml": "a: 1\nb: 22222\n", "data/other.yaml": strings.Repeat("# a long comment\n", 9) + "c: 1\n", "manifests/site.pp": "include a\n",
	}
	clean := filetree.Write(t, committed)
	filetree.Commit(t, clean)
	for _, c := range []struct {
		config, attributes, lineEnding string
		isChange                       bool
	}{
		{"", "", "\r\n", true},
		{"autocrlf = true", "", "\n", false},
		{"autocrlf = true", "* -text", "\r\n", true},
		{"autocrlf = input", "", "\r\n", false},
		{"autocrlf = false", "* text=auto", "\r\n", false},
	} {
		for _, change := range reference.Sample([]string{"edit, move, code", "code", "edit and move"}) {
			t.Run(strings.Join([]string{c.config, c.attributes, c.lineEnding, change}, ","), func(t *testing.T) {
				t.Parallel()
				dir, at := write(t, nil)
				if err := os.CopyFS(dir, os.DirFS(clean)); err != nil {
					t.Fatal(err)
				}
				config, err := os.ReadFile(at(".git/config"))
				if err != nil {
					t.Fatal(err)
				}
				filetree.Add(t, dir, map[string]string{".git/config": string(config) + "[core]\n\t" + c.config + "\n", ".git/info/attributes": c.attributes + "\n"})
				set := func(path, text string) { replace(t, at(path), strings.ReplaceAll(text, "\n", c.lineEnding)) }
				for path, text := range committed {
					set(path, text)
				}
				keys := 0
				if strings.Contains(change, "edit") {
					set("data/common.yaml", "a: 1\nb: 333\n") // with CRLF, it is as long as before
					keys = 1
				}
				if strings.Contains(change, "code") {
					set("manifests/site.pp", "include b\n")
				}
				if strings.Contains(change, "move") {
					git := exec.Command("git", "mv", "data/other.yaml", "data/moved.yaml")
					git.Dir = dir
					if out, err := git.CombinedOutput(); err != nil {
						t.Fatalf("%v: %s", err, out)
					}
				}

				options := session.Options{Paths: []string{dir}, NoConfig: true}
				found, err := open(t, options).Diff(t.Context(), session.DiffRequest{From: "HEAD", NoMoved: true})
				if err != nil {
					t.Fatal(err)
				}
				isChange := len(found.New) > 0
				if isChange != c.isChange || len(found.Fixed) > 0 || len(found.Groups) != keys {
					t.Errorf("new: %v, fixed: %v, changed: %v", found.New, found.Fixed, found.Groups)
				}
				w := open(t, options)
				known, err := w.Compare(t.Context(), session.Comparison{Revision: "HEAD"})
				if err != nil {
					t.Fatal(err)
				}
				if new := names(check(t, w, session.Request{Known: known})); slices.Contains(new, "encoding") != c.isChange {
					t.Errorf("new since the commit: %q", new)
				}
				isEdited, err := w.IsEdited(t.Context(), at("data/common.yaml"), session.Committed)
				if err != nil || isEdited != (c.isChange || keys > 0) {
					t.Errorf("the file is edited: %t, %v", isEdited, err)
				}
			})
		}
	}
}
