package engine

import (
	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/outcome"
)

// optionsRootKey is the key lookup_options.
var optionsRootKey = key.Key{Text: lookupOptionsKey, Root: lookupOptionsKey}

// searchGlobal asks the global layer. Errors of it that have no code reach the user with the key
// that was looked up in front: `Lookup of key 'x' failed: …`.
func (inv *invocation) searchGlobal(k key.Key, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	e := inv.node.engine
	if e.options.NoGlobalLayer && !inv.hiera3.call {
		inv.explain.NotFound(k.Text)
		return nil, false, nil
	}
	l := e.globalLayer()
	if l == nil {
		return nil, false, nil
	}
	l.tell(inv.out)
	var v *data.Value
	found, err := false, inv.enter(k.Text)
	if err == nil {
		switch {
		case l.err != nil:
			err = l.err
		case l.config.Version == 3:
			v, found, err = inv.searchHiera3(l, k, argument)
		default:
			v, found, err = inv.searchLevels(l, k, argument)
		}
		inv.leave()
		err = checked(err)
	}
	if err != nil && err.IsLookup() && !err.Issue {
		wrapped := *err
		wrapped.Class = outcome.ClassPuppet
		wrapped.Message = "Lookup of key '" + inv.key + "' failed: " + err.Message
		err = &wrapped
	}
	return v, found, err
}

func (inv *invocation) searchEnvironment(k key.Key, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	l := inv.node.engine.environmentLayer()
	if l == nil {
		return nil, false, nil
	}
	l.tell(inv.out)
	if l.err != nil {
		return nil, false, l.err
	}
	if l.config == nil {
		return nil, false, nil
	}
	return inv.checkedLevels(l, k, argument)
}

// searchModule asks the module of the key that is looked up.
func (inv *invocation) searchModule(k key.Key, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	if !inv.hasModule {
		return nil, false, nil
	}
	l := inv.node.engine.moduleLayer(inv.module)
	l.tell(inv.out)
	switch {
	case l.err != nil:
		return nil, false, l.err
	case l.missing:
		if e := inv.node.engine; e.options.NotInstalled != nil && e.options.NotInstalled(inv.module) && inv.key != lookupOptionsKey {
			return inv.cannotAsk(&outcome.Unknown{Reason: outcome.ModuleData, Subject: inv.module})
		}
		inv.explain.Leaf(explain.Node{Kind: explain.Module, Name: inv.module, Event: explain.ModuleNotFound})
		return nil, false, nil
	case l.config == nil:
		inv.explain.Leaf(explain.Node{Kind: explain.Module, Name: inv.module, Event: explain.ModuleProviderNotFound})
		return nil, false, nil
	}
	return inv.checkedLevels(l, k, argument)
}

// searchDefaultHierarchy asks the default_hierarchy of the key's module, once all layers have
// nothing. Neither the merge that was asked for nor the lookup_options of the layers count in it.
func (inv *invocation) searchDefaultHierarchy(k key.Key) (*data.Value, bool, *outcome.Error) {
	if !inv.hasModule {
		return nil, false, nil
	}
	l := inv.node.engine.moduleLayer(inv.module)
	if l.err != nil || l.missing || l.config == nil || l.config.DefaultHierarchy == nil {
		return nil, false, l.err
	}
	return inv.with(explain.Node{Kind: explain.Scope, Name: `Searching default_hierarchy of module "` + inv.module + `"`}, func() (*data.Value, bool, *outcome.Error) {
		options, err := inv.defaultOptions(l)
		if err != nil {
			return nil, false, err
		}
		entry, err := options.entryFor(k.Root)
		if err != nil {
			return nil, false, err
		}
		var argument mergeArgument
		if entry != nil {
			if entry.Merge == nil && entry.Err != nil {
				return nil, false, outcome.From(entry.Err)
			}
			argument = mergeArgument{given: entry.Merge != nil, strategy: entry.Strategy, err: entry.Err}
		}
		return inv.with(explain.Node{Kind: explain.Scope, Name: `Searching for "` + k.Text + `"`}, func() (*data.Value, bool, *outcome.Error) {
			return inv.searchDefaultLevels(l, k, argument)
		})
	})
}

// checkedLevels asks the levels of a layer with the key on the stack.
func (inv *invocation) checkedLevels(l *layer, k key.Key, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	if err := inv.enter(k.Text); err != nil {
		return nil, false, err
	}
	v, found, err := inv.searchLevels(l, k, argument)
	inv.leave()
	return v, found, checked(err)
}

