package search

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/outcome"
)

// fold merges n variants with a strategy other than first. If one is unknown, the others are still used: parts that the
// unknown variant cannot override are known, and the record notes the gap.
func fold(inv *invocation.Invocation, strategy *merge.Strategy, n int, variant func(int) (*data.Value, bool, *outcome.Error)) (*data.Value, bool, *outcome.Error) {
	if n < 2 || inv.Explain == nil {
		return foldMerge(inv, strategy, n, variant)
	}
	inv.Explain.Push(&explain.Node{Kind: explain.Merge, Strategy: strategy})
	defer inv.Explain.Pop()
	v, found, err := foldMerge(inv, strategy, n, variant)
	if found {
		inv.Explain.Result(v)
	}
	return v, found, err
}

func foldMerge(inv *invocation.Invocation, strategy *merge.Strategy, n int, variant func(int) (*data.Value, bool, *outcome.Error)) (*data.Value, bool, *outcome.Error) {
	// Levels that cannot be searched are assumed to have no lookup_options, which is nearly always
	// true.
	cautious := inv.Key != lookupoptions.Key
	outer := inv.Record.Gap
	inv.Record.Gap = nil
	v, found, err := strategy.FoldObjects(n, func(i int) (*data.Value, bool, error) {
		above := inv.Record.Gap
		v, found, err := variant(i)
		switch {
		case err != nil:
			return nil, false, err
		case found && v.IsUnknown():
			inv.Record.AddGap(v)
			return nil, false, nil
		case found && cautious && above != nil:
			v = strategy.Below(v, above)
		}
		return v, found, nil
	}, inv.Objects)
	gap := inv.Record.Gap
	if gap == nil {
		inv.Record.Gap = outer
	}
	switch {
	case err != nil:
		return nil, false, outcome.From(err)
	case gap == nil:
		return v, found, nil
	case !found || v.IsUnknown():
		return gap, true, nil
	case cautious:
		return strategy.Above(v, gap), true, nil
	}
	return v, true, nil
}

// foldSome is fold, with any strategy, over the n variants of all that may have a value. If only one
// has a value because there are no others, the result of a merge differs from that of a stage with a
// single variant (see merge.Strategy.Single).
func foldSome(inv *invocation.Invocation, strategy *merge.Strategy, n, all int, variant func(int) (*data.Value, bool, *outcome.Error)) (*data.Value, bool, *outcome.Error) {
	switch {
	case strategy.First():
		for i := range n {
			if v, found, err := variant(i); err != nil || found {
				return v, found, err
			}
		}
		return nil, false, nil
	case n != 1 || all <= n:
		return fold(inv, strategy, n, variant)
	}
	return fold(inv, strategy, n+1, func(i int) (*data.Value, bool, *outcome.Error) {
		if i == n {
			return nil, false, nil
		}
		return variant(i)
	})
}
