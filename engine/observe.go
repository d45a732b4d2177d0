package engine

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
)

// Observation is something in an evaluation that Puppet says nothing about, though it seldom is
// what was meant.
type Observation struct {
	Kind ObservationKind
	// Name is the key or variable.
	Name string
	// Token is the token that asks for it, Node the text that the token stands in.
	Token *interpolate.Token
	Node  *data.Node
	// Value is what was inserted; nil for what is missing.
	Value *data.Value
	// Hops is the way from the key that was asked for to the text.
	Hops []Hop
}

// ObservationKind tells observations apart.
type ObservationKind uint8

// The kinds.
const (
	MissingKey      ObservationKind = iota // a reference to a key that no layer has: an empty text
	MissingVariable                        // a variable, or a part of one, that the node does not have: an empty text
	StructureInText                        // a list, a hash or a Sensitive in a text: as Ruby prints it
)

func (o *outcome) observe(observed *Observation) {
	if !slices.ContainsFunc(o.observations, func(known *Observation) bool {
		return known.Kind == observed.Kind && known.Token == observed.Token && known.Node == observed.Node
	}) {
		o.observations = append(o.observations, observed)
	}
}

// observe notes what a token in v stands for, where observations are asked for and v was read from
// a file.
func (inv *invocation) observe(kind ObservationKind, name string, token *interpolate.Token, v, value *data.Value) {
	if inv.node.engine.options.Observe && v.Node() != nil {
		inv.out.observe(&Observation{Kind: kind, Name: name, Token: token, Node: v.Node(), Value: value, Hops: inv.hops})
	}
}

// observeVariable notes a variable without a value.
func (inv *invocation) observeVariable(token *interpolate.Token, v, value *data.Value) {
	if value != nil && value.IsUndef() && !alwaysDefined(token.Key.Root) {
		inv.observe(MissingVariable, token.Key.Text, token, v, nil)
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
		inv.observe(StructureInText, name, token, v, value)
	default:
	}
}
