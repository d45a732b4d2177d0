package search

import (
	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/hierarchy"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/types"
)

// searchHiera3 searches a global layer of version 3. Variables are read as by classic Hiera and,
// unless the environment has a version 5 hiera.yaml, references in its data are looked up only in
// the global layer.
func (l *Lookup) searchHiera3(inv *invocation.Invocation, layer *hierarchy.Layer, t *target, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	sub := inv
	if !inv.Hiera3.Scope {
		sub = inv.Nested()
		sub.Hiera3.Scope = true
		if err := l.leaveOutOthers(sub); err != nil {
			return nil, false, err
		}
	}
	strategy, err := argument.read()
	if err != nil {
		return nil, false, err
	}
	if sub.Hiera3.Call && strategy.Name() == "hash" {
		behavior, err := mergeBehavior(layer.Config)
		if err != nil {
			return nil, false, err
		}
		if !behavior.First() {
			strategy = behavior
		}
	}
	v, found, err := l.searchLevels(sub, layer, t, mergeArgument{given: true, strategy: strategy})
	if err != nil || !found || !sub.Hiera3.Call || v.IsUnknown() {
		return v, found, err
	}
	return v, true, checkClassic(strategy, t, v)
}

// beginClassic starts a call of a classic function. Puppet reads the hiera.yaml of the environment
// first.
func (l *Lookup) beginClassic(inv *invocation.Invocation) *outcome.Error {
	inv.Hiera3.Call = true
	if layer := l.node.space.Layers.Environment(); layer != nil {
		layer.Warn(inv.Record)
	}
	return l.leaveOutOthers(inv)
}

// leaveOutOthers excludes all layers except the global one, unless the environment has a version 5
// hiera.yaml.
func (l *Lookup) leaveOutOthers(inv *invocation.Invocation) *outcome.Error {
	version5, err := l.node.space.Layers.Environment().IsVersion5()
	inv.GlobalOnly = inv.GlobalOnly || !version5
	return err
}

// mergeBehavior returns the strategy of the setting merge_behavior.
func mergeBehavior(c *config.Config) (*merge.Strategy, *outcome.Error) {
	var name string
	switch c.MergeBehavior {
	case "deep":
		name = "reverse_deep"
	case "deeper":
		name = "unconstrained_deep"
	default:
		return merge.Default(), nil
	}
	entries := []data.Entry{data.NewEntry("strategy", data.NewString(name))}
	if c.DeepMergeOptions != nil {
		entries = append(entries, c.DeepMergeOptions.Entries()...)
	}
	s, err := merge.Parse(data.NewHash(entries))
	if err != nil {
		return nil, outcome.From(err)
	}
	return s, nil
}

// checkClassic rejects what hiera_hash and hiera_array have always rejected: a value that is not a
// hash, and a dotted key.
func checkClassic(strategy *merge.Strategy, t *target, v *data.Value) *outcome.Error {
	name := strategy.Name()
	switch name {
	case "hash", "deep", "unconstrained_deep", "reverse_deep":
		if err := types.AssertInstance("value", types.Builtin("Hash"), v); err != nil {
			return (&outcome.Error{Class: outcome.ClassTypeAssertion, Message: err.Error()}).WithNode(v.Node())
		}
	}
	if len(t.Sub) == 0 {
		return nil
	}
	resolution := map[string]string{"hash": "hash", "unique": "array"}[name]
	if resolution == "" {
		return nil
	}
	return outcome.Errorf("Resolution type :%s is illegal when accessing values using dotted keys. Offending key was '%s'", resolution, t.Text)
}
