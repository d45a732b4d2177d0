package types

import (
	"slices"

	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/rich"
)

// has reports whether the type SemVer[range, …] includes v.
func (t *semVerType) has(v *rich.SemVer) bool {
	return len(t.ranges) == 0 || slices.ContainsFunc(t.ranges, func(r *rich.SemVerRange) bool { return r.Includes(v) })
}

// covers reports whether every range of o lies in a range of t.
func (t *semVerType) covers(o *semVerType) bool {
	if len(t.ranges) == 0 {
		return true
	}
	if len(o.ranges) == 0 {
		return false
	}
	for _, inner := range o.ranges {
		if !slices.ContainsFunc(t.ranges, func(outer *rich.SemVerRange) bool { return outer.Covers(inner) }) {
			return false
		}
	}
	return true
}

// newSemVer is SemVer[ranges…], with ranges joined that meet. Puppet joins them from the end.
func newSemVer(versions []*rich.SemVerRange) *semVerType {
	if len(versions) > 1 {
		versions = ranges.Join(versions, (*rich.SemVerRange).Join)
		slices.Reverse(versions)
	}
	return &semVerType{ranges: versions}
}
