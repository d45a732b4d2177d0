package nodes

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/outcome"
)

// The cost of lookups depends on the tree. First, each key is looked up with a small budget, which
// limits the total and is sufficient for nearly all keys. The others are then looked up with the
// whole budget of a lookup, until the budget of the run is spent. This is done one key after the
// other, in the order of their names, so that the result is deterministic.

// isExpensive reports whether a lookup of the key was abandoned.
func (k *Key) isExpensive() bool {
	return slices.ContainsFunc(k.Cases, func(c *Case) bool { return c.Result.Exceeded })
}

// isUnsettled reports whether a lookup of the key was abandoned and is to be repeated.
func (k *Key) isUnsettled() bool {
	return slices.ContainsFunc(k.Cases, func(c *Case) bool { return c.Result.Exceeded && !c.settled })
}

// settle repeats the lookups that were abandoned. It is called for one key at a time.
func (k *Key) settle(ctx context.Context) {
	for _, c := range k.Cases {
		if !c.Result.Exceeded || c.settled || ctx.Err() != nil {
			continue
		}
		c.settled = true
		if k.Fleet.limits.run.IsSpent() {
			continue // it would be abandoned again
		}
		n := c.Node
		isForgotten := n.Scope == nil
		if isForgotten {
			n.prepare()
		}
		k.find(ctx, c, n, engine.LookupOptions{Budget: &k.Fleet.limits.run})
		if isForgotten {
			n.forget()
		}
	}
}

// The reasons why a key is not looked up on some nodes.
const (
	tooManyReferences = "the key refers to too many others, and hieralint does not follow them"
	tooManyNodes      = "the value may be different on each of too many nodes, and hieralint does not evaluate it on all of them"
)

// giveUp returns a case of the key for a node on which it is not looked up.
func (k *Key) giveUp(n *Node, why string) *Case {
	err := outcome.Errorf("%s", why).WithCause(outcome.TooMuch)
	c := &Case{Node: n, Result: &engine.Result{Exceeded: true}, Err: err, settled: true}
	c.Count++
	c.hold(n)
	k.Cases = append(k.Cases, c)
	return c
}

// expensiveKeys holds keys of an environment whose lookups were abandoned. It is safe for concurrent use.
type expensiveKeys struct {
	mu  sync.Mutex
	all []*Key
}

func (e *expensiveKeys) add(k *Key) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.all = append(e.all, k)
}

// settle repeats their lookups in order.
func (e *expensiveKeys) settle(ctx context.Context, observe func(k *Key)) error {
	slices.SortFunc(e.all, func(a, b *Key) int { return cmp.Compare(a.Name, b.Name) })
	for i, k := range e.all {
		e.all[i] = nil // its cases may need much memory
		if !k.Fleet.guard("the key "+k.Name, func() { k.settle(ctx) }) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		observe(k)
	}
	return nil
}
