package engine

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/outcome"
)

func (o *record) observe(observed *outcome.Observation) {
	if !slices.ContainsFunc(o.observations, func(known *outcome.Observation) bool {
		return known.Kind == observed.Kind && known.Token == observed.Token && known.Node == observed.Node
	}) {
		o.observations = append(o.observations, observed)
	}
}

// observe notes what a token in v stands for, where observations are asked for and v was read from
// a file.
func (inv *invocation) observe(kind outcome.ObservationKind, name string, token *interpolate.Token, v, value *data.Value) {
	if inv.node.engine.options.Observe && v.Node() != nil {
		inv.out.observe(&outcome.Observation{Kind: kind, Name: name, Token: token, Node: v.Node(), Value: value, Hops: inv.hops})
	}
}

// observeVariable notes a variable without a value.
func (inv *invocation) observeVariable(token *interpolate.Token, v, value *data.Value) {
	if value != nil && value.IsUndef() && !alwaysDefined(token.Key.Root) {
		inv.observe(outcome.MissingVariable, token.Key.Text, token, v, nil)
	}
}

// observeText notes a structure that becomes text, and a Sensitive, whose text hides the value.
func (inv *invocation) observeText(token *interpolate.Token, v, value *data.Value) {
	switch value.Kind() {
	case data.Array, data.Hash, data.Sensitive:
		name := token.Argument
		if name == "" {
			name = token.Key.Text
		}
		inv.observe(outcome.StructureInText, name, token, v, value)
	default:
	}
}
