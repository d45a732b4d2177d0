package facts

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lists"
)

// compactor copies values without the places where they were read, so that their files can be freed, and shares equal
// strings and numbers, since nodes have most names and many values in common.
type compactor struct {
	strings     map[string]*data.Value
	integers    map[int64]*data.Value
	collections map[*data.Value]*data.Value // of the current node: aliases may refer to them exponentially often
}

func newCompactor() *compactor {
	return &compactor{strings: map[string]*data.Value{}, integers: map[int64]*data.Value{}}
}

// compactNode compacts all variables of a node.
func (c *compactor) compactNode(n *Node) {
	c.collections = map[*data.Value]*data.Value{}
	for _, variables := range []**data.Value{&n.Facts, &n.Trusted, &n.Vars} {
		if *variables != nil {
			*variables = c.compact(*variables)
		}
	}
	c.collections = nil
}

// maxShared is the maximum length of shared strings. Most longer ones, such as keys, exist once.
const maxShared = 64

func (c *compactor) compact(v *data.Value) *data.Value {
	switch v.Kind() {
	case data.Hash, data.Array:
		return lists.GetOrPut(c.collections, v, func() *data.Value { return v.Map(c.compact) })
	case data.Undef:
		return data.NewUndef()
	case data.Boolean:
		return data.NewBoolean(v.Bool())
	case data.String:
		if len(v.Text()) <= maxShared && !v.IsBinary() {
			return shared(c.strings, v.Text(), v)
		}
	case data.Integer:
		if i, ok := v.Int(); ok {
			return shared(c.integers, i, v)
		}
	}
	return v.WithNode(nil)
}

// shared returns the value that is shared under a key; it is v without its place for a new key.
func shared[K comparable](all map[K]*data.Value, key K, v *data.Value) *data.Value {
	return lists.GetOrPut(all, key, func() *data.Value { return v.WithNode(nil) })
}
