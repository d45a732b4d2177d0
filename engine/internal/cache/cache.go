// Package cache provides a concurrent cache for values that are computed once and used by many
// lookups.
package cache

import (
	"maps"
	"sync"
	"sync/atomic"
)

// Cache maps keys to values. Most values can be loaded without a lock, so that lookups in several
// goroutines do not wait for each other. Unlike sync.Map, looking up a string does not allocate
// memory. The zero Cache is empty and ready to use.
type Cache[K comparable, V any] struct {
	settled atomic.Pointer[map[K]V] // immutable

	mu     sync.Mutex
	fresh  map[K]V // the entries of settled and newer ones; nil if there are no newer ones
	misses int     // number of values found only in fresh
}

// Load returns the value for k.
func (c *Cache[K, V]) Load(k K) (v V, ok bool) {
	settled := c.settled.Load()
	if settled != nil {
		if v, ok = (*settled)[k]; ok {
			return v, true
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.settled.Load(); now != settled {
		if v, ok = (*now)[k]; ok {
			return v, true
		}
	}
	if v, ok = c.fresh[k]; ok {
		// The next Store will copy the map, so it becomes settled only after as many misses as it
		// has entries.
		if c.misses++; c.misses >= len(c.fresh) {
			settled := c.fresh
			c.settled.Store(&settled)
			c.fresh, c.misses = nil, 0
		}
	}
	return v, ok
}

// Store stores v for k and returns it. If a value for k is already stored, it returns that instead.
func (c *Cache[K, V]) Store(k K, v V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	settled := c.settled.Load()
	if settled != nil {
		if kept, ok := (*settled)[k]; ok {
			return kept
		}
	}
	if kept, ok := c.fresh[k]; ok {
		return kept
	}
	if c.fresh == nil {
		c.fresh = map[K]V{}
		if settled != nil {
			c.fresh = maps.Clone(*settled)
		}
	}
	c.fresh[k] = v
	return v
}
