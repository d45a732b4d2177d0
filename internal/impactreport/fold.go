package impactreport

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/place"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/valuetext"
)

// fold is a key that is shown on one line for all nodes of an impact.Fold.
type fold struct{ *impact.Fold }

// folds returns the keys that are shown on one line.
func folds(i *impact.Impact) []fold {
	var all []fold
	for _, f := range i.Folds {
		if of := (fold{f}); len(of.outcomes()) > impact.MaxOutcomes { // texts of different outcomes may be equal
			all = append(all, of)
		}
	}
	return all
}

func outcomeText(o *impact.Outcome) string {
	switch {
	case o.Failure != "":
		return "a failure"
	case o.Value == nil && o.Default != "":
		return "the default of the class: " + o.Default
	}
	return valuetext.OrNone(o.Value)
}

// outcomes returns the distinct values on the side that has several, sorted as text.
func (f fold) outcomes() []string {
	var texts []string
	for _, c := range f.Changes {
		_, several := c.Sides(f.IsBefore)
		texts = append(texts, outcomeText(several))
	}
	return lists.Distinct(texts)
}

// maxExample is the maximum length of a value that is one of several.
const maxExample = 60

// shown returns the line for the key.
func (f fold) shown() shownChange {
	values := f.outcomes()
	length := func(text string) int {
		if text == valuetext.OrNone(nil) {
			return math.MaxInt // values are more informative
		}
		return len(text)
	}
	examples := slices.SortedStableFunc(slices.Values(values), func(a, b string) int { return cmp.Compare(length(a), length(b)) })[:impact.MaxOutcomes-1]
	for i, text := range examples {
		if runes := []rune(text); len(runes) > maxExample {
			examples[i] = string(runes[:maxExample]) + "…"
		}
	}
	examples = slices.Compact(examples)
	several := plural.Count(len(values), "different value") + ", such as " + plural.And(examples)
	var one, other []place.Place
	for _, c := range f.Changes {
		single, several := c.Sides(f.IsBefore)
		one, other = append(one, single.Places...), append(other, several.Places...)
	}
	one, other = inOrder(one), inOrder(other)
	single, _ := f.Changes[0].Sides(f.IsBefore)
	key := f.Changes[0].Key
	var ids, opposites []string
	for _, c := range f.Changes {
		id, opposite := c.IDs()
		ids, opposites = append(ids, id), append(opposites, opposite)
	}
	slices.Sort(ids)
	slices.Sort(opposites)
	change := shownChange{key: key, id: fmt.Sprintf("%q", ids), opposite: fmt.Sprintf("%q", opposites)}
	if f.IsBefore {
		change.Lines = []line{{sign: '~', text: key + ": " + outcomeText(single) + " -> " + several}}
		change.From, change.onlyBefore = changedFrom(other, one)
	} else {
		change.Lines = []line{{sign: '~', text: key + ": " + several + " -> " + outcomeText(single)}}
		change.From, change.onlyBefore = changedFrom(one, other)
	}
	return change
}

// inOrder returns places sorted, each once.
func inOrder(places []place.Place) []place.Place {
	slices.SortFunc(places, place.Compare)
	return slices.Compact(places)
}
