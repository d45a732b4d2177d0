package manual

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rule"
)

// The terminal styles of the text report.
const (
	heading = "1"
	bad     = "1;31"
	good    = "1;32"
)

func paint(style, text string, color bool) string {
	if !color {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

// Explain returns the page about a rule for a terminal.
func Explain(r *rule.Rule, color bool) string {
	return terminal(r.Markdown(), color)
}

// page is the formatted text so far, and the current paragraph.
type page struct {
	strings.Builder
	color     bool
	paragraph []string
}

// flush writes the paragraph, wrapped.
func (p *page) flush() {
	if len(p.paragraph) == 0 {
		return
	}
	text, indent := strings.Join(p.paragraph, " "), ""
	if strings.HasPrefix(text, "- ") {
		indent = "  "
	}
	lines := wrapped(text, Width-len(indent))
	switch lines[0] {
	case "Avoid:":
		lines[0] = paint(bad, lines[0], p.color)
	case "Prefer:":
		lines[0] = paint(good, lines[0], p.color)
	}
	p.WriteString(strings.Join(lines, "\n"+indent) + "\n")
	p.paragraph = nil
}

// terminal formats the subset of Markdown that the pages use: headings, paragraphs, lists, code blocks, and tables.
// Inline code keeps its backquotes, as in reports.
func terminal(markdown string, color bool) string {
	p := &page{color: color}
	fenced := false
	lines := strings.Split(strings.TrimRight(markdown, "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		switch {
		case strings.HasPrefix(line, "```"):
			p.flush()
			fenced = !fenced
		case fenced:
			p.WriteString(strings.TrimRight("    "+line, " ") + "\n")
		case strings.HasPrefix(line, "#"):
			p.flush()
			p.WriteString(paint(heading, strings.TrimLeft(line, "# "), color) + "\n")
			if strings.HasPrefix(line, "## ") && i+1 < len(lines) && lines[i+1] == "" {
				i++ // no blank line after the heading of a section
			}
		case strings.HasPrefix(line, "|"):
			p.flush()
			var table []string
			for ; i < len(lines) && strings.HasPrefix(lines[i], "|"); i++ {
				table = append(table, lines[i])
			}
			i--
			p.WriteString(facts(table))
		case line == "":
			p.flush()
			named := i > 0 && strings.HasPrefix(lines[i-1], "`") && strings.HasSuffix(lines[i-1], "`")
			if named && i+1 < len(lines) && strings.HasPrefix(lines[i+1], "```") {
				continue // no blank line after the name of a file
			}
			p.WriteString("\n")
		case strings.HasPrefix(line, "- "):
			p.flush()
			p.paragraph = []string{line}
		default:
			p.paragraph = append(p.paragraph, line)
		}
	}
	p.flush()
	return p.String()
}

// facts returns a table as lines of the form `title: cell`, which remain short.
func facts(table []string) string {
	var b strings.Builder
	titles := cells(table[0])
	widest := 0
	for _, title := range titles {
		widest = max(widest, len(title))
	}
	for _, row := range table[min(2, len(table)):] {
		for i, cell := range cells(row) {
			if i < len(titles) {
				b.WriteString(titles[i] + ":" + strings.Repeat(" ", widest-len(titles[i])+2) + cell + "\n")
			}
		}
	}
	return b.String()
}

func cells(row string) []string {
	return lists.Map(strings.Split(strings.Trim(row, "|"), "|"), strings.TrimSpace)
}

// Lines returns a line for each rule, for other programs.
func Lines(all []*rule.Rule) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, r := range all {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r.ID, r.Name, r.Severity, r.Doc().Title)
	}
	_ = w.Flush() // a Builder never fails
	return b.String()
}

// List returns the rules for a terminal, grouped by family.
func List(all []*rule.Rule, color bool) string {
	var b strings.Builder
	var last *rule.Family
	for _, r := range all {
		if r.Family != last {
			if last != nil {
				b.WriteString("\n")
			}
			b.WriteString(paint(heading, r.Family.Title, color) + " (" + r.Family.Tag + ")\n")
			last = r.Family
		}
		fmt.Fprintf(&b, "  %s  %s (%s)\n", r.ID, paint(heading, r.Name, color), r.Severity)
		for _, line := range wrapped(r.Doc().Title, Width-10) {
			b.WriteString("          " + line + "\n")
		}
	}
	b.WriteString("\n`hieralint explain RULE` explains a rule.\n")
	return b.String()
}
