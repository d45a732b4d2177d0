package usage

import (
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/manifest"
)

func TestUnreadableContaining(t *testing.T) {
	file := func(path, text string) *manifest.Unreadable {
		return &manifest.Unreadable{File: source.New(path, []byte(text))}
	}
	x := newUnreadable([]*manifest.Unreadable{
		file("a.pp", "lookup('one') lookup('one')"), file("unknown.pp", ""), file("b.pp", "lookup('two'"), file("large.pp", strings.Repeat("x", maxUnreadableText)), file("c.pp", "one"),
	})
	for key, want := range map[string][]string{
		"one":   {"a.pp", "unknown.pp", "large.pp", "c.pp"},
		"two":   {"unknown.pp", "b.pp", "large.pp"},
		"three": {"unknown.pp", "large.pp"},
		"":      {"a.pp", "unknown.pp", "b.pp", "large.pp", "c.pp"},
	} {
		var got []string
		for _, u := range x.containing(key) {
			got = append(got, u.File.Path)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", key, got, want)
		}
	}
}
