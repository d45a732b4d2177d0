package invocation

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
)

// Budget bounds what one lookup may cost. A few lines of data that refer to each other twice make a
// value of any size; Puppet goes on until there is no more memory.
type Budget struct {
	references int // followed
	values     int // that references found
	bytes      int // of strings that were put together
}

// The bounds. The largest lookups of real repositories follow some hundred references.
const (
	maxReferences = 100_000
	maxValues     = 5_000_000
	maxText       = 64 << 20
	// unsuspicious is the number of references up to which the size of what they find is not looked at.
	unsuspicious = 1000
)

func overBudget(what string) *outcome.Error {
	return outcome.Errorf("the lookup %s, which hieralint does not follow", what).Because(outcome.Recursion)
}

// Reference counts a reference that is followed.
func (b *Budget) Reference() *outcome.Error {
	if b.references++; b.references > maxReferences {
		return overBudget("leads to more than 100000 other lookups")
	}
	return nil
}

// Value counts a value that a reference found.
func (b *Budget) Value(v *data.Value) *outcome.Error {
	if b.references > unsuspicious {
		if b.values += countUpTo(v, maxValues); b.values > maxValues {
			return overBudget("makes more than 5000000 values")
		}
	}
	return nil
}

// Text counts a string that was put together.
func (b *Budget) Text(bytes int) *outcome.Error {
	if b.bytes += bytes; b.bytes > maxText {
		return overBudget("makes more than 64 MB of text")
	}
	return nil
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
