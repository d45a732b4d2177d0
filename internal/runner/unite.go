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
// the place of the first, with the others as related places. Suppressions, baselines, fixes, and
// exit codes use the individual findings.
func CombineRepeated(found []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	type cause struct {
		rule     *diagnostic.Descriptor
		severity diagnostic.Severity
		text     string
	}
	of := func(d *diagnostic.Diagnostic) cause { return cause{d.Rule, d.Severity, d.Cause} }
	members := map[cause][]*diagnostic.Diagnostic{}
	for i := range found {
		if d := &found[i]; d.Cause != "" && !d.Rule.GuardsSecrets {
			members[of(d)] = append(members[of(d)], d)
		}
	}
	if !slices.ContainsFunc(slices.Collect(maps.Values(members)), func(same []*diagnostic.Diagnostic) bool { return len(same) > maxOfCause }) {
		return found
	}
	all := make([]diagnostic.Diagnostic, 0, len(found))
	for i := range found {
		d := &found[i]
		switch same := members[of(d)]; {
		case len(same) <= maxOfCause:
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

// uniteFixes returns a fix that applies the fixes of all findings; none if one of them has no fix.
func uniteFixes(same []*diagnostic.Diagnostic) []diagnostic.Fix {
	var all diagnostic.Fix
	for i, d := range same {
		if len(d.Fixes) == 0 {
			return nil
		}
		fix := d.Fixes[0]
		if i == 0 {
			all.Message, all.Safe = fix.Message, fix.Safe
		}
		all.Safe = all.Safe && fix.Safe
		all.Edits = append(all.Edits, fix.Edits...)
	}
	return []diagnostic.Fix{all}
}
