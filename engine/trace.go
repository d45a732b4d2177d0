package engine

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
)

// trace is what an outcome notes of the way to it. It is always noted where the outcome is kept for
// later lookups, and else when it is asked for.
type trace struct {
	wanted  bool
	origins []outcome.Origin
	reads   []outcome.Read
}

var traced = record{trace: trace{wanted: true}}

// from notes where a value was found.
func (inv *invocation) from(key string, node *data.Node) {
	if inv.out.trace.wanted {
		inv.out.trace.origin(outcome.Origin{Key: key, Node: node, Hops: inv.hops})
	}
}

func (t *trace) origin(o outcome.Origin) {
	if !slices.ContainsFunc(t.origins, func(known outcome.Origin) bool { return known.Node == o.Node && known.Key == o.Key }) {
		t.origins = append(t.origins, o)
	}
}

func (t *trace) read(r outcome.Read) {
	if t.wanted && !slices.ContainsFunc(t.reads, func(known outcome.Read) bool { return known.Name == r.Name }) {
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
