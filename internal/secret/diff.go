package secret

import (
	"sort"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lazyregexp"
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

// hunk matches the first line of a hunk, such as `@@ -1,3 +1,4 @@`.
var hunk = lazyregexp.New(`^@@ -([0-9]+)(?:,[0-9]+)? \+([0-9]+)(?:,[0-9]+)? @@`)

// hunkStart parses the numbers of the first lines of a hunk; zeros if they cannot be parsed.
func hunkStart(line string) (before, after int) {
	m := hunk().FindStringSubmatch(line)
	if m == nil {
		return 0, 0
	}
	before, _ = strconv.Atoi(m[1])
	after, _ = strconv.Atoi(m[2])
	return before, after
}

// line removes the secrets from a line of a diff, which is a line of a file after a sign. A line that is
// not this one of the file may have secrets anywhere, so nothing of it remains.
func (r *Redactor) line(line string, file *source.File, number int) string {
	text := line[1:]
	var at source.Span
	if number > 0 && number <= file.Lines() {
		at = file.Line(number)
	}
	if strings.TrimRight(string(file.Text[at.Start:at.End]), "\r\n") != strings.TrimRight(text, "\r\n") {
		return line[:1] + "[redacted]\n"
	}
	var b strings.Builder
	b.WriteString(line[:1])
	done := 0
	spans := r.Spans(file)
	for _, s := range spans[sort.Search(len(spans), func(i int) bool { return spans[i].End > at.Start }):] {
		from, to := max(s.Start-at.Start, 0), min(s.End-at.Start, at.Len())
		if s.Start >= at.End {
			break
		}
		if from < to {
			b.WriteString(text[done:from] + "[redacted]")
			done = to
		}
	}
	return b.String() + text[done:]
}
