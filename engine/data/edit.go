package data

import (
	"slices"
	"strings"
)

// edit puts text in the place of the bytes from from to to.
type edit struct {
	from, to int
	text     string
}

// apply makes the edits, which must not overlap.
func apply(text string, edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int { return a.from - b.from })
	var b strings.Builder
	done := 0
	for _, e := range edits {
		b.WriteString(text[done:e.from])
		b.WriteString(e.text)
		done = e.to
	}
	b.WriteString(text[done:])
	return b.String()
}
