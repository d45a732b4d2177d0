package search

import (
	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/backend"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/internal/hierarchy"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/outcome"
)

// layerCount is the number of layers: global, environment, and module.
const layerCount = 3

// searchLayers searches the layers for a key and follows its subkey.
func (l *Lookup) searchLayers(inv *invocation.Invocation, t *target, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	v, found, err := l.searchRoot(inv, t, argument)
	if err != nil || !found {
		return nil, false, err
	}
	return inv.Dig(t.Key.Key, v)
}

// searchRoot searches the layers for the root key.
func (l *Lookup) searchRoot(inv *invocation.Invocation, t *target, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	if inv.GlobalOnly {
		return l.searchGlobal(inv, t, argument)
	}
	strategy, err := argument.read()
	if err != nil {
		return nil, false, err
	}
	argument = mergeArgument{given: true, strategy: strategy}
	return foldSome(inv, strategy, layerCount, layerCount, func(i int) (*data.Value, bool, *outcome.Error) {
		switch i {
		case 0:
			return l.searchGlobal(inv, t, argument)
		case 1:
			return l.searchEnvironment(inv, t, argument)
		}
		return l.searchModule(inv, t, argument)
	})
}

// searchGlobal searches the global layer. Its errors without an issue code are prefixed with the
// key that was looked up: `Lookup of key 'x' failed: …`.
func (l *Lookup) searchGlobal(inv *invocation.Invocation, t *target, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	if l.node.space.NoGlobalLayer && !inv.Hiera3.Call {
		inv.Explain.NotFound(t.Text)
		return nil, false, nil
	}
	layer := l.node.space.Layers.Global()
	layer.Warn(inv.Record)
	var v *data.Value
	found, err := false, inv.Enter(t.Text)
	if err == nil {
		switch {
		case layer.Err != nil:
			err = layer.Err
		case layer.Config.Version == 3:
			v, found, err = l.searchHiera3(inv, layer, t, argument)
		default:
			v, found, err = l.searchLevels(inv, layer, t, argument)
		}
		err = inv.Leave(err)
	}
	if err != nil && err.IsLookup() && !err.Issue {
		wrapped := *err
		wrapped.Class = outcome.ClassPuppet
		wrapped.Message = "Lookup of key '" + inv.Key + "' failed: " + err.Message
		err = &wrapped
	}
	return v, found, err
}

// searchEnvironment searches the environment layer.
func (l *Lookup) searchEnvironment(inv *invocation.Invocation, t *target, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	layer := l.node.space.Layers.Environment()
	if layer == nil {
		return nil, false, nil
	}
	layer.Warn(inv.Record)
	if layer.Err != nil || layer.Config == nil {
		return nil, false, layer.Err
	}
	return l.searchEntered(inv, layer, t, argument)
}

// searchModule searches the layer of the key's module.
func (l *Lookup) searchModule(inv *invocation.Invocation, t *target, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	of := t.namespace
	if !of.hasModule {
		return nil, false, nil
	}
	layer := of.layer()
	layer.Warn(inv.Record)
	switch {
	case layer.Err != nil:
		return nil, false, layer.Err
	case layer.Missing:
		inv.Explain.Leaf(explain.Node{Kind: explain.Module, Name: of.module, Event: explain.ModuleNotFound})
		return nil, false, nil
	case layer.Config == nil:
		inv.Explain.Leaf(explain.Node{Kind: explain.Module, Name: of.module, Event: explain.ModuleProviderNotFound})
		return nil, false, nil
	}
	return l.searchEntered(inv, layer, t, argument)
}

// searchDefaultHierarchy searches the default_hierarchy of the key's module, after all layers. The
// requested merge strategy and the lookup_options of the layers do not apply to it.
func (l *Lookup) searchDefaultHierarchy(inv *invocation.Invocation, t *target) (*data.Value, bool, *outcome.Error) {
	of := t.namespace
	if !of.hasModule {
		return nil, false, nil
	}
	layer := of.layer()
	if layer.Err != nil || layer.Missing || layer.Config == nil || layer.Config.DefaultHierarchy == nil {
		return nil, false, layer.Err
	}
	searching := explain.Node{Kind: explain.Scope, Name: `Searching default_hierarchy of module "` + of.module + `"`}
	return inv.Explained(searching, func() (*data.Value, bool, *outcome.Error) {
		options, err := l.defaultOptions(inv, of)
		if err != nil {
			return nil, false, err
		}
		entry, err := t.entryFor(options.options)
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
		return inv.Explained(explain.Node{Kind: explain.Scope, Name: `Searching for "` + t.Text + `"`}, func() (*data.Value, bool, *outcome.Error) {
			return l.searchDefaultLevels(inv, layer, t, argument)
		})
	})
}

