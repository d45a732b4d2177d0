// Package budget bounds what lookups may cost. A few lines of data or code make a value of any size, or a loop without
// end; Puppet goes on until there is no more memory. Everything is charged before it is done, so that what cannot be
// paid for is not begun.
package budget

import (
	"errors"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
)

// limits are those of one lookup.
type limits struct {
	references int // that are followed
	text       int // bytes of strings that are put together
	work       int // expressions of the Puppet language that are evaluated, and values that they walk through
}

// The largest lookups of real repositories follow some hundred references, and their functions do some thousand steps.
var (
	most   = limits{references: 100_000, text: 64 << 20, work: 3_000_000}
	modest = limits{references: 200, text: 1 << 20, work: 10_000}
	// explained are those of a lookup whose steps are all kept.
	explained = limits{references: 10_000, text: 64 << 20, work: 3_000_000}
)

// What else limits a lookup.
const (
	maxValues = 5_000_000 // that references find
	// unsuspicious is the number of references up to which the size of what they find is not looked at.
	unsuspicious = 1000

	maxMemory = 128 << 20 // bytes of the values that code makes
	// MaxSize is the size of the largest value that it may make; see data.Value.Size.
	MaxSize = 32 << 20
	// MaxNesting is how deep arrays and hashes in a value may be nested. Ruby's stack ends at less where it writes them.
	MaxNesting = 5000
	// MaxDepth is how deep calls of functions and blocks of code may be nested.
	MaxDepth = 200
)

// maxRun is what the lookups of a run may cost together, and the others what lookups cost; all as work.
const (
	maxRun        = 9_000_000
	referenceCost = 10
	textPerWork   = 64 // bytes
	valuesPerWork = 10
)

// The errors of code that is over the limits.
var (
	ErrWork   = errors.New("code that runs for so long")
	ErrMemory = errors.New("code that makes so large values")
	// ErrNesting is the error of a value that is nested too deep.
	ErrNesting = errors.New("code that makes values nested so deep")
	// ErrRun is the error of a lookup that is to be modest.
	ErrRun = errors.New("code that runs for so long for all keys together")
)

// Run is what several lookups may still cost together. The zero Run has spent nothing. What a lookup finds depends on those before
// it as soon as it is spent, so they must be made in the same order for the same results. It is for one goroutine.
type Run struct{ spent int }

// IsSpent reports whether nothing is left: a lookup may then cost what nearly all lookups cost, and no more.
func (r *Run) IsSpent() bool { return r.spent >= maxRun }

// Lookup is what one lookup may still cost. The zero Lookup has spent nothing and belongs to no run.
type Lookup struct {
	// Exceeded reports that the lookup has spent less than other lookups may, and was given up nevertheless.
	Exceeded bool

	run       *Run
	modest    bool
	explained bool

	references int
	values     int
	text       int
	work       int
	worked     int // without what was worked before, and kept
	memory     int
	calls      int // of functions, that have begun
}

// Begin begins a lookup that is part of a run, if run is not nil. Where it is to be modest, or all is spent, it may cost what nearly all
// lookups cost, and no more.
func (b *Lookup) Begin(run *Run, isModest bool) {
	b.run = run
	b.modest = isModest || run != nil && run.IsSpent()
}

// End charges the run for the lookup.
func (b *Lookup) End() {
	if b.run != nil && !b.modest {
		b.run.spent += b.worked + b.references*referenceCost + b.text/textPerWork + b.values/valuesPerWork
	}
}

// Explain notes that all steps of the lookup are kept.
func (b *Lookup) Explain() { b.explained = true }

func (b *Lookup) limits() *limits {
	switch {
	case b.modest:
		return &modest
	case b.explained:
		return &explained
	}
	return &most
}

// over is the error of a lookup that has passed a limit.
func (b *Lookup) over(what string, limit int) *outcome.Error {
	if b.modest {
		b.Exceeded = true
		return outcome.Errorf("the lookup costs too much beside all others, and hieralint does not follow it").Because(outcome.TooMuch)
	}
	return outcome.Errorf("the lookup "+what+", which hieralint does not follow", limit).Because(outcome.TooMuch)
}

// Reference counts a reference that is followed.
func (b *Lookup) Reference() *outcome.Error {
	if b.references++; b.references > b.limits().references {
		return b.over("leads to more than %d other lookups", b.limits().references)
	}
	return nil
}

// Value counts a value that a reference found.
func (b *Lookup) Value(v *data.Value) *outcome.Error {
	if b.references > unsuspicious {
		if b.values += countUpTo(v, maxValues); b.values > maxValues {
			return b.over("makes more than %d values", maxValues)
		}
	}
	return nil
}

// Text counts a string that was put together.
func (b *Lookup) Text(bytes int) *outcome.Error {
	if b.text += bytes; b.text > b.limits().text {
		return b.over("makes more than %d MB of text", most.text>>20)
	}
	return nil
}

// Work charges code for what it is about to do: expressions to evaluate, values to walk through.
func (b *Lookup) Work(n int) error {
	if limit := b.limits().work; n > limit-b.work {
		b.work = limit
		if b.modest {
			b.Exceeded = true
			return ErrRun
		}
		return ErrWork
	}
	b.work += n
	return nil
}

// Search charges searches for regular expressions in a value that a lookup found.
func (b *Lookup) Search(cost int) *outcome.Error {
	if err := b.Work(cost); err != nil {
		return b.over("takes more than %d steps", most.work)
	}
	if b.calls == 0 {
		b.worked += cost
	}
	return nil
}

// Memory charges code for the bytes of a value that it is about to make.
func (b *Lookup) Memory(bytes int) error {
	if bytes > maxMemory-b.memory {
		return ErrMemory
	}
	b.memory += bytes
	return nil
}

// Call is a call of a function, in what the lookup has spent.
type Call struct {
	lookup *Lookup
	before int
}

// Call begins a call of a function.
func (b *Lookup) Call() Call {
	b.calls++
	return Call{b, b.work}
}

// IsWhole reports whether the call had the whole budget of a lookup, so that it comes to the same in any other.
func (c Call) IsWhole() bool { return c.before == 0 && !c.lookup.modest }

// End ends the call and returns its work.
func (c Call) End() int {
	work := c.lookup.work - c.before
	if c.lookup.calls--; c.lookup.calls == 0 {
		c.lookup.worked += work
	}
	return work
}

// countUpTo is the number of values in v, or more than limit.
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
