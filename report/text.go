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
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/visible"
	"github.com/hieralint/hieralint/internal/wrap"
)

// Text writes a report for people, most severe findings first. Each finding starts with a line that
// editors and grep can parse,
//
//	path:line:column: severity: message [rule]
//
// followed by the source text, what Puppet does with it, and what to write instead. Findings with
// the same message, or of the same kind, are combined if there are more than a few. At the end are
// the number of findings by rule, the summary, and the next step. Control characters are escaped.
func Text(w io.Writer, r *Report, o Options) error {
	p := &printer{w: bufio.NewWriter(w), color: o.Color, width: defaultWidth, wrap: o.Width > 0, canFix: o.CanFix, nameAll: o.NameAll, secrets: r.secrets()}
	if p.wrap {
		p.width = min(o.Width, maxWidth)
	}
	for _, alike := range bySeverity(r.Diagnostics) {
		p.diagnostic(r, alike[0])
		p.others(r, alike[0], alike[1:])
		p.print("\n")
	}
	p.rules(r)
	p.summary(&r.Summary)
	p.next(r)
	p.statistics(r)
	return p.w.Flush()
}

// defaultWidth is the width if the output is not a terminal: build logs, files.
const defaultWidth = 120

// maxWidth limits the lines on very wide terminals.
const maxWidth = 400

// printer writes with or without colors. Flush returns errors.
type printer struct {
	w       *bufio.Writer
	color   bool
	width   int
	wrap    bool // wrap paragraphs at that width
	canFix  bool
	nameAll bool // name everything that was not seen
	secrets *secrets
}

// The styles are parameters of the escape sequence "select graphic rendition". They use the sixteen
// colors that every terminal has, in the shades that its user chose.
const (
	boldStyle    = "1"
	dimStyle     = "2"
	gutterStyle  = "34"   // blue
	relatedStyle = "36"   // cyan
	labelStyle   = "1;36" // bold cyan
	fixStyle     = "1;32" // bold green
)

