package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// Sizes of the heap. Below roomy, a run collects no garbage; from frugal on, it collects it more often; and beyond
// scarce, the heap grows only if nearly everything is in use.
const (
	leastHeap = 4 << 20 // the Go runtime collects no garbage below, if at 100 %
	roomy     = 192 << 20
	frugal    = 700 << 20
	scarce    = 850 << 20
)

// tuneMemory trades memory for time: since a run is short and keeps what it reads, garbage is collected less often.
// Large heaps are kept small instead.
func tuneMemory() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return // the environment determines it
	}
	debug.SetGCPercent(200)
	debug.SetMemoryLimit(frugal)
	leaveRoom()
}

// setGCPercent sets how often garbage is collected, unless the environment determines it.
func setGCPercent(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// expectMuch prepares the process for a run that reads a whole tree: the first collection takes place when the heap has
// become large, and new memory is cheap until then. It does nothing in later runs, whose memory is not new.
var expectMuch = sync.OnceFunc(func() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	preferHugePages(roomy * 3 / 2)
	runtime.GC() // to get that memory back
	debug.SetGCPercent(100 * roomy / leastHeap)
	atCollection(func() { debug.SetGCPercent(200) })
})

// atCollection calls f after the next garbage collection.
func atCollection(f func()) {
	type sentinel struct{ _ *byte }
	runtime.SetFinalizer(&sentinel{}, func(*sentinel) { f() })
}

// leaveRoom sets the memory limit after each collection: to one and a half times what is in use, and to less if memory
// is scarce. At a fixed limit, the program would do little but collect garbage.
func leaveRoom() {
	limit := int64(frugal)
	var adapt func()
	adapt = func() {
		live := live()
		if want := max(frugal, min(live*3/2, max(scarce, live*5/4))); want != limit {
			limit = want
			debug.SetMemoryLimit(limit)
		}
		atCollection(adapt)
	}
	atCollection(adapt)
}

// live returns the size of what was in use at the last collection.
func live() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
