package impact

import (
	"fmt"

	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/place"
)

// alike are the pairs of a key with the same change.
type alike struct {
	change *Change
	pairs  []*nodes.Pair
	known  map[knownPlace]bool
}

// knownPlace is a place in one of the lists of a change.
type knownPlace struct {
	isBefore, isResponsible bool
	place.Place
}

// join adds the places of the change on other nodes.
func (same *alike) join(other *Change, isBefore bool) {
	outcome, _ := same.change.Sides(isBefore)
	of, _ := other.Sides(isBefore)
	add := func(places, others []place.Place, isResponsible bool) []place.Place {
		if outcome == of {
			places = nil
		}
		for _, at := range others {
			if k := (knownPlace{isBefore, isResponsible, at}); !same.known[k] {
				same.known[k] = true
				places = append(places, at)
			}
		}
		return places
	}
	outcome.Places, outcome.Responsible = add(outcome.Places, of.Places, false), add(outcome.Responsible, of.Responsible, true)
}

// fold adds the folds with a single outcome on one side. It returns the other changes.
func (c *Comparer) fold(k *nodes.Compared, all []*alike, isBefore bool) (rest []*alike) {
	if len(all) <= MaxOutcomes {
		return all
	}
	bySingle := map[string][]*alike{}
	var singles []string
	for _, same := range all {
		single, several := same.change.Sides(isBefore)
		if same.change.Kind == Moved || several.isNew {
			rest = append(rest, same)
			continue
		}
		id := fmt.Sprint(single.isNew, single.identity())
		if bySingle[id] == nil {
			singles = append(singles, id)
		}
		bySingle[id] = append(bySingle[id], same)
	}
	for _, id := range singles {
		f := &Fold{Environment: c.Environment, IsBefore: isBefore}
		outcomes := map[string]bool{}
		var pairs []*nodes.Pair
		for _, same := range bySingle[id] {
			_, several := same.change.Sides(isBefore)
			outcomes[several.identity()] = true
			f.Changes, pairs = append(f.Changes, same.change), append(pairs, same.pairs...)
		}
		if len(outcomes) > MaxOutcomes {
			w := k.Where(pairs)
			single, _ := f.Changes[0].Sides(isBefore)
			if f.Where, f.Nodes, f.IsGuess = w.Text, w.Names, w.IsGuess; w.Real == 0 && (single.isNew || k.HaveCommonValue(pairs)) {
				c.mu.Lock()
				c.folds = append(c.folds, f)
				c.mu.Unlock()
				continue
			}
		}
		rest = append(rest, bySingle[id]...)
	}
	return rest
}
