package engine

import "sync"

// cache keeps what was computed once. Unlike a sync.Map it does not allocate to look up a string.
type cache[K comparable, V any] struct {
	mu sync.RWMutex
	m  map[K]V
}

func (c *cache[K, V]) load(k K) (v V, ok bool) {
	c.mu.RLock()
	v, ok = c.m[k]
	c.mu.RUnlock()
	return v, ok
}

// store keeps v for k, unless another goroutine was faster: its value is then returned.
func (c *cache[K, V]) store(k K, v V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if kept, ok := c.m[k]; ok {
		return kept
	}
	if c.m == nil {
		c.m = map[K]V{}
	}
	c.m[k] = v
	return v
}
