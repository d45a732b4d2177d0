package types

import "slices"

// guard finds out that a check of types which contain themselves goes in circles. It watches two
// sides, the type that checks ("this") and the type or value that is checked ("that"), and calls
// it a circle only when both sides come around.
//
// Puppet's guard forgets which alias came around first: once one did, the side counts as circling
// until the outermost check of it ends. Mutually recursive aliases therefore refuse values that
// they should accept (type A = Variant[Integer, B], type B = Array[A] refuses [1]); verified with
// Puppet 7.23 and kept.
type guard struct {
	this, that           []any
	thisLoops, thatLoops bool
	steps                int
}

// maxSteps is how many comparisons of types that contain themselves are made. Where only one side contains itself, and comes back to itself
// without looking further into the other, Puppet compares until the stack overflows.
const maxSteps = 100_000

// step counts a comparison, and reports whether it may be made.
func (g *guard) step() bool {
	if g == nil {
		return true
	}
	g.steps++
	return g.steps <= maxSteps
}

// ensure gives the guard to hand on.
func (g *guard) ensure() *guard {
	if g == nil {
		return &guard{}
	}
	return g
}

func (g *guard) bothLoop() bool { return g.thisLoops && g.thatLoops }

// enterThis begins a check by x. Its result goes to leaveThis.
func (g *guard) enterThis(x any) (entered bool) {
	return enter(&g.this, &g.thisLoops, x)
}

func (g *guard) leaveThis(entered bool) { leave(&g.this, &g.thisLoops, entered) }

func (g *guard) enterThat(x any) (entered bool) {
	return enter(&g.that, &g.thatLoops, x)
}

func (g *guard) leaveThat(entered bool) { leave(&g.that, &g.thatLoops, entered) }

func enter(seen *[]any, loops *bool, x any) bool {
	if *loops {
		return false
	}
	if *loops = slices.Contains(*seen, x); *loops {
		return false
	}
	*seen = append(*seen, x)
	return true
}

func leave(seen *[]any, loops *bool, entered bool) {
	if entered {
		*loops = false
		*seen = (*seen)[:len(*seen)-1]
	}
}
