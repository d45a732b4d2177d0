package runner

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hieralint/hieralint/internal/diagnostic"
)

// maxOfCause is the maximum number of findings of one cause that are shown separately.
const maxOfCause = 20

// CombineRepeated returns findings as shown in reports: more than a few findings of one cause become one, at
// the place of the first, with the others as related places. Those with a safe fix, another, and none are combined
// separately, so that each report says what fixing does. Suppressions, baselines, fixes, and exit codes use the
// individual findings.
func CombineRepeated(found []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	type cause struct {
		rule     *diagnostic.Descriptor
		severity diagnostic.Severity
		text     string
	}
	type part struct {
		cause
		hasFix, isSafe bool
	}
	of := func(d *diagnostic.Diagnostic) part {
		return part{cause{d.Rule, d.Severity, d.Cause}, len(d.Fixes) > 0, d.HasSafeFix()}
	}
	count, members := map[cause]int{}, map[part][]*diagnostic.Diagnostic{}
	for i := range found {
		if d := &found[i]; d.Cause != "" && !d.Rule.GuardsSecrets {
			count[of(d).cause]++
			members[of(d)] = append(members[of(d)], d)
		}
	}
	if !slices.ContainsFunc(slices.Collect(maps.Values(count)), func(n int) bool { return n > maxOfCause }) {
		return found
	}
	all := make([]diagnostic.Diagnostic, 0, len(found))
	for i := range found {
		d := &found[i]
		switch same := members[of(d)]; {
		case count[of(d).cause] <= maxOfCause, len(same) == 1:
			all = append(all, *d)
		case same[0] == d:
			all = append(all, unite(same))
		}
	}
	return all
}

// unite combines several findings.
func unite(same []*diagnostic.Diagnostic) diagnostic.Diagnostic {
	all := *same[0]
	all.Count = len(same)
	all.Message += fmt.Sprintf(" (and %d more with the same cause)", len(same)-1)
	all.Related = nil
	for _, d := range same[1:] {
		all.Related = append(all.Related, diagnostic.Related{File: d.File, Span: d.Span, Message: "same cause"})
	}
	all.Fixes = uniteFixes(same)
	return all
}

// uniteFixes returns a fix that applies the fixes of all findings, each of which has one or none of which has one.
func uniteFixes(same []*diagnostic.Diagnostic) []diagnostic.Fix {
	if len(same[0].Fixes) == 0 {
		return nil
	}
	first := same[0].SafeFirst()[0]
	all := diagnostic.Fix{Message: first.Message, Safe: first.Safe}
	for _, d := range same {
		fix := d.SafeFirst()[0]
		all.Withheld = all.Withheld || fix.Withheld
		all.Edits = append(all.Edits, fix.Edits...)
	}
	return []diagnostic.Fix{all}
}
