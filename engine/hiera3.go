package engine

import (
	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/types"
)

// searchHiera3 asks a global layer of version 3. Variables are read as classic Hiera does, and
// unless the environment has a hiera.yaml of version 5, nothing but the global layer counts for
// what its data refers to.
func (inv *invocation) searchHiera3(l *layer, k key.Key, argument mergeArgument) (*data.Value, bool, *outcome.Error) {
	sub := inv
	if !inv.hiera3.scope {
		sub = inv.nested()
		sub.hiera3.scope = true
		version5, err := inv.node.hasEnvironmentVersion5()
		if err != nil {
			return nil, false, err
		}
		sub.globalOnly = sub.globalOnly || !version5
	}
	strategy, err := argument.read()
	if err != nil {
		return nil, false, err
	}
	asked := strategy.Name()
	if sub.hiera3.call && asked == "hash" {
		behavior, err := l.mergeBehavior()
		if err != nil {
			return nil, false, err
		}
		if !behavior.First() {
			strategy, sub.hiera3.mergeBehavior = behavior, true
		}
	}
	v, found, err := sub.searchLevels(l, k, mergeArgument{given: true, strategy: strategy})
	if err != nil || !found || !sub.hiera3.call || v.IsUnknown() {
		return v, found, err
	}
	return v, true, checkClassic(strategy, k, v)
}

// mergeBehavior is the strategy of the setting merge_behavior.
func (l *layer) mergeBehavior() (*merge.Strategy, *outcome.Error) {
	var name string
	switch l.config.MergeBehavior {
	case "deep":
		name = "reverse_deep"
	case "deeper":
		name = "unconstrained_deep"
	default:
		return merge.Default(), nil
	}
	entries := []data.Entry{{Key: data.NewString("strategy"), Value: data.NewString(name)}}
	if l.config.DeepMergeOptions != nil {
		entries = append(entries, l.config.DeepMergeOptions.Entries()...)
	}
	s, err := merge.Parse(data.NewHash(entries))
	if err != nil {
		return nil, outcome.From(err)
	}
	return s, nil
}

// checkClassic refuses what hiera_hash and hiera_array always refused: a value that is no hash,
// a dotted key.
func checkClassic(strategy *merge.Strategy, k key.Key, v *data.Value) *outcome.Error {
	name := strategy.Name()
	switch name {
	case "hash", "deep", "unconstrained_deep", "reverse_deep":
		if err := types.AssertInstance("value", anyHash(), v); err != nil {
			return (&outcome.Error{Class: outcome.ClassTypeAssertion, Message: err.Error()}).At(v.Node())
		}
	}
	if len(k.Sub) == 0 {
		return nil
	}
	resolution := map[string]string{"hash": "hash", "unique": "array"}[name]
	if resolution == "" {
		return nil
	}
	return outcome.Errorf("Resolution type :%s is illegal when accessing values using dotted keys. Offending key was '%s'", resolution, k.Text)
}

// hiera3Locations are the levels that a classic call puts in front of all others.
func (inv *invocation) hiera3Locations(l *level) ([]*location, *outcome.Error) {
	var locations []*location
	for _, text := range inv.hiera3.overrides {
		// The extension is the name of the backend here, even for hocon and whatever the
		// setting `extension` says.
		at := config.Location{Text: text, Template: inv.node.engine.template(text)}
		r := &resolver{invocation: inv.nested(), layer: l.layer}
		r.place = inSetting
		extra := &level{layer: l.layer, datadir: l.datadir, config: &config.Level{
			Locations: []config.Location{at}, Extension: "." + l.config.Name,
		}}
		if err := r.paths(extra); err != nil {
			return nil, err
		}
		locations = append(locations, extra.locations...)
	}
	return locations, nil
}
