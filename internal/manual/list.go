package manual

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/hieralint/hieralint/internal/rule"
)

// family is what rules with ids of one thousand are about.
var family = map[string]string{
	"HL1": "Files and their syntax",
	"HL2": "Tokens: %{…}",
	"HL3": "Merging and lookup_options",
	"HL4": "hiera.yaml and the hierarchy",
	"HL5": "Keys, classes and lookups",
	"HL6": "Secrets",
	"HL9": "Comments and configuration of hieralint",
}

// Lines lists rules for other programs: one line for each.
func Lines(all []*rule.Rule) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, r := range all {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r.ID, r.Name, r.Severity, r.Doc.Title)
	}
	_ = w.Flush() // a Builder takes everything
	return b.String()
}

// List lists rules for people on a terminal: by what they are about, each with what is wrong below
// its name.
func List(all []*rule.Rule, color bool) string {
	var b strings.Builder
	last := ""
	for _, r := range all {
		if id := r.ID[:3]; id != last {
			if last != "" {
				b.WriteString("\n")
			}
			b.WriteString(paint(heading, family[id], color) + "\n")
			last = id
		}
		fmt.Fprintf(&b, "  %s  %s (%s)\n", r.ID, paint(heading, r.Name, color), r.Severity)
		for _, line := range wrap(r.Doc.Title, Width-10) {
			b.WriteString("          " + line + "\n")
		}
	}
	b.WriteString("\n`hieralint explain RULE` tells more about a rule.\n")
	return b.String()
}
