package revision_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/revision"
)

// conversions are settings of core.autocrlf and attributes, which decide about line endings in the
// working tree.
var conversions = [][2]string{
	{"", ""}, {"", "* text=auto"}, {"", "* text eol=crlf"}, {"", "* crlf"}, {"false", ""}, {"false", "* text=auto eol=crlf"},
	{"input", ""}, {"input", "* -text"}, {"input", "* text"}, {"true", ""}, {"true", "* binary"}, {"true", "* text=auto eol=lf"}, {"true", "* eol=lf"},
}

// convert makes Git convert line endings.
func convert(t *testing.T, dir, autocrlf, attributes string) {
	t.Helper()
	config, err := os.ReadFile(filepath.Join(dir, ".git", "config"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(config)
	if autocrlf != "" {
		text += "[core]\n\tautocrlf = " + autocrlf + "\n"
	}
	filetree.Add(t, filepath.Join(dir, ".git"), map[string]string{"config": text, "info/attributes": attributes + "\n"})
}

// inStyle returns a text with LF as the only line endings with others.
func inStyle(style, text string) string {
	switch style {
	case "crlf":
		return strings.ReplaceAll(text, "\n", "\r\n")
	case "mixed":
		return strings.Replace(text, "\n", "\r\n", 1)
	}
	return text
}

// TestLineEndings compares a commit with working trees whose files have other line endings. Git
// itself says which files are the same as in the commit, and whether an edited one would be if its
// text were that of the commit with the current line endings.
func TestLineEndings(t *testing.T) {
	const text, edited, shorter, longer = "a: 1\nb: 23456\nc: 3\n", "a: 1\nb: 23457\nc: 3\n", "a: 1\nb: 23\nc: 3\n", "a: 1\nb: 23456789\nc: 3\n"
	then, later, now := map[string]string{}, map[string]string{}, map[string]string{"data/binary.yaml": "a\x00b\r\n"}
	then["data/binary.yaml"], later["data/binary.yaml"] = "a\x00b\n", "a\x00b\n"
	for _, committed := range []string{"lf", "crlf"} {
		for _, recommitted := range []string{"lf", "crlf"} {
			for _, style := range []string{"lf", "crlf", "mixed"} {
				aslong := longer
				if style == "crlf" {
					aslong = shorter
				}
				for change, changed := range map[string]string{"same": text, "edited": edited, "aslong": aslong} {
					path := fmt.Sprintf("data/%s,%s,%s,%s.yaml", committed, recommitted, style, change)
					then[path], later[path], now[path] = inStyle(committed, text), inStyle(recommitted, text), inStyle(style, changed)
				}
			}
		}
	}
	clean := repository(t, then)
	filetree.Add(t, clean, later)
	git(t, clean, "commit", "-qam", "other line endings")
	before := git(t, clean, "rev-parse", "HEAD~")
	for _, c := range reference.Sample(conversions) {
		t.Run(strings.Join(c[:], ","), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(clean)); err != nil {
				t.Fatal(err)
			}
			convert(t, dir, c[0], c[1])
			differs := func() map[string]bool {
				return lists.Set(strings.Fields(git(t, dir, "-c", "core.safecrlf=false", "diff", "--name-only", before)))
			}
			filetree.Add(t, dir, now)
			r, err := revision.Find(context.Background(), dir, before)
			if err != nil {
				t.Fatal(err)
			}
			contents, err := r.Edited(context.Background(), nil, func(string) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			exported := files(t, open(t, dir, before).Root())

			want, alternative := map[string]string{}, map[string]string{}
			isEdited := differs()
			for path, current := range now {
				if !isEdited[path] {
					want[path] = current
				}
				alternative[path] = strings.ReplaceAll(then[path], "\r\n", "\n")
				if strings.Contains(current, "\r\n") {
					alternative[path] = inStyle("crlf", alternative[path])
				}
			}
			filetree.Add(t, dir, alternative)
			for path, isOther := range differs() {
				if isOther {
					delete(alternative, path)
				}
			}
			if err := os.RemoveAll(filepath.Join(dir, "data")); err != nil {
				t.Fatal(err)
			}
			git(t, dir, "checkout", "-qf", before)
			for path, text := range files(t, dir) {
				if strings.HasPrefix(path, ".git/") {
					continue
				}
				if _, ok := want[path]; ok {
					continue
				}
				if want[path] = text; strings.Contains(text, "\r\n") == strings.Contains(now[path], "\r\n") {
					continue
				}
				if other, ok := alternative[path]; ok {
					want[path] = other
				}
			}
			for path, text := range want {
				if exported[path] != text {
					t.Errorf("exported %s: got %q, want %q", path, exported[path], text)
				}
				if got, ok := contents[path]; ok != isEdited[path] || ok && string(got) != text {
					t.Errorf("%s (edited: %t): got %q, want %q", path, isEdited[path], got, text)
				}
			}
			if len(want) != len(now) {
				t.Errorf("%d files compared", len(want))
			}
		})
	}
}
