package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

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

// ruleNumbers returns those of all rules that ran, ordered by findings and then by time.
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

// statistics prints two tables: the phases, and the rules that found something or took a noticeable
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
		p.print(fmt.Sprintf("and %s that found nothing in no time\n", plural.Count(quiet, "rule")))
	}
}

// table prints a table whose first row is the head and whose first column is text; the others are
// numbers.
func (p *printer) table(rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, text := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	for n, row := range rows {
		line := ""
		for i, text := range row {
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text))
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

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}
