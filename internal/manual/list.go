package manual

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/hieralint/hieralint/internal/rule"
)

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
