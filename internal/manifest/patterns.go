package manifest

import (
	"slices"
)

// patternIndex finds the lookups with a computed key whose pattern matches a key. The number of patterns and of lookups that it finds
// for a key are limited, because code may contain many lookups that may be those of any key: without the rest, it is still known that
// there are such lookups.
type patternIndex struct {
	uses []*Lookup
	// groups are the uses by pattern and module: those of completely unknown keys last.
	groups []usesOfPattern
	// rest are uses whose patterns are not compared with keys. It is assumed that they match.
	rest []int
}

// usesOfPattern are the indexes of the uses with the same pattern in one module.
type usesOfPattern struct {
	pattern Pattern
	uses    []int
}

const (
	// maxPatterns is the number of patterns that are compared with keys.
	maxPatterns = 1000
	// maxFound is the number of uses that are found for a key.
	maxFound = 200
)

func newPatternIndex(uses []*Lookup) *patternIndex {
	x := &patternIndex{uses: uses}
	x.group()
	return x
}

// group groups the uses by pattern and module.
func (x *patternIndex) group() {
	type id struct{ pattern, module string }
	at := map[id]int{}
	for _, unknown := range []bool{false, true} {
		for i, u := range x.uses {
			if u.Key.IsAny() != unknown {
				continue
			}
			of := id{pattern: u.Key.String()}
			if u.In != nil {
				of.module = u.In.Module
			}
			n, known := at[of]
			switch {
			case !known && len(x.groups) < maxPatterns:
				at[of] = len(x.groups)
				x.groups = append(x.groups, usesOfPattern{pattern: u.Key, uses: []int{i}})
			case !known && len(x.rest) < maxFound:
				x.rest = append(x.rest, i)
			case known && len(x.groups[n].uses) < maxFound:
				x.groups[n].uses = append(x.groups[n].uses, i)
			}
		}
	}
}

// find appends the uses whose pattern matches a key, in their order.
func (x *patternIndex) find(uses []*Lookup, key string) []*Lookup {
	at := slices.Clone(x.rest)
	for i := range x.groups {
		if x.groups[i].pattern.Matches(key) {
			at = append(at, x.groups[i].uses...)
		}
	}
	slices.Sort(at)
	for _, i := range at[:min(len(at), maxFound)] {
		uses = append(uses, x.uses[i])
	}
	return uses
}
