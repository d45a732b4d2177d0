// Package merge combines the values that one key has in several places: the strategies first,
// unique, hash and deep, those that Puppet keeps to itself (default, unconstrained_deep,
// reverse_deep), and the three stages at which a lookup applies them.
//
// It works on values only. Where the values come from (layers, levels, locations), and which
// strategy a key asks for, is the business of package engine.
package merge

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
)

// Variant fetches one of the values that a fold combines; found is false where the key is not.
type Variant func(i int) (value *data.Value, found bool, err error)

// Fold applies the strategy to n variants, the most important first. A lookup folds at three
// nested stages: the layers, the levels of a hierarchy, the locations of a level.
//
// With a strategy that only wants the first value, later variants are not fetched. A single
// variant is not merged, which is why a sole value may have a type that the strategy refuses.
func (s *Strategy) Fold(n int, variant Variant) (result *data.Value, found bool, err error) {
	return s.FoldObjects(n, variant, nil)
}

// FoldObjects is Fold that writes into objects what DeepMerge writes into the values that it merges.
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
	for i := range n {
		v, ok, err := variant(i)
		switch {
		case err != nil:
			return nil, false, err
		case !ok:
		case !found:
			result, found = s.Convert(v), true
		default:
			if result, err = s.merge(objects.Current(result), objects.Current(v), objects); err != nil {
				return nil, false, err
			}
		}
	}
	return result, found, nil
}

// Single is what the strategy makes of the value of a stage that has only one variant: unique
// drops the duplicates of a list, but does not flatten it and leaves everything else alone.
func (s *Strategy) Single(v *data.Value) *data.Value {
	if s.kind != unique || v.Kind() != data.Array {
		return v
	}
	return union(v, nil)
}

// Convert is what the first value found becomes before others are merged into it: for unique a
// flat list.
func (s *Strategy) Convert(v *data.Value) *data.Value {
	if s.kind != unique {
		return v
	}
	return flatList(v)
}

// Merge puts lower, which is less important, under higher.
func (s *Strategy) Merge(higher, lower *data.Value) (*data.Value, error) {
	return s.merge(higher, lower, nil)
}

func (s *Strategy) merge(higher, lower *data.Value, objects *Objects) (*data.Value, error) {
	switch s.kind {
	case unique:
		if err := s.check(higher, lower, isScalarOrData); err != nil {
			return nil, err
		}
		return union(flatList(higher), flatList(lower).Items()), nil
	case hash:
		if err := s.check(higher, lower, isDataHash); err != nil {
			return nil, err
		}
		return mergeHashes(higher, lower), nil
	case deep:
		return s.deep.merge(higher, lower, objects)
	case reverseDeep:
		return s.deep.merge(lower, higher, objects)
	default:
		return higher, nil
	}
}

// mergeHashes has the entries of lower in their order, with the values of higher where both have
// the key, and then those that only higher has.
func mergeHashes(higher, lower *data.Value) *data.Value {
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

// flatList is v as a list without nested lists.
func flatList(v *data.Value) *data.Value {
	if v.Kind() != data.Array {
		return data.NewArray([]*data.Value{v})
	}
	if slices.ContainsFunc(v.Items(), func(item *data.Value) bool { return item.Kind() == data.Array }) {
		return data.NewArray(appendFlat(nil, v))
	}
	return v
}

func appendFlat(items []*data.Value, v *data.Value) []*data.Value {
	for _, item := range v.Items() {
		if item.Kind() == data.Array {
			items = appendFlat(items, item)
		} else {
			items = append(items, item)
		}
	}
	return items
}

// union is the ordered union of the items of list and more, as Ruby's Array#|.
func union(list *data.Value, more []*data.Value) *data.Value {
	items := list.Items()
	set := newValueSet(len(items) + len(more))
	result := make([]*data.Value, 0, len(items)+len(more))
	for _, some := range [...][]*data.Value{items, more} {
		for _, item := range some {
			if set.add(item) {
				result = append(result, item)
			}
		}
	}
	return data.NewArray(result)
}
