// Package merge combines the values of one key: the strategies first, unique, hash, and deep,
// Puppet's internal strategies (default, unconstrained_deep, reverse_deep), and the three stages at
// which a lookup applies them.
//
// It works on values only. Package engine determines which values are merged and with which
// strategy.
package merge

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lists"
)

// Variant returns one of the values that Fold combines; found is false if the key is missing there.
type Variant func(i int) (value *data.Value, found bool, err error)

// Fold applies the strategy to n variants, highest priority first. A lookup folds at three nested
// stages: layers, levels of a hierarchy, and locations of a level.
//
// If the strategy uses only the first value, later variants are not requested. A single value is
// not merged, so it may have a type that the strategy would reject.
func (s *Strategy) Fold(n int, variant Variant) (result *data.Value, found bool, err error) {
	return s.FoldObjects(n, variant, nil)
}

// FoldObjects is like Fold, and records in objects what DeepMerge writes into the values that it
// merges.
func (s *Strategy) FoldObjects(n int, variant Variant, objects *Objects) (result *data.Value, found bool, err error) {
	switch {
	case s.kind == first:
		for i := range n {
			if v, ok, err := variant(i); err != nil || ok {
				return v, ok, err
			}
		}
		return nil, false, nil
	case n == 1:
		v, ok, err := variant(0)
		if err != nil || !ok {
			return nil, false, err
		}
		return s.Single(v), true, nil
	}
	f := folding{strategy: s, objects: objects}
	for i := range n {
		v, ok, err := variant(i)
		if err == nil && ok {
			err = f.add(v)
		}
		if err != nil {
			return nil, false, err
		}
	}
	return f.result(), f.found, nil
}

// folding is a merge of several values, each into the result of those before.
type folding struct {
	strategy *Strategy
	objects  *Objects
	found    bool
	value    *data.Value // the result
	// While objects records nothing, the result is instead object if the strategy is deep and, if it is unique or hash
	// and there are several values, that of merging all of them at once.
	object  *object
	several []*data.Value
}

// result returns the result so far.
func (f *folding) result() *data.Value {
	switch {
	case f.object != nil:
		return f.objects.current(f.object)
	case f.several != nil:
		return f.strategy.mergeAll(f.several)
	}
	return f.value
}

// add merges the next value.
func (f *folding) add(v *data.Value) (err error) {
	switch {
	case !f.found:
		if f.strategy.kind == unique {
			v = flatList(v) // even before others are merged into it
		}
		f.value, f.found = v, true
	case f.objects.records():
		higher := f.result()
		f.object, f.several = nil, nil
		f.value, err = f.strategy.merge(f.objects.Current(higher), f.objects.Current(v), f.objects)
	case f.strategy.kind == deep, f.strategy.kind == reverseDeep:
		if f.object == nil {
			f.object = &object{value: f.value}
		}
		f.object, err = f.strategy.mergeObjects(f.object, &object{value: v}, f.objects)
	case f.several == nil:
		f.several = []*data.Value{f.value, v}
		err = f.strategy.prepare(f.value, v, f.objects)
	default:
		f.several = append(f.several, v)
		err = f.strategy.prepare(f.strategy.nothing(), v, f.objects) // what was merged so far fits
	}
	return err
}

// Single returns the result of a stage with only one variant. The strategy unique removes
// duplicates from an array, but does not flatten it, and leaves other values unchanged.
func (s *Strategy) Single(v *data.Value) *data.Value {
	if s.kind != unique || v.Kind() != data.Array {
		return v
	}
	return union(v.Items())
}

// Merge merges lower, the lower-priority value, into higher.
func (s *Strategy) Merge(higher, lower *data.Value) (*data.Value, error) {
	return s.merge(higher, lower, nil)
}

func (s *Strategy) merge(higher, lower *data.Value, objects *Objects) (*data.Value, error) {
	switch s.kind {
	case unique, hash:
		if err := s.prepare(higher, lower, objects); err != nil {
			return nil, err
		}
		return s.mergeAll([]*data.Value{higher, lower}), nil
	case deep, reverseDeep:
		objects.begin()
		merged, err := s.mergeObjects(objects.object(higher), objects.object(lower), objects)
		if err != nil {
			return nil, err
		}
		return objects.current(merged), nil
	}
	return higher, nil
}

// mergeObjects is merge for the deep strategies.
func (s *Strategy) mergeObjects(higher, lower *object, objects *Objects) (*object, error) {
	if s.kind == reverseDeep {
		higher, lower = lower, higher
	}
	return s.deep.merge(higher, lower, objects)
}

// prepare charges for a merge with the strategy unique or hash, and checks that the values fit.
func (s *Strategy) prepare(higher, lower *data.Value, objects *Objects) error {
	if err := objects.charge(higher.Len() + lower.Len()); err != nil {
		return err
	}
	return s.check(higher, lower)
}

// nothing returns a value that adds nothing to a merge of the strategy unique or hash.
func (s *Strategy) nothing() *data.Value {
	if s.kind == hash {
		return data.NewHash(nil)
	}
	return data.NewArray(nil)
}

// mergeAll merges values with the strategy unique or hash, in order of their priorities.
func (s *Strategy) mergeAll(values []*data.Value) *data.Value {
	if s.kind == hash {
		return mergeHashes(values)
	}
	return union(lists.FlatMap(values, func(v *data.Value) []*data.Value { return flatList(v).Items() }))
}

// mergeHashes returns the entries of the last hash in their order, followed by those that only earlier ones have. Each
// value is that of the first hash with the key.
func mergeHashes(hashes []*data.Value) *data.Value {
	if len(hashes) == 2 {
		return mergePair(hashes[0], hashes[1])
	}
	var merged parts
	for _, hash := range slices.Backward(hashes) {
		for i, e := range hash.Entries() {
			if at, known := merged.find(e.Key, i); known {
				merged.entries[at].item = &object{value: e.Value}
			} else {
				merged.add(e.Key, &object{value: e.Value})
			}
		}
		merged.reindex()
	}
	return merged.value(data.Hash)
}

// mergePair is mergeHashes for two hashes, the usual number.
func mergePair(higher, lower *data.Value) *data.Value {
	entries := make([]data.Entry, 0, lower.Len()+higher.Len())
	for _, e := range lower.Entries() {
		if v, ok := higher.GetKey(e.Key); ok {
			e.Value = v
		}
		entries = append(entries, e)
	}
	for _, e := range higher.Entries() {
		if _, ok := lower.GetKey(e.Key); !ok {
			entries = append(entries, e)
		}
	}
	return data.NewHash(entries)
}

// flatList converts v to an array without nested arrays.
func flatList(v *data.Value) *data.Value {
	if v.Kind() != data.Array {
		return data.NewArray([]*data.Value{v})
	}
	if slices.ContainsFunc(v.Items(), func(item *data.Value) bool { return item.Kind() == data.Array }) {
		return data.NewArray(data.Flatten(v.Items()))
	}
	return v
}

// union returns an array of the different items in their order, like Ruby's Array#|.
func union(items []*data.Value) *data.Value {
	var different data.Index
	for _, item := range items {
		different.Add(item)
	}
	return data.NewArray(different.Values())
}

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