// searchLevels asks the levels of a layer.
func (inv *invocation) searchLevels(l *layer, k key.Key, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	if inv.explain != nil {
		n := l.explainNode()
		inv.explain.Push(&n)
		defer inv.explain.Pop()
	}
	strategy, err := argument.read()
	if err != nil {
		return nil, false, err
	}
	h := inv.node.hierarchy(l, inv.hiera3.scope)
	inv.out.include(&h.out)
	if h.err != nil {
		return nil, false, h.err
	}
	if len(h.levels.all) == 0 {
		inv.explain.NotFound(k.Text)
		return nil, false, nil
	}
	return inv.foldLevels(strategy, h.levels, k)
}

func (inv *invocation) searchDefaultLevels(l *layer, k key.Key, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	h := inv.node.hierarchy(l, false)
	inv.out.include(&h.out)
	if h.err != nil {
		return nil, false, h.err
	}
	if len(h.defaultLevels.all) == 0 {
		inv.explain.NotFound(k.Text)
		return nil, false, nil
	}
	strategy, err := argument.read()
	if err != nil {
		return nil, false, err
	}
	return inv.check(k.Text, func() (*data.Value, bool, *outcome.Error) {
		return inv.with(l.explainNode(), func() (*data.Value, bool, *outcome.Error) {
			return inv.foldLevels(strategy, h.defaultLevels, k)
		})
	})
}

// all tells whether levels and locations count that have nothing: in an explanation, and where a call
// brings locations of its own.
func (inv *invocation) all() bool { return inv.explain != nil || len(inv.hiera3.overrides) > 0 }

func (inv *invocation) foldLevels(strategy *merge.Strategy, hierarchy levels, k key.Key) (*data.Value, bool, *outcome.Error) {
	levels := hierarchy.live
	if inv.all() {
		levels = hierarchy.all
	}
	if strategy.First() {
		for _, l := range levels {
			if v, found, err := inv.searchLevel(l, k, strategy); err != nil || found {
				return v, found, err
			}
		}
		return nil, false, nil
	}
	return inv.foldSome(strategy, len(levels), len(hierarchy.all), func(i int) (*data.Value, bool, *outcome.Error) {
		return inv.searchLevel(levels[i], k, strategy)
	})
}

// foldSome is fold over the n of all variants that may have something. A value that is alone because no
// other variant has one is not what it would be without other variants (see merge.Strategy.Single).
func (inv *invocation) foldSome(strategy *merge.Strategy, n, all int, variant func(int) (*data.Value, bool, *outcome.Error)) (*data.Value, bool, *outcome.Error) {
	if n != 1 || all <= n {
		return inv.fold(strategy, n, variant)
	}
	return inv.fold(strategy, n+1, func(i int) (*data.Value, bool, *outcome.Error) {
		if i == n {
			return nil, false, nil
		}
		return variant(i)
	})
}

// searchLevel asks all locations of a level.
func (inv *invocation) searchLevel(l *level, k key.Key, strategy *merge.Strategy) (*data.Value, bool, *outcome.Error) {
	locations, err := inv.locations(l)
	if err != nil {
		return nil, false, err
	}
	if inv.explain != nil {
		inv.explain.Push(&explain.Node{Kind: explain.Provider, Name: l.explainName()})
		defer inv.explain.Pop()
	}
	if !l.located {
		// A level without a location is asked once, and no merge is told of.
		v, found, err := l.backend.lookup(inv, l, nil, k)
		if err != nil || !found {
			return nil, false, err
		}
		return strategy.Single(v), true, nil
	}
	if strategy.First() {
		for _, at := range locations {
			if v, found, err := inv.searchLocation(l, at, k); err != nil || found {
				return v, found, err
			}
		}
		return nil, false, nil
	}
	return inv.foldSome(strategy, len(locations), len(l.locations), func(i int) (*data.Value, bool, *outcome.Error) {
		return inv.searchLocation(l, locations[i], k)
	})
}

// locations are those that a search looks at in a level.
func (inv *invocation) locations(l *level) ([]*location, *outcome.Error) {
	locations := l.live
	if inv.all() {
		locations = l.locations
	}
	if len(inv.hiera3.overrides) == 0 || !l.hiera3 || l.config.Function.Kind == config.Hiera3Backend {
		return locations, nil
	}
	extra, err := inv.hiera3Locations(l)
	return append(extra, locations...), err
}

func (inv *invocation) searchLocation(l *level, at *location, k key.Key) (*data.Value, bool, *outcome.Error) {
	if inv.explain != nil {
		inv.explain.Push(&explain.Node{Kind: explain.Location, Text: at.text, Original: at.original, URI: at.uri})
		defer inv.explain.Pop()
	}
	switch {
	case at.empty(l, inv.node.scope.elsewhere):
		inv.explain.LocationNotFound()
		return nil, false, nil
	case at.unknown != nil:
		inv.explain.Text("Not known: " + at.unknown.String())
		return inv.unknownValue(at.unknown), true, nil
	}
	return l.backend.lookup(inv, l, at, k)
}
