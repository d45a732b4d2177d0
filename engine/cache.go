package engine

import (
	"maps"
	"sync"
	"sync/atomic"
)

// cache keeps what was computed once. What is in it for a while is found without a lock, so that lookups in
// several goroutines do not wait for each other; and unlike a sync.Map it does not allocate to look up a
// string.
type cache[K comparable, V any] struct {
	settled atomic.Pointer[map[K]V] // never written to

	mu     sync.Mutex
	fresh  map[K]V // all that is settled and more; nil when there is no more
	misses int     // how often something was found in fresh only
}

func (c *cache[K, V]) load(k K) (v V, ok bool) {
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
		// As many misses as a copy has entries pay for the copy that the next store makes.
		if c.misses++; c.misses >= len(c.fresh) {
			settled := c.fresh
			c.settled.Store(&settled)
			c.fresh, c.misses = nil, 0
		}
	}
	return v, ok
}

// store keeps v for k, unless another goroutine was faster: its value is then returned.
func (c *cache[K, V]) store(k K, v V) V {
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
