package engine

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
)

// Origin is a place that a value came from.
type Origin struct {
	// Key is the key that was found there: the one that was asked for, or one that a value refers to.
	Key string
	// Node is what is written there; for a level that is served by a function, the name of the function
	// in hiera.yaml.
	Node *data.Node
	// Hops is the way there from the key that was asked for, the first hop first; empty for that key
	// itself.
	Hops []Hop
}

// Read is a variable that an evaluation looked at.
type Read struct {
	// Name is as the token has it, without sub keys: `facts`, `::role`.
	Name string
	// Value is nil when the node does not have the variable.
	Value *data.Value
}

// trace is what an outcome notes of the way to it. It is always noted where the outcome is kept for
// later lookups, and else when it is asked for.
type trace struct {
	wanted  bool
	origins []Origin
	reads   []Read
}

var traced = outcome{trace: trace{wanted: true}}

// from notes where a value was found.
func (inv *invocation) from(key string, node *data.Node) {
	if inv.out.trace.wanted {
		inv.out.trace.origin(Origin{Key: key, Node: node, Hops: inv.hops})
	}
}

func (t *trace) origin(o Origin) {
	if !slices.ContainsFunc(t.origins, func(known Origin) bool { return known.Node == o.Node && known.Key == o.Key }) {
		t.origins = append(t.origins, o)
	}
}

func (t *trace) read(r Read) {
	if t.wanted && !slices.ContainsFunc(t.reads, func(known Read) bool { return known.Name == r.Name }) {
		t.reads = append(t.reads, r)
	}
}

func (t *trace) include(other *trace) {
	if !t.wanted {
		return
	}
	for _, o := range other.origins {
		t.origin(o)
	}
	for _, r := range other.reads {
		t.read(r)
	}
}
