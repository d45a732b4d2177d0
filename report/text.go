package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/rules"
)

// Text writes a report for people. Each finding starts with a line that editors and grep can
// parse,
//
//	path:line:column: severity: message [rule]
//
// and goes on with the source, what Puppet does with it, and what to write instead. The summary
// comes last. Characters that a terminal would act upon never get through.
func Text(w io.Writer, r *Report, o Options) error {
	p := &printer{w: bufio.NewWriter(w), color: o.Color, width: o.Width, canFix: o.CanFix}
	if p.width <= 0 {
		p.width = defaultWidth
	}
	p.width = min(p.width, maxWidth)
	for i := range r.Diagnostics {
		p.diagnostic(r, &r.Diagnostics[i])
		p.print("\n")
	}
	p.summary(&r.Summary)
	return p.w.Flush()
}

// defaultWidth is for outputs that are no terminal: logs of builds, files.
const defaultWidth = 120

// maxWidth is as much of a line as anybody reads.
const maxWidth = 400

// printer writes with or without colours. Errors of writing come out of Flush.
type printer struct {
	w      *bufio.Writer
	color  bool
	width  int
	canFix bool
}

// The styles are parameters of the escape sequence "select graphic rendition". They are of the
// sixteen colours that every terminal has, in the shades its user chose.
const (
	boldStyle    = "1"
	dimStyle     = "2"
	gutterStyle  = "34"   // blue
	relatedStyle = "36"   // cyan
	labelStyle   = "1;36" // bold cyan
	fixStyle     = "1;32" // bold green
)

func severityStyle(s rules.Severity) string {
	switch s {
	case rules.Error:
		return "1;31" // bold red
	case rules.Warning:
		return "1;33" // bold yellow
	}
	return "1;36" // bold cyan
}

func (p *printer) print(text string) { _, _ = p.w.WriteString(text) }

func (p *printer) paint(style, text string) string {
	if !p.color || text == "" {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

func (p *printer) diagnostic(r *Report, d *rules.Diagnostic) {
	style := severityStyle(d.Severity)
	p.print(p.place(r, d.File, d.Span) + " " + p.paint(style, d.Severity.String()+":") + " " +
		p.text(d.Message) + " " + p.paint(dimStyle, "["+d.Rule.Name+"]") + "\n")
	p.source(r, d)
	if d.Detail != "" {
		p.print("  " + p.text(sentence(d.Detail)) + "\n")
	}
	if d.Help != "" {
		p.print("  " + p.paint(labelStyle, "help:") + " " + p.text(d.Help) + "\n")
	}
	p.fixes(d.Fixes)
}

// place is where span starts.
func (p *printer) place(r *Report, file *source.File, span source.Span) string {
	at := file.Pos(span.Start)
	return p.paint(boldStyle, fmt.Sprintf("%s:%d:%d:", printable(r.path(file.Path)), at.Line, at.Column))
}

// maxRelated is how many related places are shown.
const maxRelated = 4

// source shows the source of a finding and of the places related to it.
func (p *printer) source(r *Report, d *rules.Diagnostic) {
	related := d.Related
	if len(related) > maxRelated {
		related = related[:maxRelated-1]
	}
	excerpts := make([][]row, 1+len(related)) // empty where nothing can or must be shown
	if !withheld(d) {
		excerpts[0] = rows(d.File, d.Span, true)
		for i := range related {
			excerpts[i+1] = rows(related[i].File, related[i].Span, false)
		}
	}
	digits := digits(excerpts...)
	p.excerpt(excerpts[0], digits, "^", severityStyle(d.Severity))
	for i := range related {
		p.print("  " + p.place(r, related[i].File, related[i].Span) + " " + p.text(related[i].Message) + "\n")
		p.excerpt(excerpts[i+1], digits, "-", relatedStyle)
	}
	if more := len(d.Related) - len(related); more > 0 {
		p.print(fmt.Sprintf("  and %d more places\n", more))
	}
}

// fixes lists the fixes, of which one can be applied, and says with which flags it is.
func (p *printer) fixes(fixes []rules.Fix) {
	flags := "(--fix)"
	applied := slices.IndexFunc(fixes, func(f rules.Fix) bool { return f.Safe })
	if applied < 0 {
		flags, applied = "(--fix --unsafe-fixes)", 0
	}
	for i, fix := range fixes {
		label := "fix:"
		if i > 0 {
			label = " or:"
		}
		p.print("  " + p.paint(fixStyle, label) + " " + p.text(fix.Message))
		if i == applied && p.canFix {
			p.print(" " + p.paint(dimStyle, flags))
		}
		p.print("\n")
	}
}

// text makes text safe to print, and paints what stands in backquotes.
func (p *printer) text(text string) string {
	text = printable(text)
	if !p.color {
		return text
	}
	var b strings.Builder
	for {
		before, rest, _ := strings.Cut(text, "`")
		code, after, found := strings.Cut(rest, "`")
		if !found {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(before + p.paint(boldStyle, "`"+code+"`"))
		text = after
	}
}

func (p *printer) summary(s *Summary) {
	var counts []string
	count := func(n int, one string, severity rules.Severity) {
		if n > 0 {
			counts = append(counts, p.paint(severityStyle(severity), plural(n, one)))
		}
	}
	count(s.Errors, "error", rules.Error)
	count(s.Warnings, "warning", rules.Warning)
	count(s.Notes, "note", rules.Note)
	line := strings.Join(counts, ", ")
	if line == "" {
		line = "no findings"
	}
	line += " in " + plural(s.Files, "file")
	if s.Fixable > 0 && p.canFix {
		line += fmt.Sprintf("; %d fixable with --fix", s.Fixable)
	}
	if s.Duration > 0 {
		line += " (" + duration(s.Duration) + ")"
	}
	if len(s.NotSeen) > 0 {
		line += ". Not seen: " + p.text(strings.Join(s.NotSeen, ", ")) + "."
	}
	p.print(line + "\n")
}

func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

func duration(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.2f s", max(d.Seconds(), 0.01))
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	d = d.Round(time.Second)
	return fmt.Sprintf("%d min %d s", d/time.Minute, d%time.Minute/time.Second)
}

// sentence gives text a capital letter, if it starts with a letter, and a full stop.
func sentence(text string) string {
	if first, size := utf8.DecodeRuneInString(text); unicode.IsLower(first) {
		text = string(unicode.ToUpper(first)) + text[size:]
	}
	if text != "" && !strings.ContainsRune(".!?:", rune(text[len(text)-1])) {
		text += "."
	}
	return text
}
