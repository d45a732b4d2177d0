// Package memo remembers results.
package memo

import "sync"

// Map holds a result for each key. The zero Map is empty and ready to use, also by several
// goroutines at a time. It must not be copied after first use.
type Map[K comparable, V any] struct{ results sync.Map }

// Of returns the result for a key, which is computed when it is first needed. If several goroutines
// compute it at the same time, all of them get the result of one.
func (m *Map[K, V]) Of(key K, compute func() V) V {
	if known, ok := m.Load(key); ok {
		return known
	}
	return m.Store(key, compute())
}

// Load returns the result for a key, if it is known.
func (m *Map[K, V]) Load(key K) (result V, ok bool) {
	known, ok := m.results.Load(key)
	if ok {
		result = known.(V)
	}
	return result, ok
}

// Clear removes all results.
func (m *Map[K, V]) Clear() { m.results.Clear() }

// Store stores the result for a key, and returns it. If there already is one, it returns that instead.
func (m *Map[K, V]) Store(key K, result V) V {
	known, _ := m.results.LoadOrStore(key, result)
	return known.(V)
}
