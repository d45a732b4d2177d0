package ranges

import "slices"

// Overlap reports whether two ranges have a number in common.
func Overlap(from1, to1, from2, to2 Number) bool {
	return from2.LessEq(to1) && from1.LessEq(to2)
}

// Follows reports whether from is the Integer after to.
func Follows(to, from Number) bool {
	return !to.IsFloat() && !from.IsFloat() && to.PlusOne().Eq(from)
}

// Span returns the smallest range that includes two ranges.
func Span(from1, to1, from2, to2 Number) (from, to Number) {
	from, to = from1, to1
	if !from1.LessEq(from2) {
		from = from2
	}
	if !to2.LessEq(to1) {
		to = to2
	}
	return from, to
}

// Join joins the last item with all others that it can be joined with, then the last of the
// remaining ones, and so on, in Puppet's order.
func Join[T any](items []T, join func(a, b T) (T, bool)) []T {
	items = slices.Clone(items)
	var out []T
	for len(items) > 0 {
		acc := items[len(items)-1]
		var apart []T
		for _, x := range items[:len(items)-1] {
			if joined, ok := join(acc, x); ok {
				acc = joined
			} else {
				apart = append(apart, x)
			}
		}
		out = append(out, acc)
		items = apart
	}
	return out
}
