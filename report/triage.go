package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/plural"
)

// maxAlike is the maximum number of findings with the same words that are shown separately, and
// maxSimilar of those of the same kind in one file.
const (
	maxAlike   = 3
	maxSimilar = 5
)

// maxPlacesOfOthers is the maximum number of others that are listed if their words are the same, and
// maxOthers if they differ.
const (
	maxPlacesOfOthers = 5
	maxOthers         = 20
)

// group identifies findings that are shown together: those with the same words or, in one file, of
// the same kind.
type group struct {
	rule     *diagnostic.Descriptor
	severity diagnostic.Severity
	// message and help are the words.
	message, help string
	// kind and path identify similar findings in one file; combined reports that they represent others.
	kind, path string
	combined   bool
	// hasFix and isSafe are the same, because only the fixes of the first are shown.
	hasFix, isSafe bool
}

func sameWords(d *diagnostic.Diagnostic) group {
	return group{rule: d.Rule, severity: d.Severity, message: d.Message, help: d.Help, hasFix: len(d.Fixes) > 0, isSafe: d.HasSafeFix()}
}

func sameKind(d *diagnostic.Diagnostic) group {
	return group{rule: d.Rule, severity: d.Severity, kind: d.Kind, path: d.File.Path, combined: d.Count > 1, hasFix: len(d.Fixes) > 0, isSafe: d.HasSafeFix()}
}

// worstFirst sorts findings by severity, and otherwise keeps their order.
func worstFirst(found []diagnostic.Diagnostic) []*diagnostic.Diagnostic {
	sorted := make([]*diagnostic.Diagnostic, len(found))
	for i := range found {
		sorted[i] = &found[i]
	}
	slices.SortStableFunc(sorted, func(a, b *diagnostic.Diagnostic) int { return cmp.Compare(b.Severity, a.Severity) })
	return sorted
}

// bySeverity sorts findings by severity, worst first, and otherwise keeps their order. If more than
// a few have the same words, or are of the same kind in one file, it groups them at the place of the
// first.
func bySeverity(found []diagnostic.Diagnostic) [][]*diagnostic.Diagnostic {
	sorted := worstFirst(found)
	alike, similar := map[group]int{}, map[group]int{}
	for _, d := range sorted {
		alike[sameWords(d)]++
	}
	for _, d := range sorted {
		if alike[sameWords(d)] <= maxAlike {
			similar[sameKind(d)]++
		}
	}
	all := make([][]*diagnostic.Diagnostic, 0, len(sorted))
	gathered := map[group]int{} // indexes in all
	for i, d := range sorted {
		of := sameWords(d)
		if alike[of] <= maxAlike {
			of = sameKind(d)
			if similar[of] <= maxSimilar {
				all = append(all, sorted[i:i+1:i+1])
				continue
			}
		}
		at, ok := gathered[of]
		if !ok {
			at = len(all)
			gathered[of] = at
			all = append(all, nil)
		}
		all[at] = append(all[at], d)
	}
	return all
}

// others prints the places of further findings of the same kind as the first one, and their words if
// these differ.
func (p *printer) others(r *Report, first *diagnostic.Diagnostic, others []*diagnostic.Diagnostic) {
	if len(others) == 0 {
		return
	}
	limit := maxPlacesOfOthers
	if slices.ContainsFunc(others, func(d *diagnostic.Diagnostic) bool { return d.Message != first.Message }) {
		limit = maxOthers
	}
	p.print("  " + p.paint(labelStyle, "also:") + " " + plural.Count(len(others), "more finding") + " of this kind\n")
	for _, d := range others[:min(len(others), limit)] {
		p.paragraph("    ", 2*hangingIndent, p.paint(boldStyle, place(r.path(d.File.Path), d.File, d.Span))+p.difference(first, d))
	}
	if more := len(others) - limit; more > 0 {
		p.paragraph("    ", hangingIndent, fmt.Sprintf("and %d more (--format compact lists all)", more))
	}
}

// difference returns the words in which a finding differs from the first of its kind.
func (p *printer) difference(first, d *diagnostic.Diagnostic) string {
	switch {
	case d.Message == first.Message && d.Help == first.Help:
		return ""
	case d.Help == first.Help:
		return ": " + p.text(d.Message)
	}
	return ": " + p.text(d.Message+"; "+d.Help)
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
			case d.HasSafeFix():
				k.safeFixes += max(d.Count, 1)
			case len(d.Fixes) > 0:
				k.moreFixes += max(d.Count, 1)
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
