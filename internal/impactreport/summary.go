package impactreport

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/plural"
)

// maxWhere is the maximum length of the description of nodes in a summary.
const maxWhere = 60

// Summary summarizes the effect of a change: `Changes 3 values on 214 of 900 nodes`.
func Summary(i *impact.Impact) string {
	kinds := map[string]impact.Kind{} // by key; a failure takes precedence over a changed value
	nodes, where := map[string]bool{}, map[string]bool{}
	for _, g := range i.Groups {
		where[groupTitle(g.Environment, g.Where)] = true
		for _, n := range g.Nodes {
			nodes[g.Environment+" "+n] = true
		}
		for _, c := range g.Changes {
			if old := kinds[g.Environment+" "+c.Key]; old != impact.Failing {
				kinds[g.Environment+" "+c.Key] = c.Kind
			}
		}
	}
	var values, failing, working int
	for _, kind := range kinds {
		switch kind {
		case impact.Failing:
			failing++
		case impact.Working:
			working++
		default:
			values++
		}
	}
	var parts []string
	for _, part := range []struct {
		count      int
		verb, noun string
	}{{values, "changes", "value"}, {failing, "breaks", "lookup"}, {working, "fixes", "lookup"}} {
		if part.count > 0 {
			parts = append(parts, part.verb+" "+plural.Count(part.count, part.noun))
		}
	}
	if len(parts) == 0 {
		return "Changes no value"
	}
	text := strings.Join(parts, ", ")
	text = strings.ToUpper(text[:1]) + text[1:]
	if i.Nodes == 1 && len(nodes) == 1 {
		return text + compared(i)
	}
	if i.Nodes > 0 {
		return fmt.Sprintf("%s on %d of %s", text, len(nodes), plural.Count(i.Nodes, "node"))
	}
	if len(where) > 1 {
		return text + " on some nodes"
	}
	switch title := groupTitle(i.Groups[0].Environment, i.Groups[0].Where); {
	case utf8.RuneCountInString(title) <= maxWhere:
		return text + " on " + title
	case i.Groups[0].IsExcept && i.Groups[0].Environment == "":
		return text + " on every node except some"
	}
	return text + " on some nodes"
}
