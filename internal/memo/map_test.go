package memo

import (
	"fmt"
	"sync"
	"testing"
)

func TestMap(t *testing.T) {
	t.Parallel()
	var c Map[string, int]
	if _, ok := c.Load("a"); ok {
		t.Error("empty map: found a value")
	}
	if got := c.Store("a", 1); got != 1 {
		t.Errorf("Store() = %d, want 1", got)
	}
	if got := c.Store("a", 2); got != 1 {
		t.Errorf("second Store() = %d, want 1", got)
	}
	for range 3 {
		if got, ok := c.Load("a"); got != 1 || !ok {
			t.Errorf("Load() = %d, %v; want 1, true", got, ok)
		}
	}
	c.Store("b", 3)
	if a, _ := c.Load("a"); a != 1 {
		t.Errorf("a = %d after storing b, want 1", a)
	}
	if b, _ := c.Load("b"); b != 3 {
		t.Errorf("b = %d, want 3", b)
	}
}

// TestMapConcurrently checks that all goroutines see the same value of each key.
func TestMapConcurrently(t *testing.T) {
	t.Parallel()
	var c Map[string, *int]
	const keys, goroutines = 50, 8
	seen := [goroutines][keys]*int{}
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for round := range 4 {
				for i := range keys {
					name := fmt.Sprint(i)
					v, ok := c.Load(name)
					if !ok {
						v = c.Store(name, new(int))
					}
					if round > 0 && v != seen[g][i] {
						t.Errorf("value of %s changed", name)
					}
					seen[g][i] = v
				}
			}
		}()
	}
	wg.Wait()
	for i := range keys {
		for g := range goroutines {
			if seen[g][i] != seen[0][i] {
				t.Fatalf("key %d: goroutines see different values", i)
			}
		}
	}
}
