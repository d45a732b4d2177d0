package secret

import (
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
)

// Diff removes the secrets from a unified diff of two versions of a file. It also returns the
// number of lines with secrets: without them, the diff can be read but not applied.
func (r *Redactor) Diff(diff string, before, after *source.File) (redacted string, lines int) {
	var b strings.Builder
	var oldLine, newLine int
	header := true
	for line := range strings.Lines(diff) {
		var shown string
		switch {
		case strings.HasPrefix(line, "@@ "):
			header = false
			oldLine, newLine = hunkStart(line)
			shown = line
		case header || line[0] == '\\':
			shown = line
		case line[0] == '+':
			shown = r.line(line, after, newLine)
			newLine++
		default:
			shown = r.line(line, before, oldLine)
			oldLine++
			if line[0] == ' ' {
				newLine++
			}
		}
		if shown != line {
			lines++
		}
		b.WriteString(shown)
	}
	return b.String(), lines
}

// hunkStart parses the numbers of the first lines of a hunk, as in `@@ -1,3 +1,4 @@`.
func hunkStart(line string) (before, after int) {
	var count int
	if _, err := fmt.Sscanf(line, "@@ -%d,%d +%d,", &before, &count, &after); err != nil {
		return 0, 0
	}
	return before, after
}

// line removes the secrets from a line of a diff, which is a line of a file after a sign.
func (r *Redactor) line(line string, file *source.File, number int) string {
	if number < 1 || number > file.Lines() {
		return line
	}
	at := file.Line(number)
	text := line[1:]
	var b strings.Builder
	b.WriteString(line[:1])
	done := 0
	for _, s := range r.Spans(file) {
		from, to := max(s.Start-at.Start, done), min(s.End-at.Start, at.Len())
		if s.Start >= at.End || s.End <= at.Start || from >= to {
			continue
		}
		b.WriteString(text[done:from] + "[redacted]")
		done = to
	}
	return b.String() + text[done:]
}
