// Package outcome is what comes out of a lookup besides its value, as data: why it failed, what is
// unknown, where the value came from, which variables were read, and what deserves a second look.
package outcome

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
)

// Hop is one reference from a value to another key.
type Hop struct {
	// Key is what is referred to.
	Key string
	// Node is the string that refers to it; nil when it was computed.
	Node *data.Node
}

// Origin is a place that a value came from.
type Origin struct {
	// Key is the key that was found there: the one that was asked for, or one that a value refers to.
	Key string
	// Node is what is written there; for a level that is served by a function, the name of the function
	// in hiera.yaml.
	Node *data.Node
	// Hops are the references that lead there from the key that was asked for, the first one first; empty
	// for that key itself.
	Hops []Hop
}

// Read is a variable that an evaluation looked at.
type Read struct {
	// Name is as the token has it, without subkeys: `facts`, `::role`.
	Name string
	// Value is nil when the node does not have the variable.
	Value *data.Value
}

// Observation is something in an evaluation that Puppet accepts silently, though it is seldom
// what was meant.
type Observation struct {
	Kind ObservationKind
	// Name is the key or variable.
	Name string
	// Token is the interpolation token that asks for it, of Template. Node is where the string is written.
	Token    *interpolate.Token
	Template *interpolate.Template
	Node     *data.Node
	// Value is what was inserted; nil for what is missing.
	Value *data.Value
	// Hops are the references that lead from the key that was asked for to the string.
	Hops []Hop
}

// ObservationKind distinguishes observations.
type ObservationKind uint8

// The kinds.
const (
	MissingKey      ObservationKind = iota // a reference to a key that no layer has; it becomes an empty string
	MissingVariable                        // a variable, or a part of one, that the node does not have; it becomes an empty string
	StructureInText                        // an array, a hash or a Sensitive in a longer string, inserted as Ruby prints it
)
