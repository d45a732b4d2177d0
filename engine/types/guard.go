package types

import "slices"

// guard detects cycles in checks of types that contain themselves. It watches two sides, the
// checking type ("this") and the checked type or value ("that"), and reports a cycle only if both
// sides recur.
//
// Puppet's guard forgets which alias recurred first: once one has, the side counts as recurring
// until its outermost check ends. Mutually recursive aliases therefore reject values that they
// should accept (type A = Variant[Integer, B], type B = Array[A] rejects [1]); verified with Puppet
// 7.23.
type guard struct {
	this, that           []any
	thisLoops, thatLoops bool
	steps                int
}

// maxSteps is the maximum number of comparisons of types that contain themselves. If only one side
// contains itself, and recurs without advancing in the other, Puppet compares until the stack
// overflows.
const maxSteps = 100_000

// step counts a comparison, and reports whether it is allowed.
func (g *guard) step() bool {
	if g == nil {
		return true
	}
	g.steps++
	return g.steps <= maxSteps
}

// ensure returns the guard to pass on.
func (g *guard) ensure() *guard {
	if g == nil {
		return &guard{}
	}
	return g
}

func (g *guard) bothLoop() bool { return g.thisLoops && g.thatLoops }

// enterThis starts a check by x. Its result is passed to leaveThis.
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
