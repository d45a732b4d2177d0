package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/plural"
)

// maxAlike is the maximum number of findings with the same words that are shown separately.
const maxAlike = 3

// maxPlacesOfOthers is the maximum number of places of others that are listed.
const maxPlacesOfOthers = 5

// bySeverity sorts findings by severity, worst first, otherwise keeping their order, and groups
// more than a few with the same words at the place of the first.
func bySeverity(found []diagnostic.Diagnostic) [][]*diagnostic.Diagnostic {
	type words struct {
		rule          *diagnostic.Descriptor
		severity      diagnostic.Severity
		message, help string
	}
	of := func(d *diagnostic.Diagnostic) words { return words{d.Rule, d.Severity, d.Message, d.Help} }
	sorted := make([]*diagnostic.Diagnostic, len(found))
	alike := map[words]int{}
	for i := range found {
		sorted[i] = &found[i]
		alike[of(&found[i])]++
	}
	slices.SortStableFunc(sorted, func(a, b *diagnostic.Diagnostic) int { return cmp.Compare(b.Severity, a.Severity) })
	all := make([][]*diagnostic.Diagnostic, 0, len(sorted))
	gathered := map[words]int{} // indexes in all
	for i, d := range sorted {
		w := of(d)
		if alike[w] <= maxAlike {
			all = append(all, sorted[i:i+1:i+1])
			continue
		}
		at, ok := gathered[w]
		if !ok {
			at = len(all)
			gathered[w] = at
			all = append(all, nil)
		}
		all[at] = append(all[at], d)
	}
	return all
}

// others prints the places of further findings with the same words.
func (p *printer) others(r *Report, alike []*diagnostic.Diagnostic) {
	if len(alike) == 0 {
		return
	}
	p.print("  " + p.paint(labelStyle, "also:") + " " + plural.Count(len(alike), "more finding") + " of this kind\n")
	for _, d := range alike[:min(len(alike), maxPlacesOfOthers)] {
		p.print("    " + p.paint(boldStyle, place(r.path(d.File.Path), d.File, d.Span)) + "\n")
	}
	if more := len(alike) - maxPlacesOfOthers; more > 0 {
		p.paragraph("    ", hangingIndent, fmt.Sprintf("and %d more (--format compact lists all)", more))
	}
}

// manyFindings is the number of findings from which there is an overview.
const manyFindings = 10

// kind is a group of findings of a rule with the same severity.
type kind struct {
	severity             diagnostic.Severity
	rule                 *diagnostic.Descriptor
	findings             int
	safeFixes, moreFixes int
}

// kinds counts findings: the worst first, and then the most frequent.
func kinds(found ...[]diagnostic.Diagnostic) []*kind {
	type id struct {
		severity diagnostic.Severity
		rule     *diagnostic.Descriptor
	}
	index := map[id]*kind{}
	var all []*kind
	for _, list := range found {
		for i := range list {
			d := &list[i]
			k := index[id{d.Severity, d.Rule}]
			if k == nil {
				k = &kind{severity: d.Severity, rule: d.Rule}
				index[id{d.Severity, d.Rule}] = k
				all = append(all, k)
			}
			k.findings++
			switch {
			case slices.ContainsFunc(d.Fixes, func(f diagnostic.Fix) bool { return f.Safe }):
				k.safeFixes++
			case len(d.Fixes) > 0:
				k.moreFixes++
			}
		}
	}
	slices.SortFunc(all, func(a, b *kind) int {
		return cmp.Or(cmp.Compare(b.severity, a.severity), cmp.Compare(b.findings, a.findings), strings.Compare(a.rule.Name, b.rule.Name))
	})
	return all
}

// rules prints the number of findings of each rule, and how many of them have a fix, if there are
// many findings.
func (p *printer) rules(r *Report) {
	if len(r.Diagnostics) == 0 || len(r.Diagnostics)+len(r.hidden) <= manyFindings {
		return
	}
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return fmt.Sprint(n)
	}
	table := [][]string{{"severity  rule", "findings", "fixes", "unsafe fixes"}}
	for _, k := range kinds(r.Diagnostics, r.hidden) {
		name := p.paint(severityStyle(k.severity), fmt.Sprintf("%-8s", k.severity)) + "  " + k.rule.Name
		table = append(table, []string{name, number(k.findings), number(k.safeFixes), number(k.moreFixes)})
	}
	p.table(table)
	p.print("\n")
}

// next prints the next step, if there are findings.
func (p *printer) next(r *Report) {
	s := &r.Summary
	switch {
	case !p.canFix || len(r.Diagnostics) == 0:
		return
	case len(r.Diagnostics) <= manyFindings:
		p.step("See `hieralint explain " + bySeverity(r.Diagnostics)[0][0].Rule.Name + "`.")
	case s.Fixable > 0:
		p.step("Next: `hieralint lint --diff` shows what --fix would change.")
	case s.Known == 0 && s.Older == 0:
		p.step("Next: `hieralint baseline` records what is found now; after that, only new findings are reported.")
	}
}

func (p *printer) step(text string) { p.paragraph("", hangingIndent, p.text(text)) }
