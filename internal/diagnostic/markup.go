package diagnostic

import (
	"iter"
	"strings"
)

// Segments splits a text of a finding at its backquotes: plain text, and the code between them.
func Segments(text string) iter.Seq2[string, bool] {
	return func(yield func(segment string, isCode bool) bool) {
		for text != "" {
			before, rest, _ := strings.Cut(text, "`")
			code, after, found := strings.Cut(rest, "`")
			if !found {
				yield(text, false)
				return
			}
			if before != "" && !yield(before, false) || !yield(code, true) {
				return
			}
			text = after
		}
	}
}
