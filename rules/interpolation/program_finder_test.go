package interpolation

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/internal/rule"
)

// TestLargeValue checks that a string is searched only once, regardless of the number of tokens.
func TestLargeValue(t *testing.T) {
	t.Parallel()
	const n = 20_000
	for token, want := range map[string]program{"x%{referer}i ": nobody, "%{Referer}i %b ": logFormat, "%{foo} %{+ts} ": logstash, "%{NAME} rpm ": rpm} {
		text := &rule.Text{Template: interpolate.Parse(strings.Repeat(token, n))}
		var f programFinder
		searches := map[*traits]bool{}
		for i := range text.Template.Tokens {
			if meant, _ := f.meantFor(text, &text.Template.Tokens[i]); meant != want {
				t.Fatalf("%s: got program %q, want %q", token, meant, want)
			}
			if f.traits != nil {
				searches[f.traits] = true
			}
		}
		if len(searches) != 1 {
			t.Errorf("%s: searched %d times", token, len(searches))
		}
	}
}
