package types

import (
	"slices"

	"github.com/hieralint/hieralint/internal/lists"
)

// guard detects cycles in checks of types that contain themselves. It watches two sides, the
// checking type ("this") and the checked type or value ("that"), and reports a cycle only if both
// sides recur.
//
// Puppet's guard forgets which alias recurred first: once one has, the side counts as recurring
// until its outermost check ends. Mutually recursive aliases therefore reject values that they
// should accept (type A = Variant[Integer, B], type B = Array[A] rejects [1]); verified with Puppet
// 7.23.
type guard struct {
	this, that           within
	thisLoops, thatLoops bool
	steps                int
	instanceSteps        int  // the limit of steps in checks of a value; 0 if none has started
	left                 *int // the number of steps of all checks of a description together; nil if it is not limited

	// results are those of aliases that do not contain themselves, for checks that are not in one
	// that does. A guard that is only for these detects no cycles.
	results     results
	resultsOnly bool
}

// results are results of checks by the type that checks and the type or value that is checked. A
// type that refers to another twice, which does the same, and so on, would otherwise be checked
// exponentially often.
type results map[[2]any]answer

// manyVisits is the number of visits of a value, as Visits counts them, from which results of checks of values are
// remembered.
const manyVisits = 100

// remembered returns the result of a check by this of that, a type or value, and performs it if it is
// new. The alias is one of them or that of one, and does not contain itself.
func (g *guard) remembered(alias *aliasType, this, that any, check func(g *guard) answer) answer {
	switch {
	case !alias.refers, g != nil && !g.resultsOnly: // the result depends on the checks around this one
		return check(g)
	case g == nil:
		g = &guard{results: results{}, resultsOnly: true}
	}
	key := [2]any{this, that}
	return lists.GetOrPut(g.results, key, func() answer { return check(g) })
}

// fresh returns the guard for a check that does not continue the cycles around it.
func (g *guard) fresh() *guard {
	if g == nil || g.resultsOnly {
		return g
	}
	return nil
}

// maxSteps is the maximum number of comparisons of types that contain themselves. If only one side
// contains itself, and recurs without advancing in the other, Puppet compares until the stack
// overflows.
const maxSteps = 100_000

// maxDescriptionSteps is the maximum number of comparisons, of types that contain themselves, with
// which a value is described.
const maxDescriptionSteps = 20 * maxSteps

// step counts a comparison, and reports whether it is allowed.
func (g *guard) step() bool {
	return g == nil || g.resultsOnly || g.stepWithin(maxSteps)
}

func (g *guard) stepWithin(limit int) bool {
	g.steps++
	if g.left != nil {
		*g.left--
	}
	return g.steps <= limit && (g.left == nil || *g.left >= 0)
}

// ensure returns the guard to pass on.
func (g *guard) ensure() *guard {
	switch {
	case g == nil:
		return &guard{}
	case g.resultsOnly:
		return &guard{left: g.left}
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

// within are the checks, by what is checked, that have started and not ended.
type within struct {
	order []any
	known map[any]bool // the same, if they are many
}

// many is the number of checks from which they are found in a map.
const many = 32

func (w *within) has(x any) bool {
	if w.known != nil {
		return w.known[x]
	}
	return slices.Contains(w.order, x)
}

func (w *within) push(x any) {
	if w.order = append(w.order, x); w.known != nil {
		w.known[x] = true
	} else if len(w.order) >= many {
		w.known = lists.Set(w.order)
	}
}

func (w *within) pop() {
	last := len(w.order) - 1
	delete(w.known, w.order[last])
	w.order = w.order[:last]
}

func enter(seen *within, loops *bool, x any) bool {
	if *loops {
		return false
	}
	if *loops = seen.has(x); *loops {
		return false
	}
	seen.push(x)
	return true
}

func leave(seen *within, loops *bool, entered bool) {
	if entered {
		*loops = false
		seen.pop()
	}
}
