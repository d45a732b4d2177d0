package report

import (
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
)

// Reports end up in public logs, so findings about secrets (HL6xxx), which often stand on the secret
// itself, never show the source. Nor does any other finding show a line on which such a finding
// stands, even when that one is suppressed: a key that stands twice shows its value as well.

// redacted stands where a secret is not shown.
const redacted = "[redacted]"

// withheld reports whether the source at a finding must not appear in a report.
func withheld(d *diagnostic.Diagnostic) bool {
	return d.Rule.GuardsSecrets
}

// secretLines are the lines, by the path of the file, that no report shows.
type secretLines map[string]map[int]bool

func (r *Report) secretLines() secretLines {
	secrets := secretLines{}
	add := func(d *diagnostic.Diagnostic) {
		if !withheld(d) {
			return
		}
		if secrets[d.File.Path] == nil {
			secrets[d.File.Path] = map[int]bool{}
		}
		first, last := lines(d.File, d.Span)
		for n := first; n <= last; n++ {
			secrets[d.File.Path][n] = true
		}
	}
	for i := range r.Diagnostics {
		add(&r.Diagnostics[i])
	}
	for i := range r.Suppressed {
		add(&r.Suppressed[i].Diagnostic)
	}
	return secrets
}

// on reports whether a line of the span must not be shown.
func (s secretLines) on(file *source.File, span source.Span) bool {
	lineNumbers := s[file.Path]
	if len(lineNumbers) == 0 {
		return false
	}
	first, last := lines(file, span)
	for n := first; n <= last; n++ {
		if lineNumbers[n] {
			return true
		}
	}
	return false
}

// redact hides the text of the rows that must not be shown.
func (s secretLines) redact(file *source.File, rows []row) {
	for i := range rows {
		if s[file.Path][rows[i].number] {
			rows[i].cells, rows[i].mark = cells([]byte(redacted), 0), false
		}
	}
}
