package glob

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
)

// askRuby returns the result of Dir.glob in dir for each pattern; nil if it raises an error.
func askRuby(t *testing.T, dir string, patterns []string) [][]string {
	t.Helper()
	const script = `require 'json'
Encoding.default_external = Encoding::UTF_8
puts JSON.generate(JSON.parse(STDIN.read).map { |p| Dir.glob(p) rescue nil })`
	var answers [][]string
	oracle.AskRuby(t, patterns, &answers, "-C", dir, "-e", script)
	return answers
}

// randomTree creates directories, files, and symlinks, some of them circular or dangling.
func randomTree(t *testing.T, r *rand.Rand, dir string) {
	t.Helper()
	names := []string{"a", "b", "ab", "a.y", "b.y", ".a", ".b.y", "B", "ä.y", "[a]", "{a}", `a\b`, "a-b", "10", "9"}
	dirs := []string{dir}
	for range 4 + r.IntN(25) {
		parent := dirs[r.IntN(len(dirs))]
		path := filepath.Join(parent, names[r.IntN(len(names))])
		if _, err := os.Lstat(path); err == nil {
			continue
		}
		var err error
		switch r.IntN(10) {
		case 0, 1, 2, 3:
			err = os.Mkdir(path, 0o755)
			dirs = append(dirs, path)
		case 4:
			err = os.Symlink([]string{"a", "b", "..", ".", "nowhere", "../a", "../b/a.y"}[r.IntN(7)], path)
		default:
			err = os.WriteFile(path, nil, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func randomPattern(r *rand.Rand) string {
	pieces := []string{"a", "b", "a", "b", "ab", ".y", ".", "..", "*", "*", "**", "**/", "**/", "/", "/", "/", "?", "[ab]", "[!a]",
		"[^b]", "[a-z]", "[", "]", "[]", "{a,b}", "{b,a}", "{", "}", ",", "{,a}", "{a/,b/}", "{*,.a}", `\`, "ä", "B", "-", "10", "{**/,}"}
	var b strings.Builder
	for range 1 + r.IntN(7) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// bracesBehindRecursion matches patterns with a slash in braces after `**/`.
var bracesBehindRecursion = regexp.MustCompile(`\*\*/.*\{[^}]*/`)

// missesBraces reports whether Ruby has a bug of 3.1.2, fixed in 3.1.7: after `**/`, braces with a slash in an
// alternative match nothing.
func missesBraces(t *testing.T) bool {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "a"), 0o755); err != nil {
		t.Fatal(err)
	}
	return len(askRuby(t, dir, []string{"**/{a/,b/}"})[0]) == 0
}

// TestRuby compares with Dir.glob on random trees and patterns.
func TestRuby(t *testing.T) {
	missesBraces := missesBraces(t)
	for seed := range reference.Cases(20) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(seed), 1))
			dir := t.TempDir()
			randomTree(t, r, dir)
			t.Chdir(dir)
			var patterns []string
			for range 400 {
				p := randomPattern(r)
				if missesBraces && bracesBehindRecursion.MatchString(p) {
					continue
				}
				if strings.ContainsAny(p[:1], "/{\\") {
					p = dir + "/" + p // do not search the whole machine
				} else if strings.Contains(p, "..") {
					continue // nor directories of other tests
				}
				patterns = append(patterns, p)
			}
			for i, want := range askRuby(t, dir, patterns) {
				got, err := Glob(Disk, patterns[i])
				if (err != nil) != (want == nil) {
					t.Errorf("%q: got error %v, Ruby finds %q", patterns[i], err, want)
				}
				if err == nil && len(got)+len(want) > 0 && !cmp.Equal(got, want) {
					t.Errorf("%q\n got %q\nwant %q", patterns[i], got, want)
				}
			}
		})
	}
}
