// Package memo remembers results.
package memo

import "sync"

// Map holds a result for each key. The zero Map is empty and ready to use, also by several
// goroutines at a time. It must not be copied after first use.
type Map[K comparable, V any] struct{ results sync.Map }

// Of returns the result for a key, which is computed when it is first needed. If several goroutines
// compute it at the same time, all of them get the result of one.
func (m *Map[K, V]) Of(key K, compute func() V) V {
	known, ok := m.results.Load(key)
	if !ok {
		known, _ = m.results.LoadOrStore(key, compute())
	}
	return known.(V)
}
