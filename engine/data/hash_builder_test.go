package data

import (
	"fmt"
	"strings"
	"testing"
)

// TestLargeHashesBesideOthers checks that a hash of any size keeps its keys when other collections follow it.
func TestLargeHashesBesideOthers(t *testing.T) {
	large := func(prefix string, n int) string {
		entries := make([]string, n)
		for i := range entries {
			entries[i] = fmt.Sprintf("%s%d: %d", prefix, i, i)
		}
		return "{" + strings.Join(entries, ", ") + "}"
	}
	for n := range 41 {
		for _, next := range []string{"[]", "[1, 2]", "{}", "{p: 1}", large("q", 13), large("q", 40), "!!omap [p: 1]", "!refused [1]", "{<<: {p: 1}}", "{:s: 1, p: 2}", "x"} {
			text := "k: " + large("x", n) + "\nz: " + next + "\n"
			t.Run(fmt.Sprintf("%d and %.12s", n, next), func(t *testing.T) {
				checkDocument(t, parseText(text))
			})
		}
	}
}

// TestSymbolsAndDuplicates checks which duplicate keys are reported if Symbol keys are converted to strings.
func TestSymbolsAndDuplicates(t *testing.T) {
	tests := []struct {
		text string
		want []string // lines of discarded keys, and of the keys that override them
	}{
		{":a: 1\na: 2\n", []string{"1 to 2"}},
		{":a: 1\na: 2\nb: 1\nb: 2\n", []string{"1 to 2", "3 to 4"}},
		{"a: 1\n:a: 2\nb: 1\nb: 2\n", []string{"1 to 2", "3 to 4"}},
		{"b: 1\nb: 2\n:a: 1\na: 2\n:a: 3\n", []string{"1 to 2", "3 to 4", "5 to 4"}},
		{":a: 1\na: 2\n:a: 3\na: 4\n", []string{"1 to 4", "2 to 4", "3 to 4"}},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			doc := parseText(tt.text)
			checkDocument(t, doc)
			var got []string
			line := func(at int) int { return 1 + strings.Count(tt.text[:at], "\n") }
			for _, p := range doc.Problems {
				if p.Code == DuplicateKey {
					got = append(got, fmt.Sprintf("%d to %d", line(p.Span.Start), line(p.Related.Start)))
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
