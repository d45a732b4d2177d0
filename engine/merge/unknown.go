package merge

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lists"
)

// Below returns what remains certain of v after a merge with an unknown value of higher priority,
// assuming that the strategy can merge the two. Parts that may be overridden are replaced by
// unknown.
func (s *Strategy) Below(v, unknown *data.Value) *data.Value {
	switch s.kind {
	case hash:
		return replaceValues(v, unknown, func(*data.Value) *data.Value { return unknown })
	case deep:
		return s.deep.below(v, unknown)
	}
	return v
}

// Above returns what remains certain of v after a merge with an unknown value of lower priority.
func (s *Strategy) Above(v, unknown *data.Value) *data.Value {
	if s.kind == reverseDeep {
		return s.deep.below(v, unknown)
	}
	return v
}

// below keeps the keys of hashes and the elements of arrays, unless they may be knocked out.
func (d *deepMerge) below(v, unknown *data.Value) *data.Value {
	switch {
	case v.Kind() == data.Hash:
		return replaceValues(v, unknown, func(value *data.Value) *data.Value { return d.below(value, unknown) })
	case v.Kind() != data.Array || d.knockout != nil || d.overwrite || d.unpackArrays:
		return unknown
	case d.mergeHashArrays && allHashes(v):
		items := lists.Map(v.Items(), func(item *data.Value) *data.Value { return d.below(item, unknown) })
		return data.NewArray(items).WithNode(v.Node())
	}
	return v
}

func replaceValues(v, unknown *data.Value, value func(*data.Value) *data.Value) *data.Value {
	if v.Kind() != data.Hash {
		return unknown
	}
	entries := lists.Map(v.Entries(), func(e data.Entry) data.Entry { return data.Entry{Key: e.Key, Value: value(e.Value)} })
	return data.NewHash(entries).WithNode(v.Node())
}
