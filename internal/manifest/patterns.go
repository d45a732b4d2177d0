package manifest

import (
	"encoding/binary"
	"slices"
	"sync"

	"github.com/hieralint/hieralint/internal/lists"
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
	// byEnds contains the indexes of the groups by the texts with which their patterns start and end,
	// and lengths the lengths of these. byEnds is nil if comparing all patterns is faster.
	byEnds  map[ends][]int
	lengths []lengths

	mu sync.Mutex
	// found are the results by key, and same those by the groups that match; both are nil if there are few groups.
	found map[string][]*Lookup
	same  map[string][]*Lookup
}

// usesOfPattern are the indexes of the uses with the same pattern in one module.
type usesOfPattern struct {
	pattern Pattern
	uses    []int
}

// ends are the texts with which a pattern starts and ends.
type ends struct{ first, last string }

type lengths struct{ first, last int }

const (
	// patternsForLengths is the number of patterns with ends of the same lengths above which an index is
	// faster than comparing them.
	patternsForLengths = 8
	// maxPatterns is the number of patterns that are compared with keys.
	maxPatterns = 1000
	// maxFound is the number of uses that are found for a key.
	maxFound = 200
	// minRemembered is the number of patterns above which results are remembered, and maxRemembered that of results.
	minRemembered, maxRemembered = 64, 200_000
)

func newPatternIndex(uses []*Lookup) *patternIndex {
	x := &patternIndex{uses: uses}
	x.group()
	byEnds, all := map[ends][]int{}, map[lengths]bool{}
	for i, g := range x.groups {
		e := g.pattern.ends()
		byEnds[e] = append(byEnds[e], i)
		if of := (lengths{len(e.first), len(e.last)}); !all[of] {
			all[of] = true
			x.lengths = append(x.lengths, of)
		}
	}
	if len(x.groups) > patternsForLengths*len(x.lengths) {
		x.byEnds = byEnds
	}
	if len(x.groups) > minRemembered {
		x.found, x.same = map[string][]*Lookup{}, map[string][]*Lookup{}
	}
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
	if x.found == nil {
		return append(uses, x.of(x.matching(key))...)
	}
	x.mu.Lock()
	found, known := x.found[key]
	x.mu.Unlock()
	if !known {
		found = x.remember(key, x.matching(key))
	}
	if len(uses) == 0 {
		return slices.Clip(found)
	}
	return append(uses, found...)
}

// remember returns the uses of the groups that match a key, and keeps them for this key.
func (x *patternIndex) remember(key string, groups []int) []*Lookup {
	var id []byte
	groups = groups[:min(len(groups), maxFound)]
	for _, i := range groups {
		id = binary.AppendUvarint(id, uint64(i))
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	found, known := x.same[string(id)]
	if !known {
		found = x.of(groups)
	}
	if len(x.found) < maxRemembered {
		x.same[string(id)], x.found[key] = found, found
	}
	return found
}

// of returns the uses of groups, and the rest, in their order.
func (x *patternIndex) of(groups []int) []*Lookup {
	at := append(lists.FlatMap(groups, func(i int) []int { return x.groups[i].uses }), x.rest...)
	at = at[:min(len(at), maxFound)]
	if !slices.IsSorted(at) {
		slices.Sort(at)
	}
	return lists.Map(at, func(i int) *Lookup { return x.uses[i] })
}

// matching returns the groups whose pattern matches a key, in ascending order.
func (x *patternIndex) matching(key string) []int {
	var found []int
	if x.byEnds == nil {
		for i := range x.groups {
			if x.groups[i].pattern.Matches(key) {
				found = append(found, i)
			}
		}
		return found
	}
	for _, of := range x.lengths {
		if of.first+of.last > len(key) {
			continue
		}
		for _, i := range x.byEnds[ends{key[:of.first], key[len(key)-of.last:]}] {
			if x.groups[i].pattern.Matches(key) {
				found = append(found, i)
			}
		}
	}
	slices.Sort(found)
	return found
}
