package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// frugal is the size of the heap from which garbage is collected more often, and scarce the size beyond which it grows
// only if nearly everything is in use.
const (
	frugal = 700 << 20
	scarce = 850 << 20
)

// tuneMemory trades memory for time: since a run is short and keeps what it reads, garbage is
// collected less often. Memory that is used for the first time takes time, too, so that a run with
// a higher percentage is slower again (himlar, Wikimedia). Large heaps are kept small instead.
func tuneMemory() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return // the environment determines it
	}
	debug.SetGCPercent(200)
	debug.SetMemoryLimit(frugal)
	afterCollection(leaveRoom())
}

// setGCPercent sets how often garbage is collected, unless the environment determines it.
func setGCPercent(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// afterCollection calls f after each garbage collection.
func afterCollection(f func()) {
	type sentinel struct{ _ *byte }
	var again func(*sentinel)
	again = func(*sentinel) {
		f()
		runtime.SetFinalizer(&sentinel{}, again)
	}
	again(nil)
}

// leaveRoom returns a function that sets the memory limit to one and a half times what is in use, and to less if
// memory is scarce. At a fixed limit, the program would do little but collect garbage.
func leaveRoom() func() {
	inUse := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	limit := int64(frugal)
	return func() {
		metrics.Read(inUse)
		live := int64(inUse[0].Value.Uint64())
		if want := max(frugal, min(live*3/2, max(scarce, live*5/4))); want != limit {
			limit = want
			debug.SetMemoryLimit(limit)
		}
	}
}
