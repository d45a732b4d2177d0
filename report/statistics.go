package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/visible"
)

// ruleNumbers are the numbers of a rule.
type ruleNumbers struct {
	rule                 *diagnostic.Descriptor
	findings, suppressed int
	duration             time.Duration
}

// ruleNumbers returns the numbers of all rules that ran, sorted by findings and then by time.
func (r *Report) ruleNumbers() []ruleNumbers {
	var all []ruleNumbers
	index := map[*diagnostic.Descriptor]int{}
	of := func(rule *diagnostic.Descriptor) *ruleNumbers {
		i, ok := index[rule]
		if !ok {
			i = len(all)
			index[rule] = i
			all = append(all, ruleNumbers{rule: rule, duration: r.Statistics.Rules[rule]})
		}
		return &all[i]
	}
	for _, rule := range r.Rules {
		of(rule)
	}
	for i := range r.Diagnostics {
		of(r.Diagnostics[i].Rule).findings++
	}
	for i := range r.Suppressed {
		of(r.Suppressed[i].Rule).suppressed++
	}
	slices.SortStableFunc(all, func(a, b ruleNumbers) int {
		return cmp.Or(
			cmp.Compare(b.findings, a.findings), cmp.Compare(b.suppressed, a.suppressed),
			cmp.Compare(b.duration, a.duration), strings.Compare(a.rule.ID, b.rule.ID),
		)
	})
	return all
}

// statistics prints two tables: the phases, and the rules that have findings or took a noticeable
// time.
func (p *printer) statistics(r *Report) {
	if r.Statistics == nil {
		return
	}
	const noticeable = time.Millisecond
	table := [][]string{{"phase", "time", ""}}
	for _, phase := range r.Statistics.Phases {
		count := ""
		if phase.Of != "" {
			count = plural.Count(phase.Count, phase.Of)
		}
		table = append(table, []string{visible.Text(phase.Name), milliseconds(phase.Duration), count})
	}
	p.print("\n")
	p.table(table)
	table = [][]string{{"rule", "time", "findings", "suppressed"}}
	quiet := 0
	for _, n := range r.ruleNumbers() {
		if n.findings+n.suppressed == 0 && n.duration < noticeable {
			quiet++
			continue
		}
		table = append(table, []string{n.rule.Name, milliseconds(n.duration), fmt.Sprint(n.findings), fmt.Sprint(n.suppressed)})
	}
	p.print("\n")
	p.table(table)
	if quiet > 0 {
		p.print(fmt.Sprintf("and %s without findings, each below %d ms\n", plural.Count(quiet, "rule"), noticeable.Milliseconds()))
	}
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}
