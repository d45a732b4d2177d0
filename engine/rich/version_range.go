package rich

import (
	"slices"

	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// versionRange is a part of a SemVerRange: a comparison with one version, a combination of two, or
// all versions.
type versionRange struct {
	kind     versionKind
	version  *SemVer
	min, max *versionRange // for bothEnds
}

type versionKind uint8

const (
	everything versionKind = iota
	bothEnds
	greaterThan
	greaterOrEqual
	lessThan
	lessOrEqual
	equalTo
)

var versionOperators = [...]string{greaterThan: ">", greaterOrEqual: ">=", lessThan: "<", lessOrEqual: "<=", equalTo: ""}

var (
	allVersions  = &versionRange{kind: everything}
	matchNothing = &versionRange{kind: lessThan, version: lowestVersion}
)

func (r *versionRange) String() string {
	switch {
	case r.kind == everything:
		return "*"
	case r.kind == bothEnds:
		return r.min.String() + " " + r.max.String()
	case r == matchNothing:
		return "<0.0.0"
	}
	return versionOperators[r.kind] + r.version.String()
}

func (r *versionRange) eql(o *versionRange) bool {
	switch {
	case r.kind != o.kind:
		return false
	case r.kind == everything:
		return true
	case r.kind == bothEnds:
		return r.min.eql(o.min) && r.max.eql(o.max)
	}
	return r.version.Eql(o.version)
}

func (r *versionRange) begin() *SemVer {
	switch r.kind {
	case bothEnds:
		return r.min.begin()
	case greaterThan, greaterOrEqual, equalTo:
		return r.version
	}
	return lowestVersion
}

func (r *versionRange) end() *SemVer {
	switch r.kind {
	case bothEnds:
		return r.max.end()
	case lessThan, lessOrEqual, equalTo:
		return r.version
	}
	return highestVersion
}

func (r *versionRange) excludesBegin() bool {
	return r.kind == greaterThan || r.kind == bothEnds && r.min.excludesBegin()
}

func (r *versionRange) excludesEnd() bool {
	return r.kind == lessThan || r.kind == bothEnds && r.max.excludesEnd()
}

func (r *versionRange) includes(v *SemVer) bool {
	switch r.kind {
	case bothEnds:
		return r.min.includes(v) && r.max.includes(v)
	case greaterThan:
		return v.compare(r.version) > 0
	case greaterOrEqual:
		return v.compare(r.version) >= 0
	case lessThan:
		return v.compare(r.version) < 0
	case lessOrEqual:
		return v.compare(r.version) <= 0
	case equalTo:
		return v.Eql(r.version)
	}
	return true
}

// namesPrerelease reports whether an end of the range is a pre-release of the same version as v.
func (r *versionRange) namesPrerelease(v *SemVer) bool {
	switch r.kind {
	case everything:
		return true
	case bothEnds:
		return r.min.namesPrerelease(v) || r.max.namesPrerelease(v)
	}
	w := r.version
	return !w.stable() && w.major.Eq(v.major) && w.minor.Eq(v.minor) && w.patch.Eq(v.patch)
}

// intersect returns the intersection of two ranges; nil if it is empty.
func intersect(a, b *versionRange) *versionRange {
	if a.kind == everything {
		return b
	}
	if c := a.begin().compare(b.end()); c > 0 || c == 0 && (a.excludesBegin() || b.excludesEnd()) {
		return nil
	} else if c == 0 {
		return &versionRange{kind: equalTo, version: a.begin()}
	}
	if c := b.begin().compare(a.end()); c > 0 || c == 0 && (b.excludesBegin() || a.excludesEnd()) {
		return nil
	} else if c == 0 {
		return &versionRange{kind: equalTo, version: b.begin()}
	}
	lower := b
	if c := a.begin().compare(b.begin()); c > 0 || c == 0 && a.excludesBegin() {
		lower = a
	}
	upper := b
	if c := a.end().compare(b.end()); c < 0 || c == 0 && a.excludesEnd() {
		upper = a
	}
	switch {
	case !upper.excludesEnd() && upper.end().Eql(highestVersion):
		return lower
	case !lower.excludesBegin() && lower.begin().Eql(lowestVersion):
		return upper
	}
	return minMax(lower, upper)
}

// minMax combines the lower end of one range and the upper end of another.
func minMax(lower, upper *versionRange) *versionRange {
	if lower.kind == bothEnds {
		lower = lower.min
	}
	if upper.kind == bothEnds {
		upper = upper.max
	}
	return &versionRange{kind: bothEnds, min: lower, max: upper}
}

// mergeParts joins alternatives that overlap or touch, until none do.
func mergeParts(parts []*versionRange) ([]*versionRange, error) {
	var failure error
	for merged := true; merged && len(parts) > 1; {
		merged = false
		parts = ranges.Join(parts, func(a, b *versionRange) (*versionRange, bool) {
			joined, ok, err := mergeRanges(a, b)
			if err != nil {
				failure = err
			}
			merged = merged || ok
			return joined, ok
		})
		if failure != nil {
			return nil, failure
		}
		slices.Reverse(parts)
	}
	if len(parts) == 0 {
		parts = []*versionRange{matchNothing}
	}
	return parts, nil
}

func mergeRanges(a, b *versionRange) (joined *versionRange, ok bool, err error) {
	fromTo := func(a, b *versionRange) (*versionRange, bool, error) {
		return intersect(lowerEnd(a.begin(), a.excludesBegin()), upperEnd(b.end(), b.excludesEnd())), true, nil
	}
	switch {
	case a.kind == everything:
		return a, true, nil
	case a.includes(b.begin()) || b.includes(a.begin()):
		begin, excludeBegin := a.begin(), a.excludesBegin()
		switch c := begin.compare(b.begin()); {
		case c > 0:
			begin, excludeBegin = b.begin(), b.excludesBegin()
		case c == 0:
			excludeBegin = excludeBegin && b.excludesBegin()
		}
		end, excludeEnd := a.end(), a.excludesEnd()
		switch c := end.compare(b.end()); {
		case c < 0:
			end, excludeEnd = b.end(), b.excludesEnd()
		case c == 0:
			return nil, false, &rubytext.Error{Class: "NameError", Message: "undefined local variable or method `exclude_end' for " + rubyRange(a)}
		}
		return intersect(lowerEnd(begin, excludeBegin), upperEnd(end, excludeEnd)), true, nil
	case a.excludesEnd() && !b.excludesBegin() && a.end().Eql(b.begin()):
		return fromTo(a, b)
	case b.excludesEnd() && !a.excludesBegin() && b.end().Eql(a.begin()):
		return fromTo(b, a)
	case !a.excludesEnd() && !b.excludesBegin() && a.end().nextPatch().Eql(b.begin()):
		return fromTo(a, b)
	case !b.excludesEnd() && !a.excludesBegin() && b.end().nextPatch().Eql(a.begin()):
		return fromTo(b, a)
	}
	return nil, false, nil
}

// rubyRange returns Ruby's description of r as the receiver of a missing method: semantic_puppet
// 1.0.4 cannot merge ranges with the same end.
func rubyRange(r *versionRange) string {
	classes := [...]string{"AllRange", "MinMaxRange", "GtRange", "GtEqRange", "LtRange", "LtEqRange", "EqRange"}
	return r.String() + ":SemanticPuppet::VersionRange::" + classes[r.kind]
}

func lowerEnd(v *SemVer, exclude bool) *versionRange {
	if exclude {
		return &versionRange{kind: greaterThan, version: v}
	}
	return &versionRange{kind: greaterOrEqual, version: v}
}

func upperEnd(v *SemVer, exclude bool) *versionRange {
	if exclude {
		return &versionRange{kind: lessThan, version: v}
	}
	return &versionRange{kind: lessOrEqual, version: v}
}
