// Package budget limits the cost of lookups. A few lines of data or code can create a value of any
// size, or an endless loop; Puppet continues until it runs out of memory. Everything is charged in
// advance, so that work beyond the limit is never started.
package budget

import (
	"errors"
	"sync/atomic"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
)

// limits are the limits of one lookup.
type limits struct {
	references int // references that are followed
	text       int // bytes of composed strings
	merged     int // values that merges visit
	work       int // evaluated expressions of the Puppet language, and values that they visit
}

// The largest lookups of real repositories follow a few hundred references, and their functions
// take a few thousand steps.
var (
	most = limits{references: 100_000, text: 64 << 20, merged: 10_000_000, work: 3_000_000}
	low  = limits{references: 200, text: 1 << 20, merged: manyMerged, work: 10_000}
	// explained are the limits of a lookup whose steps are all recorded.
	explained = limits{references: 10_000, text: 64 << 20, merged: 1_000_000, work: 3_000_000}
)

// Other limits of a lookup.
const (
	maxValues = 5_000_000 // values found by references
	// unsuspicious is the number of references up to which the size of their values is not counted.
	unsuspicious = 1000
	// manyMerged is the number of values that merges visit up to which they are not charged to the run.
	manyMerged = 200_000

	maxMemory = 128 << 20 // bytes of values created by code
	// MaxSize is the maximum size of a value created by code; see data.Value.Size.
	MaxSize = 32 << 20
	// MaxNesting is the maximum depth of arrays and hashes in a value. Ruby's stack overflows
	// earlier when it prints them.
	MaxNesting = 5000
	// MaxDepth is the maximum depth of nested function calls and blocks.
	MaxDepth = 200
)

// maxRun limits the lookups of a run together. The other constants are the cost of lookups; all are
// in units of work.
const (
	maxRun        = 9_000_000
	referenceCost = 10
	depthPerWork  = 8
	levelCallCost = 15
	textPerWork   = 16 // bytes
	valuesPerWork = 10
	mergedPerWork = 3
)

// The errors of code that exceeds the limits.
var (
	ErrWork   = errors.New("code that runs this long")
	ErrMemory = errors.New("code that creates values this large")
	// ErrNesting is the error of a value that is nested too deeply.
	ErrNesting = errors.New("code that nests values this deeply")
	// ErrRun is the error of a lookup that exceeds the limit of a lookup with a low limit.
	ErrRun = errors.New("code that runs this long for all keys together")
)

// Shared is a limit shared by several lookups. The zero value is ready to use. Once the limit is
// spent, results depend on the preceding lookups, so they are only reproducible in the same order.
// It is safe for concurrent use, but then results are not reproducible.
type Shared struct{ spent atomic.Int64 }

// IsSpent reports whether the limit is spent. Further lookups are then limited to what nearly all
// lookups cost.
func (r *Shared) IsSpent() bool { return r.spent.Load() >= maxRun }

// Lookup holds what one lookup has spent. The zero value has spent nothing and belongs to no run.
type Lookup struct {
	// Exceeded reports that the lookup was abandoned below the regular limits.
	Exceeded bool

	run       *Shared
	low       bool
	most      limits // if low
	explained bool

	references int
	depths     int // of all references
	values     int
	text       int
	merged     int
	work       int
	worked     int // excluding work whose results were cached
	memory     int
	calls      int // function calls that have started
	levelCalls int // function calls by levels
}

// Begin starts a lookup, as part of run unless that is nil. If isLow is set, or if run is
// spent, it is limited to what nearly all lookups cost, and to about maxCost units of work unless
// that is 0.
func (b *Lookup) Begin(run *Shared, isLow bool, maxCost int) {
	b.run = run
	b.low = isLow || run != nil && run.IsSpent()
	if b.low {
		b.most = low.within(maxCost)
	}
}

// within returns the limits of a lookup that may cost up to so many units of work for each of them.
func (l limits) within(maxCost int) limits {
	if maxCost > 0 && maxCost < maxRun {
		l.references = min(l.references, maxCost/referenceCost)
		l.text = min(l.text, maxCost*textPerWork)
		l.merged = min(l.merged, maxCost*mergedPerWork)
		l.work = min(l.work, maxCost)
	}
	return l
}

// End charges the run for the lookup.
func (b *Lookup) End() {
	if b.run != nil && !b.low {
		b.run.spent.Add(int64(b.cost(max(0, b.merged-manyMerged))))
	}
}

