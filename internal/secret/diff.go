package secret

import (
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
)

// Diff is a unified diff of two texts of a file without the secrets in them, and how many of its lines had any: a diff without them can
// be read, and not applied.
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

// hunkStart are the numbers of the first lines of a hunk, as `@@ -1,3 +1,4 @@` has them.
func hunkStart(line string) (before, after int) {
	var count int
	if _, err := fmt.Sscanf(line, "@@ -%d,%d +%d,", &before, &count, &after); err != nil {
		return 0, 0
	}
	return before, after
}

// line is a line of a diff, which is one of a file behind a sign, without the secrets in it.
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
