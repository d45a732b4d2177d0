package lookupoptions

import (
	"slices"
	"strings"
)

// Finder finds those of many lookup_options that may have an entry for a key, be it null, without asking the others. It is safe for concurrent use.
type Finder struct {
	n int
	// literals and starts map keys, and the literal texts at the start of patterns, to the positions of lookup_options that have
	// them. longest is the length of the longest start.
	literals, starts map[string][]int
	longest          int
}

// NewFinder returns a finder for lookup_options by their positions.
func NewFinder(all []*Options) *Finder {
	f := &Finder{n: len(all), literals: map[string][]int{}, starts: map[string][]int{}}
	for i, o := range all {
		for key := range o.literals {
			f.literals[key] = append(f.literals[key], i)
		}
		for _, key := range o.nulls {
			f.literals[key] = append(f.literals[key], i)
		}
		for start := range o.byStart {
			f.starts[start] = append(f.starts[start], i)
			f.longest = max(f.longest, len(start))
		}
	}
	return f
}

// Find returns the positions of the lookup_options that may have an entry for a root key, in their order.
func (f *Finder) Find(root string) []int {
	var found []int
	if strings.Contains(root, "\n") { // a pattern may match on any of its lines
		for i := range f.n {
			found = append(found, i)
		}
		return found
	}
	found = append(found, f.literals[root]...)
	for end := range min(len(root), f.longest) + 1 {
		found = append(found, f.starts[root[:end]]...)
	}
	slices.Sort(found)
	return slices.Compact(found)
}
