package manifest

import "slices"

// patternIndex finds the lookups with a computed key whose pattern matches a key.
type patternIndex struct {
	uses []*Lookup
	// byEnds contains the indexes of the uses by the texts with which their patterns start and end,
	// and lengths the lengths of these. byEnds is nil if comparing all patterns is faster.
	byEnds  map[ends][]int
	lengths []lengths
}

// ends are the texts with which a pattern starts and ends.
type ends struct{ first, last string }

type lengths struct{ first, last int }

// patternsForLengths is the number of patterns with ends of the same lengths above which an index is
// faster than comparing them.
const patternsForLengths = 8

func newPatternIndex(uses []*Lookup) *patternIndex {
	x := &patternIndex{uses: uses}
	byEnds, all := map[ends][]int{}, map[lengths]bool{}
	for i, u := range uses {
		e := u.Key.ends()
		byEnds[e] = append(byEnds[e], i)
		if of := (lengths{len(e.first), len(e.last)}); !all[of] {
			all[of] = true
			x.lengths = append(x.lengths, of)
		}
	}
	if len(uses) > patternsForLengths*len(x.lengths) {
		x.byEnds = byEnds
	}
	return x
}

// find appends the uses whose pattern matches a key, in their order.
func (x *patternIndex) find(uses []*Lookup, key string) []*Lookup {
	if x.byEnds == nil {
		for _, u := range x.uses {
			if u.Key.Matches(key) {
				uses = append(uses, u)
			}
		}
		return uses
	}
	var found []int
	for _, of := range x.lengths {
		if of.first+of.last > len(key) {
			continue
		}
		for _, i := range x.byEnds[ends{key[:of.first], key[len(key)-of.last:]}] {
			if x.uses[i].Key.Matches(key) {
				found = append(found, i)
			}
		}
	}
	slices.Sort(found)
	for _, i := range found {
		uses = append(uses, x.uses[i])
	}
	return uses
}
