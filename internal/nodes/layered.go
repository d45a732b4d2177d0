package nodes

import (
	"iter"
	"maps"
)

// layered is a map that shares most of its entries with that of the edit before: those of below, which nobody changes any more, unless own has
// another one. There a nil stands for none.
type layered[K comparable, V any] struct{ below, own map[K]*V }

func newLayered[K comparable, V any](size int) layered[K, V] {
	return layered[K, V]{own: make(map[K]*V, size)}
}

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

// all are the entries. None may be added meanwhile.
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

// len is about how many entries there are.
func (l *layered[K, V]) len() int { return len(l.below) + len(l.own) }

// largeLayer is the part of a map that is copied rather than looked through after each edit.
const largeLayer = 16

// next is the same map for an edit: what is changed there is not changed here.
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
