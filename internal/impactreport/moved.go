package impactreport

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/place"
	"github.com/hieralint/hieralint/internal/plural"
)

// maxMoves is the maximum number of lines about unchanged values from other files.
const maxMoves = 20

func movedTitle(i *impact.Impact) string {
	keys := countKeys(i.Moved)
	if keys == 1 {
		return "1 key comes from another file"
	}
	return plural.Count(keys, "key") + " come from other files"
}

// movedLines describes the keys that come from different files, combined by files.
func movedLines(i *impact.Impact) []string {
	byPlaces := map[[2]string][]string{}
	for _, g := range i.Moved {
		for _, c := range g.Changes {
			before, after := pathsOf(c.Before.Places), pathsOf(c.After.Places)
			isOnly := func(path string) bool { return !slices.Contains(before, path) || !slices.Contains(after, path) }
			of := [2]string{strings.Join(lists.Filter(before, isOnly), ", "), strings.Join(lists.Filter(after, isOnly), ", ")}
			byPlaces[of] = append(byPlaces[of], c.Key)
		}
	}
	all := make([]move, 0, len(byPlaces))
	for of, keys := range byPlaces {
		all = append(all, move{[]string{of[0]}, []string{of[1]}, keys})
	}
	slices.SortFunc(all, func(a, b move) int { return cmp.Or(slices.Compare(a.from, b.from), slices.Compare(a.to, b.to)) })
	all = combined(all, func(m *move) *[]string { return &m.to }, func(m *move) *[]string { return &m.from })
	all = combined(all, func(m *move) *[]string { return &m.from }, func(m *move) *[]string { return &m.to })
	lines := lists.Map(all, func(m move) string {
		keys := lists.Distinct(slices.Clone(m.keys))
		from, to, named := eitherOf(m.from), eitherOf(m.to), ": "+plural.More(keys, maxNames)
		switch {
		case from == "":
			return "also " + to + named
		case to == "":
			return "no longer " + from + named
		}
		return from + " -> " + to + named
	})
	lines = lists.Distinct(lines)
	if more := len(lines) - maxMoves; more > 0 {
		lines = append(lines[:maxMoves:maxMoves], fmt.Sprintf("and %d more", more))
	}
	return lines
}

// move describes keys whose values come from other files: on some nodes, from one of several files
// instead of from one of several others.
type move struct{ from, to, keys []string }

// combined combines moves with the same files on one side if they have many on the other.
func combined(all []move, same, other func(*move) *[]string) []move {
	of := func(m *move) string { return fmt.Sprintf("%q", *same(m)) }
	counts := map[string]int{}
	for i := range all {
		counts[of(&all[i])]++
	}
	var rest []move
	at := map[string]int{}
	for i := range all {
		m := &all[i]
		if counts[of(m)] <= impact.MaxOutcomes || (*same(m))[0] == "" {
			rest = append(rest, *m)
			continue
		}
		k, known := at[of(m)]
		if !known {
			at[of(m)] = len(rest)
			rest = append(rest, *m)
			continue
		}
		files := other(&rest[k])
		*files = slices.Concat(*files, *other(m))
		rest[k].keys = slices.Concat(rest[k].keys, m.keys)
	}
	return rest
}

// eitherOf joins texts that each apply to some nodes, of which only a few are listed.
func eitherOf(texts []string) string {
	slices.Sort(texts)
	if len(texts) <= impact.MaxOutcomes {
		return strings.Join(texts, " or ")
	}
	return strings.Join(texts[:impact.MaxOutcomes-1], " or ") + fmt.Sprintf(" or %d others", len(texts)-impact.MaxOutcomes+1)
}

// pathsOf returns the files of places in order.
func pathsOf(places []place.Place) []string {
	return lists.Distinct(lists.Map(places, func(p place.Place) string { return p.Path }))
}
