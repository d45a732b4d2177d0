// Package budget bounds what lookups may cost. A few lines of data or code make a value of any size, or a loop without
// end; Puppet goes on until there is no more memory. Everything is charged before it is done, so that what cannot be
// paid for is not begun.
package budget

import (
	"errors"
	"sync/atomic"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
)

// The limits of one lookup. The largest lookups of real repositories follow some hundred references, and their
// functions do some thousand steps.
const (
	maxReferences = 100_000   // that are followed
	maxValues     = 5_000_000 // that references find
	maxText       = 64 << 20  // bytes of strings that are put together
	// unsuspicious is the number of references up to which the size of what they find is not looked at.
	unsuspicious = 1000

	maxWork   = 3_000_000 // expressions of the Puppet language that are evaluated, and values that they walk through
	maxMemory = 128 << 20 // bytes of the values that they make
	// MaxSize is the size of the largest value that they may make; see data.Value.Size.
	MaxSize = 32 << 20
	// MaxNesting is how deep arrays and hashes in a value may be nested. Ruby's stack ends at less where it writes them.
	MaxNesting = 5000
	// MaxDepth is how deep calls of functions and blocks of code may be nested.
	MaxDepth = 200
)

// The limits of a run: of all lookups together.
const (
	maxRunWork = 9_000_000
	// cheap is the work of a call that does not count for the run.
	cheap = 10_000
)

// The errors of code that is over the limits.
var (
	ErrWork   = errors.New("code that runs for so long")
	ErrMemory = errors.New("code that makes so large values")
	// ErrNesting is the error of a value that is nested too deep.
	ErrNesting = errors.New("code that makes values nested so deep")
	ErrRun     = errors.New("code that runs for so long for all keys together")
)

// Run is what the lookups of a run may still cost together. The zero Run has spent nothing. It is safe for concurrent
// use.
type Run struct{ work atomic.Int64 }

// Lookup is what one lookup may still cost. The zero Lookup has spent nothing and belongs to no run.
type Lookup struct {
	Run *Run

	references int
	values     int
	text       int
	work       int
	memory     int
	calls      int // of functions, that have begun
}

func over(what string) *outcome.Error {
	return outcome.Errorf("the lookup %s, which hieralint does not follow", what).Because(outcome.Recursion)
}

// Reference counts a reference that is followed.
func (b *Lookup) Reference() *outcome.Error {
	if b.references++; b.references > maxReferences {
		return over("leads to more than 100000 other lookups")
	}
	return nil
}

// Value counts a value that a reference found.
func (b *Lookup) Value(v *data.Value) *outcome.Error {
	if b.references > unsuspicious {
		if b.values += countUpTo(v, maxValues); b.values > maxValues {
			return over("makes more than 5000000 values")
		}
	}
	return nil
}

// Text counts a string that was put together.
func (b *Lookup) Text(bytes int) *outcome.Error {
	if b.text += bytes; b.text > maxText {
		return over("makes more than 64 MB of text")
	}
	return nil
}

// Work charges code for what it is about to do: expressions to evaluate, values to walk through.
func (b *Lookup) Work(n int) error {
	if n > maxWork-b.work {
		b.work = maxWork
		return ErrWork
	}
	b.work += n
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

// Begin begins a call of a function. The error is that the run has spent what it may.
func (b *Lookup) Begin() (Call, error) {
	if b.Run != nil && b.Run.work.Load() > maxRunWork {
		return Call{}, ErrRun
	}
	b.calls++
	return Call{b, b.work}, nil
}

// IsFirst reports whether the call had the whole budget of the lookup, so that it comes to the same in any other.
func (c Call) IsFirst() bool { return c.before == 0 }

// End ends the call, whose work counts for the run, and returns the work.
func (c Call) End() int {
	work := c.lookup.work - c.before
	if c.lookup.calls--; c.lookup.calls == 0 && c.lookup.Run != nil && work > cheap {
		c.lookup.Run.work.Add(int64(work))
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
