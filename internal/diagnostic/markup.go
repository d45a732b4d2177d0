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

// EscapeText replaces the plain text of a text of a finding by what escape returns for it, and keeps
// the code in backquotes.
func EscapeText(text string, escape func(string) string) string {
	var b strings.Builder
	for part, isCode := range Segments(text) {
		if isCode {
			b.WriteString("`" + part + "`")
		} else {
			b.WriteString(escape(part))
		}
	}
	return b.String()
}
