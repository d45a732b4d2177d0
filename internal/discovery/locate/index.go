package locate

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/project"
)

// LocationIndex groups locations by the first directory of their paths, and by the name of the files that they lead
// to; "" if the name varies.
type LocationIndex map[locationKey][]*Location

type locationKey struct{ dir, name string }

// IndexLocations returns the index of locations.
func IndexLocations(locations []*Location) LocationIndex {
	index := LocationIndex{}
	for _, at := range locations {
		prefix := at.Pattern.Prefix()
		k := locationKey{prefix[:strings.LastIndexByte(prefix, '/')+1], at.Pattern.Name()}
		index[k] = append(index[k], at)
	}
	return index
}

// in returns the locations that start with a directory and may lead to a file, in order.
func (x LocationIndex) in(dir, name string) []*Location {
	named, others := x[locationKey{dir, name}], x[locationKey{dir, ""}]
	switch {
	case len(named) == 0:
		return others
	case len(others) == 0:
		return named
	}
	all := slices.Concat(named, others)
	slices.SortStableFunc(all, func(a, b *Location) int { return cmp.Compare(a.Order, b.Order) })
	return all
}

// Matches returns the locations that match a file.
func (x LocationIndex) Matches(path string) []project.Match {
	matches, _ := x.Match(path)
	return matches
}

// Match returns the locations that match a file, and the number of those that were compared with it.
func (x LocationIndex) Match(file string) (matches []project.Match, compared int) {
	slashed := filepath.ToSlash(file)
	name := path.Base(slashed)
	for end := strings.LastIndexByte(slashed, '/') + 1; end > 0; end = strings.LastIndexByte(slashed[:end-1], '/') + 1 {
		all := x.in(slashed[:end], name)
		compared += len(all)
		for _, at := range all {
			for _, filling := range at.Pattern.Find(slashed) {
				matches = append(matches, project.Match{
					Root: at.Root, Hierarchy: at.Hierarchy, Level: at.Level, Location: at.Index,
					Vars: filling.Values, Fit: filling.Fit, Assumed: at.assumed, Order: at.Order,
				})
			}
		}
	}
	return matches, compared
}