// Cost returns what the lookup has spent, in units of work.
func (b *Lookup) Cost() int { return b.cost(b.merged) }

func (b *Lookup) cost(merged int) int {
	return b.worked + b.levelCalls*levelCallCost + b.references*referenceCost + b.depths/depthPerWork + b.text/textPerWork + b.values/valuesPerWork + merged/mergedPerWork
}

// Explain sets the limits of a lookup whose steps are all recorded.
func (b *Lookup) Explain() { b.explained = true }

func (b *Lookup) limits() *limits {
	switch {
	case b.low:
		return &b.most
	case b.explained:
		return &explained
	}
	return &most
}

// over returns the error of a lookup that has exceeded a limit.
func (b *Lookup) over(what string, limit int) *outcome.Error {
	if b.low {
		b.Exceeded = true
		return outcome.Errorf("all lookups together take too long, so hieralint does not follow this one").WithCause(outcome.TooMuch)
	}
	return outcome.Errorf("the lookup "+what+", which hieralint does not follow", limit).WithCause(outcome.TooMuch)
}

// Reference charges for following a reference. depth is the number of references that led to it, with
// whose keys its own is compared.
func (b *Lookup) Reference(depth int) *outcome.Error {
	b.depths += depth
	if b.references++; b.references > b.limits().references {
		return b.over("causes more than %d other lookups", b.limits().references)
	}
	return nil
}

// Value charges for a value found by a reference.
func (b *Lookup) Value(v *data.Value) *outcome.Error {
	if b.references > unsuspicious {
		if b.values += countUpTo(v, maxValues); b.values > maxValues {
			return b.over("creates more than %d values", maxValues)
		}
	}
	return nil
}

// Text charges for a composed string.
func (b *Lookup) Text(bytes int) *outcome.Error {
	if b.text += bytes; b.text > b.limits().text {
		return b.over("creates more than %d MB of strings", most.text>>20)
	}
	return nil
}

// Merge charges for values that a merge is about to visit.
func (b *Lookup) Merge(values int) error {
	if limit := b.limits().merged; values > limit-b.merged {
		b.merged = limit
		return b.over("merges more than %d values", limit)
	}
	b.merged += values
	return nil
}

// Work charges code for what it is about to do: expressions to evaluate, or values to visit.
func (b *Lookup) Work(n int) error {
	if limit := b.limits().work; n > limit-b.work {
		b.work = limit
		if b.low {
			b.Exceeded = true
			return ErrRun
		}
		return ErrWork
	}
	b.work += n
	return nil
}

// LevelCall charges for a function call by a level of a hierarchy, without the work of the function.
func (b *Lookup) LevelCall() *outcome.Error {
	if b.levelCalls++; b.levelCalls > b.limits().work/levelCallCost {
		return b.over("calls functions more than %d times", b.limits().work/levelCallCost)
	}
	return nil
}

// Search charges for matching regular expressions against a value that a lookup found.
func (b *Lookup) Search(cost int) *outcome.Error {
	if err := b.Work(cost); err != nil {
		return b.over("takes more than %d steps", most.work)
	}
	if b.calls == 0 {
		b.worked += cost
	}
	return nil
}

// Memory charges code for the bytes of a value that it is about to create.
func (b *Lookup) Memory(bytes int) error {
	if bytes > maxMemory-b.memory {
		return ErrMemory
	}
	b.memory += bytes
	return nil
}

// Call is a function call, in terms of what the lookup has spent.
type Call struct {
	lookup *Lookup
	before int
}

// Call starts a function call.
func (b *Lookup) Call() Call {
	b.calls++
	return Call{b, b.work}
}

// IsWhole reports whether the call had the whole budget of a lookup, so that its result is the same
// in any other lookup.
func (c Call) IsWhole() bool { return c.before == 0 && !c.lookup.low }

// End ends the call and returns its work.
func (c Call) End() int {
	work := c.lookup.work - c.before
	if c.lookup.calls--; c.lookup.calls == 0 {
		c.lookup.worked += work
	}
	return work
}

// countUpTo returns the number of values in v, or a number above limit.
func countUpTo(v *data.Value, limit int) int {
	n := 1
	for _, item := range v.Items() {
		if n > limit {
			return n
		}
		n += countUpTo(item, limit-n)
	}
	for _, e := range v.Entries() {
		if n > limit {
			return n
		}
		n += countUpTo(e.Value, limit-n)
	}
	return n
}
