// Package cache keeps what was computed once and serves many lookups.
package cache

import (
	"maps"
	"sync"
	"sync/atomic"
)

// Cache keeps values by key. A value that has been in it for a while is found without a lock, so that
// lookups in several goroutines do not wait for each other; and unlike a sync.Map it does not allocate to
// look up a string. The zero Cache is empty and ready to use.
type Cache[K comparable, V any] struct {
	settled atomic.Pointer[map[K]V] // never written to

	mu     sync.Mutex
	fresh  map[K]V // all that is settled and more; nil when there is no more
	misses int     // how often something was found in fresh only
}

// Load is the value of k.
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
		// As many misses as a copy has entries pay for the copy that the next Store makes.
		if c.misses++; c.misses >= len(c.fresh) {
			settled := c.fresh
			c.settled.Store(&settled)
			c.fresh, c.misses = nil, 0
		}
	}
	return v, ok
}

// Store keeps v for k and returns it. Where another goroutine was faster, its value stays and is returned.
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
