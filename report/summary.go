package report

import (
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/notseen"
	"github.com/hieralint/hieralint/internal/plural"
)

// summary prints the numbers of a run, what could not be seen, and what to do about a baseline with
// stale entries.
func (p *printer) summary(s *Summary) {
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
	switch {
	case line != "":
	case s.Files > 0:
		line = s.nothing()
	default:
		line = "nothing was checked"
	}
	line += s.circumstances(p.canFix)
	p.paragraph("", hangingIndent, line)
	if len(s.NotSeen) > 0 {
		p.paragraph("", hangingIndent, "Not seen: "+p.text(strings.Join(p.notSeen(s.NotSeen), "; "))+".")
	}
	if s.Stale > 0 {
		p.paragraph("", hangingIndent, s.stale())
	}
}

// maxNamed is the maximum number of names of a list in a summary.
const maxNamed = 3

// notSeen describes what was not seen, briefly unless everything is to be named.
func (p *printer) notSeen(notSeen []notseen.Part) []string {
	if p.nameAll {
		return notseen.Texts(notSeen)
	}
	return fewLevels(notSeen)
}

// fewLevels describes what was not seen. Of many levels, it names only the first, and the number of the others.
func fewLevels(notSeen []notseen.Part) []string {
	isLevel := func(n notseen.Part) bool { return n.Level }
	more := len(lists.Filter(notSeen, isLevel)) - maxNamed
	if more <= maxNamed {
		more = 0
	}
	var texts []string
	levels := 0
	for _, n := range notSeen {
		text := brief(n)
		if n.Level && more > 0 {
			if levels++; levels > maxNamed {
				continue
			}
			if levels == maxNamed {
				text += fmt.Sprintf(", and %d more levels (--min-severity note names them)", more)
			}
		}
		texts = append(texts, text)
	}
	return texts
}

// brief describes something that was not seen with only the first names of a long list.
func brief(n notseen.Part) string {
	start, _, more := folded(n)
	if more == 0 {
		return start
	}
	which := "them"
	if len(n.Names) > notseen.MaxNames {
		which = "some"
	}
	return fmt.Sprintf("%s, and %d more (--min-severity note names %s)", start, more, which)
}

// folded splits a description after the first names of a long list, and returns the number of the
// others.
func folded(n notseen.Part) (start, rest string, more int) {
	if len(n.Names) <= 2*maxNamed {
		return n.String(), "", 0
	}
	first, others := n.Names[:maxNamed], n.Names[maxNamed:]
	return n.What + ": " + strings.Join(first, ", "), plural.Some(others, notseen.MaxNames), len(others)
}

// nothing describes that nothing was found.
func (s *Summary) nothing() string {
	switch {
	case s.Hidden.Warnings > 0:
		return "no errors"
	case s.Hidden.Notes > 0:
		return "no errors or warnings"
	}
	return "no findings"
}

// hidden describes what is not shown, and the flag that shows it; "" if everything is shown.
func (s *Summary) hidden(canFix bool) string {
	if s.Hidden == (Hidden{}) {
		return ""
	}
	var counts []string
	mildest := diagnostic.Warning
	if s.Hidden.Warnings > 0 {
		counts = append(counts, plural.Count(s.Hidden.Warnings, "warning"))
	}
	if s.Hidden.Notes > 0 {
		counts = append(counts, plural.Count(s.Hidden.Notes, "note"))
		mildest = diagnostic.Note
	}
	text := strings.Join(counts, ", ") + " not shown"
	if canFix {
		text += fmt.Sprintf(" (--min-severity %s)", mildest)
	}
	return text
}

// circumstances returns what a summary says after the number of findings. canFix reports that it
// may mention flags.
func (s *Summary) circumstances(canFix bool) string {
	text := ""
	if s.Files > 0 { // otherwise, only code
		text = " in " + plural.Count(s.Files, "file")
	}
	if hidden := s.hidden(canFix); hidden != "" {
		text += "; " + hidden
	}
	if s.Repeated > 0 {
		text += fmt.Sprintf("; %d more with the same cause not counted", s.Repeated)
	}
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
	are, them := "are", "them"
	if s.Stale == 1 {
		are, them = "is", "it"
	}
	return fmt.Sprintf("%s in the baseline %s gone; `hieralint baseline --prune` removes %s.", plural.Count(s.Stale, "finding"), are, them)
}
