package index

import (
	"iter"
	"maps"
)

// layered is a map that shares most of its entries with the map before the last edit. An entry of own
// replaces that of below, which is immutable; a nil value removes it.
type layered[K comparable, V any] struct{ below, own map[K]*V }

// at returns the value of a key, or nil.
func (l *layered[K, V]) at(k K) *V {
	if v, ok := l.own[k]; ok {
		return v
	}
	return l.below[k]
}

func (l *layered[K, V]) set(k K, v *V) { l.own[k] = v }

func (l *layered[K, V]) remove(k K) {
	if l.below[k] != nil {
		l.own[k] = nil
	} else {
		delete(l.own, k)
	}
}

// all iterates over the entries. None may be set during the iteration.
func (l *layered[K, V]) all() iter.Seq2[K, *V] {
	return func(yield func(K, *V) bool) {
		for k, v := range l.own {
			if v != nil && !yield(k, v) {
				return
			}
		}
		for k, v := range l.below {
			if _, other := l.own[k]; !other && !yield(k, v) {
				return
			}
		}
	}
}

// len returns an upper bound of the number of entries.
func (l *layered[K, V]) len() int { return len(l.below) + len(l.own) }

// largeLayer is the ratio of sizes up to which next keeps below as it is: len(below)/len(own).
const largeLayer = 16

// next returns a copy for the next edit. Changes of the copy do not affect the original.
func (l *layered[K, V]) next() layered[K, V] {
	switch {
	case l.below == nil:
		return layered[K, V]{below: l.own, own: map[K]*V{}}
	case len(l.own) <= len(l.below)/largeLayer:
		return layered[K, V]{below: l.below, own: maps.Clone(l.own)}
	}
	whole := make(map[K]*V, len(l.below))
	for k, v := range l.all() {
		whole[k] = v
	}
	return layered[K, V]{below: whole, own: map[K]*V{}}
}
