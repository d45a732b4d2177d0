package merge

import (
	"cmp"
	"fmt"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// sortEntries sorts the elements of an array by Ruby's <=>: strings by bytes, numbers by value,
// arrays element by element. As in sort_merged_arrays, other elements and mixtures are errors.
//
// It is the merge sort of the GNU C library, which Ruby uses: the order of its comparisons
// determines which pair the error names (case misc/ss4).
func sortEntries(entries, buffer []entry) error {
	if len(entries) < 2 {
		return nil
	}
	half := len(entries) / 2
	left, right := entries[:half], entries[half:]
	if err := sortEntries(left, buffer); err != nil {
		return err
	}
	if err := sortEntries(right, buffer); err != nil {
		return err
	}
	merged := buffer[:0]
	for len(left) > 0 && len(right) > 0 {
		order, ok := compare(left[0].item.value, right[0].item.value)
		if !ok {
			return argumentError(fmt.Sprintf("comparison of %s with %s failed", rubytext.Class(left[0].item.value), rubyOperand(right[0].item.value)))
		}
		if order <= 0 {
			merged, left = append(merged, left[0]), left[1:]
		} else {
			merged, right = append(merged, right[0]), right[1:]
		}
	}
	merged = append(append(merged, left...), right...)
	copy(entries, merged)
	return nil
}

// compare is Ruby's <=>; ok is false if that returns nil.
func compare(a, b *data.Value) (order int, ok bool) {
	switch {
	case a.IsNumber() && b.IsNumber():
		return data.CompareNumbers(a, b)
	case a.Kind() != b.Kind():
		return 0, false
	case a.Kind() == data.String:
		return cmp.Compare(a.Text(), b.Text()), true
	case a.Kind() == data.Array:
		for i := range min(a.Len(), b.Len()) {
			if order, ok := compare(a.Items()[i], b.Items()[i]); !ok || order != 0 {
				return order, ok
			}
		}
		return cmp.Compare(a.Len(), b.Len()), true
	}
	return 0, data.Eql(a, b)
}

// rubyOperand describes the right operand like Ruby: small values by their text, others by their
// class.
func rubyOperand(v *data.Value) string {
	switch v.Kind() {
	case data.Undef, data.Boolean, data.Float, data.Symbol:
		return rubytext.Inspect(v)
	case data.Integer:
		if i, ok := v.Int(); ok && i >= -1<<62 && i < 1<<62 { // larger integers are objects
			return rubytext.Inspect(v)
		}
	}
	return rubytext.Class(v)
}
