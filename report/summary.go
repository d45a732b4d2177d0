package report

import (
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/plural"
)

// summary is the last line of a report.
func (p *printer) summary(s *Summary) string {
	var counts []string
	count := func(n int, one string, severity diagnostic.Severity) {
		if n > 0 {
			counts = append(counts, p.paint(severityStyle(severity), plural.Count(n, one)))
		}
	}
	count(s.Errors, "error", diagnostic.Error)
	count(s.Warnings, "warning", diagnostic.Warning)
	count(s.Notes, "note", diagnostic.Note)
	line := strings.Join(counts, ", ")
	circumstances := s.circumstances(p.canFix)
	switch {
	case line != "":
		line += " " + circumstances
	case s.Files > 0:
		line = "no findings " + circumstances
	default:
		line = "nothing was checked" + strings.TrimPrefix(circumstances, "in 0 files")
	}
	if len(s.NotSeen) > 0 {
		line += ". Not seen: " + p.text(strings.Join(s.NotSeen, ", ")) + "."
	}
	if s.Stale > 0 {
		line += "\n" + s.stale()
	}
	return line
}

// circumstances are what a summary says behind the number of findings.
func (s *Summary) circumstances(canFix bool) string {
	text := "in " + plural.Count(s.Files, "file")
	if s.Fixed > 0 {
		text += fmt.Sprintf("; %d fixed", s.Fixed)
	}
	if s.Known > 0 {
		text += fmt.Sprintf("; %d in the baseline", s.Known)
	}
	if s.Older > 0 {
		text += fmt.Sprintf("; %d from before the change", s.Older)
	}
	if s.Suppressed > 0 {
		text += fmt.Sprintf("; %d suppressed", s.Suppressed)
	}
	if s.Fixable > 0 && canFix {
		text += fmt.Sprintf("; %d fixable with --fix", s.Fixable)
	}
	if s.Duration > 0 {
		text += " (" + duration(s.Duration) + ")"
	}
	return text
}

// stale says what to do about a baseline with stale entries.
func (s *Summary) stale() string {
	return fmt.Sprintf("The baseline has %s that nobody finds any more; `hieralint baseline --prune` takes them out.", plural.Count(s.Stale, "finding"))
}
