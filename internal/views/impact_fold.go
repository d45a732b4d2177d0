package views

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/plural"
)

// fold is a key whose value is the same on one side of a change, but differs for each of many kinds
// of derived nodes on the other side: without its own file, a node has the values of its role, of
// which there may be many.
type fold struct {
	environment, key, where string
	isBefore                bool // the side with the single value
	changes                 []*impact.Change
	nodes                   []string
}

// maxOutcomes is the maximum number of values that are shown with their nodes.
const maxOutcomes = 3

// folds returns the keys that are shown on one line, under a heading that describes what their
// nodes have in common.
func folds(i *impact.Impact) []*fold {
	var all []*fold
	taken := map[*impact.Change]bool{}
	for _, isBefore := range []bool{true, false} {
		byOutcome := map[string]*fold{}
		var order []string
		for _, g := range i.Groups {
			for _, c := range g.Changes {
				if g.Count > 0 || taken[c] {
					continue
				}
				single, _ := sides(c, isBefore)
				id := fmt.Sprintf("%q %q %s", g.Environment, c.Key, outcomeID(single))
				if byOutcome[id] == nil {
					byOutcome[id] = &fold{environment: g.Environment, key: c.Key, isBefore: isBefore}
					order = append(order, id)
				}
				f := byOutcome[id]
				f.changes, f.nodes = append(f.changes, c), append(f.nodes, g.Nodes...)
			}
		}
		for _, id := range order {
			f := byOutcome[id]
			if common := inCommon(f.nodes); len(common) > 0 && len(f.outcomes()) > maxOutcomes {
				f.where = "nodes with " + strings.Join(common, " and ")
				all = append(all, f)
				for _, c := range f.changes {
					taken[c] = true
				}
			}
		}
	}
	return all
}

// sides returns the outcomes on the given side and on the other one.
func sides(c *impact.Change, before bool) (one, other *impact.Outcome) {
	if before {
		return &c.Before, &c.After
	}
	return &c.After, &c.Before
}

func outcomeID(o *impact.Outcome) string {
	return outcomeText(o) + fmt.Sprint(o.Places)
}

func outcomeText(o *impact.Outcome) string {
	switch {
	case o.Failure != "":
		return "a failure"
	case o.Value == nil && o.Default != "":
		return "the default of the class: " + o.Default
	}
	return value(o.Value)
}

// inCommon returns what is known about all derived nodes.
func inCommon(nodes []string) []string {
	var common []string
	for i, n := range nodes {
		parts := strings.Split(n, " and ")
		if i == 0 {
			common = parts
			continue
		}
		common = slices.DeleteFunc(common, func(part string) bool { return !slices.Contains(parts, part) })
	}
	return slices.DeleteFunc(common, func(part string) bool { return !strings.Contains(part, "` = `") })
}

// outcomes returns the distinct values on the side that has several, sorted as text.
func (f *fold) outcomes() []string {
	var texts []string
	for _, c := range f.changes {
		_, several := sides(c, f.isBefore)
		texts = append(texts, outcomeText(several))
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

// maxExample is the maximum length of a value that is one of several.
const maxExample = 60

// shown returns the line for the key.
func (f *fold) shown() shownChange {
	values := f.outcomes()
	length := func(text string) int {
		if text == value(nil) {
			return math.MaxInt // values are more informative
		}
		return len(text)
	}
	examples := slices.SortedStableFunc(slices.Values(values), func(a, b string) int { return cmp.Compare(length(a), length(b)) })[:maxOutcomes-1]
	for i, text := range examples {
		if runes := []rune(text); len(runes) > maxExample {
			examples[i] = string(runes[:maxExample]) + "…"
		}
	}
	several := plural.Count(len(values), "different value") + ", such as " + strings.Join(examples, " and ")
	var one, other []impact.Place
	for _, c := range f.changes {
		single, several := sides(c, f.isBefore)
		one = single.Places
		for _, at := range several.Places {
			if !slices.Contains(other, at) {
				other = append(other, at)
			}
		}
	}
	slices.SortFunc(other, func(a, b impact.Place) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line)) })
	single, _ := sides(f.changes[0], f.isBefore)
	line, from := outcomeText(single)+" -> "+several, changedFrom(other, one)
	if !f.isBefore {
		line, from = several+" -> "+outcomeText(single), changedFrom(one, other)
	}
	return shownChange{f.key, []string{"~ " + f.key + ": " + line}, from}
}
