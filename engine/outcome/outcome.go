// Package outcome describes the result of a lookup other than its value: why it failed, what is
// unknown, where the value came from, which variables were read, and what is suspicious about it.
package outcome

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/source"
)

// Hop is a reference from a value to another key.
type Hop struct {
	// Key is the referenced key.
	Key string
	// Node is the string that contains the reference; nil if it was computed. Token is the position
	// of the token in the string; empty if the string was decrypted.
	Node  *data.Node
	Token source.Span
}

// Origin is a place that a value came from.
type Origin struct {
	// Key is the key found there: the requested one, or one that a value references.
	Key string
	// Node is the node of the value or, for a level that a function serves, of the function's name
	// in hiera.yaml.
	Node *data.Node
	// Hops lists the references that lead there from the requested key, in order; empty for that
	// key itself.
	Hops []Hop
}

// Read is a variable that an evaluation read.
type Read struct {
	// Name is the name in the token without subkeys: `facts`, `::role`.
	Name string
	// Value is nil if the node does not have the variable.
	Value *data.Value
}

// Observation is something that Puppet accepts silently, but that is rarely intended.
type Observation struct {
	Kind ObservationKind
	// Name is the key or variable.
	Name string
	// Token is the interpolation token, which is part of Template. Node is the string that contains
	// it.
	Token    *interpolate.Token
	Template *interpolate.Template
	Node     *data.Node
	// Value is the inserted value; nil if there is none.
	Value *data.Value
	// Replaced and By are the keys of two entries, for ReplacedEntry. Node is the one with tokens: Replaced if
	// both have some.
	Replaced, By *data.Node
	// Hops lists the references that lead from the requested key to the string.
	Hops []Hop
}

// IsDecrypted reports whether the token is not in the string as written, but in the decrypted one.
func (o *Observation) IsDecrypted() bool {
	n := o.Node
	return n != nil && n.Value != nil && n.Value.Text() != o.Template.Text && eyaml.IsEncrypted(n.Value.Text())
}

// ObservationKind is the kind of an observation.
type ObservationKind uint8

// The kinds of observations.
const (
	MissingKey      ObservationKind = iota // a reference to a key that is not defined in any layer, which becomes an empty string
	MissingVariable                        // an undefined variable or subkey, which becomes an empty string
	StructureInText                        // an array, hash, or Sensitive in a longer string, inserted as Ruby prints it
	UncertainKey                           // a reference to a key that is only defined in levels whose data is unknown, if at all
	ReplacedEntry                          // an entry of a hash that a later one replaces, because their keys are equal after interpolation
)