// searchDefaultLevels searches the levels of a layer's default_hierarchy.
func (l *Lookup) searchDefaultLevels(inv *invocation.Invocation, layer *hierarchy.Layer, t *target, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	h := l.node.hierarchy(layer, false)
	inv.Record.Include(h.record)
	if h.err != nil {
		return nil, false, h.err
	}
	if len(h.defaults.All) == 0 {
		inv.Explain.NotFound(t.Text)
		return nil, false, nil
	}
	strategy, err := argument.read()
	if err != nil {
		return nil, false, err
	}
	if err := inv.Enter(t.Text); err != nil {
		return nil, false, err
	}
	v, found, err := inv.Explained(layer.Explained(), func() (*data.Value, bool, *outcome.Error) {
		return foldLevels(inv, strategy, h.defaults, t)
	})
	return v, found, inv.Leave(err)
}

// searchEntered is searchLevels with the key marked as being evaluated.
func (l *Lookup) searchEntered(inv *invocation.Invocation, layer *hierarchy.Layer, t *target, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	if err := inv.Enter(t.Text); err != nil {
		return nil, false, err
	}
	v, found, err := l.searchLevels(inv, layer, t, argument)
	return v, found, inv.Leave(err)
}

// searchLevels searches the levels of a layer.
func (l *Lookup) searchLevels(inv *invocation.Invocation, layer *hierarchy.Layer, t *target, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	if inv.Explain != nil {
		n := layer.Explained()
		inv.Explain.Push(&n)
		defer inv.Explain.Pop()
	}
	strategy, err := argument.read()
	if err != nil {
		return nil, false, err
	}
	h := l.node.hierarchy(layer, inv.Hiera3.Scope)
	inv.Record.Include(h.record)
	if h.err != nil {
		return nil, false, h.err
	}
	if len(h.levels.All) == 0 {
		inv.Explain.NotFound(t.Text)
		return nil, false, nil
	}
	return foldLevels(inv, strategy, h.levels, t)
}

// asksAll reports whether empty levels and locations are searched too, which is necessary for
// explanations and for calls with additional levels.
func asksAll(inv *invocation.Invocation) bool {
	return inv.Explain != nil || len(inv.Hiera3.Overrides) > 0
}

func foldLevels(inv *invocation.Invocation, strategy *merge.Strategy, hierarchy backend.Levels, t *target) (*data.Value, bool, *outcome.Error) {
	levels := hierarchy.Live
	if asksAll(inv) {
		levels = hierarchy.All
	}
	return foldSome(inv, strategy, len(levels), len(hierarchy.All), func(i int) (*data.Value, bool, *outcome.Error) {
		return searchLevel(inv, levels[i], t, strategy)
	})
}

// searchLevel searches the locations of a level.
func searchLevel(inv *invocation.Invocation, level *backend.Level, t *target, strategy *merge.Strategy) (*data.Value, bool, *outcome.Error) {
	if !asksAll(inv) && level.Lacks(&t.Key) {
		return nil, false, nil
	}
	locations, err := locationsOf(inv, level)
	if err != nil {
		return nil, false, err
	}
	if inv.Explain != nil {
		inv.Explain.Push(&explain.Node{Kind: explain.Provider, Name: level.ExplainedName()})
		defer inv.Explain.Pop()
	}
	if !level.Located {
		// A level without a location is searched once, and the explanation shows no merge.
		v, found, err := level.Lookup(inv, nil, &t.Key)
		if err != nil || !found {
			return nil, false, err
		}
		return strategy.Single(v), true, nil
	}
	return foldSome(inv, strategy, len(locations), len(level.Locations), func(i int) (*data.Value, bool, *outcome.Error) {
		return searchLocation(inv, level, locations[i], t)
	})
}

// locationsOf returns the locations of a level that are searched.
func locationsOf(inv *invocation.Invocation, level *backend.Level) ([]*backend.Location, *outcome.Error) {
	locations := level.Live
	if asksAll(inv) {
		locations = level.Locations
	}
	overrides := inv.Hiera3.Overrides
	if len(overrides) == 0 || !level.IsHiera3() || level.Config.Function.Kind == config.Hiera3Backend {
		return locations, nil
	}
	extra, err := level.Extra(inv, overrides)
	return append(backend.NewLocations(extra), locations...), err
}

func searchLocation(inv *invocation.Invocation, level *backend.Level, at *backend.Location, t *target) (*data.Value, bool, *outcome.Error) {
	if inv.Explain != nil {
		inv.Explain.Push(&explain.Node{Kind: explain.Location, Text: at.Text, Original: at.Original, URI: at.URI})
		defer inv.Explain.Pop()
	}
	switch {
	case level.IsEmpty(&at.Location, inv.Scope.NoFileForUnknown):
		inv.Explain.LocationNotFound()
		return nil, false, nil
	case at.Unknown != nil:
		inv.Explain.Text("Unknown: " + at.Unknown.String())
		return inv.Unknown(at.Unknown), true, nil
	}
	return level.Lookup(inv, at, &t.Key)
}
