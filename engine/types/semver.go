package types

import (
	"slices"

	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/internal/lists"
)

// has reports whether the type SemVer[range, …] includes v.
func (t *semVerType) has(v *rich.SemVer) bool {
	return len(t.ranges) == 0 || slices.ContainsFunc(t.ranges, func(r *rich.SemVerRange) bool { return r.Includes(v) })
}

// covers reports whether every range of o is inside a range of t.
func (t *semVerType) covers(o *semVerType) bool {
	covered := func(inner *rich.SemVerRange) bool {
		return slices.ContainsFunc(t.ranges, func(outer *rich.SemVerRange) bool { return outer.Covers(inner) })
	}
	return len(t.ranges) == 0 || len(o.ranges) > 0 && lists.All(o.ranges, covered)
}

// newSemVer returns SemVer[ranges…], in which ranges that meet are joined. Puppet joins them from
// the end.
func newSemVer(versions []*rich.SemVerRange) *semVerType {
	if len(versions) > 1 {
		versions = ranges.Join(versions, (*rich.SemVerRange).Join)
		slices.Reverse(versions)
	}
	return &semVerType{ranges: versions}
}