func severityStyle(s diagnostic.Severity) string {
	switch s {
	case diagnostic.Error:
		return "1;31" // bold red
	case diagnostic.Warning:
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

func (p *printer) diagnostic(r *Report, d *diagnostic.Diagnostic) {
	p.headline(r, d)
	p.source(r, d)
	if d.Detail != "" {
		p.paragraph("  ", 2, p.text(sentence(d.Detail)))
	}
	if d.Help != "" && !followsHelp(d) {
		p.labeled(labelStyle, "help:", p.text(d.Help))
	}
	p.fixes(d.Fixes)
}

// followsHelp reports whether a fix of a finding does exactly what its help says.
func followsHelp(d *diagnostic.Diagnostic) bool {
	return slices.ContainsFunc(d.Fixes, func(f diagnostic.Fix) bool {
		return f.Message == d.Help || d.Meant != "" && f.Writes == d.Meant
	})
}

// headline prints the line that editors and grep can parse.
func (p *printer) headline(r *Report, d *diagnostic.Diagnostic) {
	p.paragraph("", hangingIndent, p.place(r, d.File, d.Span)+" "+p.paint(severityStyle(d.Severity), d.Severity.String()+":")+" "+
		p.text(d.Message)+" "+p.paint(dimStyle, "["+d.Rule.Name+"]"))
}

// hangingIndent is the indentation of the lines that continue a headline or the summary.
const hangingIndent = 4

// labeled prints a paragraph after a label.
func (p *printer) labeled(style, label, text string) {
	p.paragraph("  "+p.paint(style, label)+" ", len("  ")+len(label)+len(" "), text)
}

// paragraph prints text after a lead. Further lines are indented by indent columns.
func (p *printer) paragraph(lead string, indent int, text string) {
	if p.wrap {
		text = strings.Join(wrap.Lines(text, max(p.width-indent, minWidth)), "\n"+strings.Repeat(" ", indent))
	}
	p.print(lead + text + "\n")
}

func (p *printer) place(r *Report, file *source.File, span source.Span) string {
	return p.paint(boldStyle, place(r.path(file.Path), file, span)+":")
}

// maxRelated is the maximum number of related places that are shown.
const maxRelated = 4

// source prints the source of a finding and of its related places.
func (p *printer) source(r *Report, d *diagnostic.Diagnostic) {
	related := d.Related
	if len(related) > maxRelated {
		related = related[:maxRelated-1]
	}
	excerpts := make([][]row, 1+len(related))
	excerpts[0] = rows(d.File, d.Span, true)
	p.secrets.redact(d.File, excerpts[0])
	for i := range related {
		excerpts[i+1] = rows(related[i].File, related[i].Span, false)
		p.secrets.redact(related[i].File, excerpts[i+1])
	}
	digits := digits(excerpts...)
	p.excerpt(excerpts[0], digits, "^", severityStyle(d.Severity))
	for i := range related {
		p.paragraph("  ", hangingIndent, p.place(r, related[i].File, related[i].Span)+" "+p.text(related[i].Message))
		p.excerpt(excerpts[i+1], digits, "-", relatedStyle)
	}
	if more := len(d.Related) - len(related); more > 0 {
		p.print(fmt.Sprintf("  and %d more places\n", more))
	}
}

// fixes prints the fixes, of which one can be applied, and the flags to do so.
func (p *printer) fixes(fixes []diagnostic.Fix) {
	flags := "(--fix)"
	applied := slices.IndexFunc(fixes, func(f diagnostic.Fix) bool { return f.Safe })
	if applied < 0 {
		flags, applied = "(--fix --unsafe-fixes)", 0
	}
	for i, fix := range fixes {
		text := p.text(fix.Message)
		if i == applied && p.canFix {
			text += " " + p.paint(dimStyle, flags)
		}
		p.labeled(fixStyle, fmt.Sprintf("%4s", fixLabels[min(i, 1)]), text)
	}
}

// text escapes text for printing, and colors code in backquotes.
func (p *printer) text(text string) string {
	text = visible.Text(text)
	if !p.color {
		return text
	}
	var b strings.Builder
	for part, isCode := range diagnostic.Segments(text) {
		if isCode {
			part = p.paint(boldStyle, "`"+part+"`")
		}
		b.WriteString(part)
	}
	return b.String()
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

// sentence capitalizes text, if it starts with a letter, and adds a full stop.
func sentence(text string) string {
	if first, size := utf8.DecodeRuneInString(text); unicode.IsLower(first) {
		text = string(unicode.ToUpper(first)) + text[size:]
	}
	if text != "" && !strings.ContainsRune(".!?:", rune(text[len(text)-1])) {
		text += "."
	}
	return text
}

// table prints a table whose first row is the header and whose first column is text; the others are
// numbers.
func (p *printer) table(rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, text := range row {
			widths[i] = max(widths[i], wrap.Width(text))
		}
	}
	for n, row := range rows {
		line := ""
		for i, text := range row {
			space := strings.Repeat(" ", widths[i]-wrap.Width(text))
			if i == 0 {
				line += text + space
			} else {
				line += "  " + space + text
			}
		}
		line = strings.TrimRight(line, " ")
		if n == 0 {
			line = p.paint(dimStyle, line)
		}
		p.print(line + "\n")
	}
}

// sentences returns the message, detail, and help of a finding.
func sentences(d *diagnostic.Diagnostic) []string {
	all := []string{sentence(d.Message)}
	if d.Detail != "" {
		all = append(all, sentence(d.Detail))
	}
	if d.Help != "" {
		all = append(all, sentence(d.Help))
	}
	return all
}

// place returns the start of a span in a file with that name, in the format of editors and grep.
func place(name string, file *source.File, span source.Span) string {
	at := file.Pos(span.Start)
	return fmt.Sprintf("%s:%d:%d", visible.Start(name), at.Line, at.Column)
}

// lines returns the first and last lines of a span. A span that ends with a line break does not
// include the next line.
func lines(file *source.File, span source.Span) (first, last int) {
	first = file.Pos(span.Start).Line
	if span.Len() == 0 {
		return first, first
	}
	return first, file.Pos(span.End - 1).Line
}

// fixLabels precede the first fix of a finding and its alternatives.
var fixLabels = [...]string{"fix:", "or:"}
