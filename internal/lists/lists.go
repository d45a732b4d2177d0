// Package lists has what packages slices and maps lack: functions that make another slice or a set, searches for an item
// and for strings with a prefix, the parts of pairs, entries of maps that may be nil, and a comparison of booleans for
// sorting.
package lists

import (
	"cmp"
	"iter"
	"slices"
	"sort"
	"strings"
)

// Map returns f of each item.
func Map[T, U any](items []T, f func(T) U) []U {
	mapped := make([]U, len(items))
	for i, item := range items {
		mapped[i] = f(item)
	}
	return mapped
}

// FlatMap returns the results of f for each item, one after the other; nil for none.
func FlatMap[T, U any](items []T, f func(T) []U) []U {
	var all []U
	for _, item := range items {
		all = append(all, f(item)...)
	}
	return all
}

// Filter returns the items for which f holds; nil for none.
func Filter[T any](items []T, f func(T) bool) []T {
	var kept []T
	for _, item := range items {
		if f(item) {
			kept = append(kept, item)
		}
	}
	return kept
}

// Set returns the set of the items.
func Set[T comparable](items []T) map[T]bool {
	set := make(map[T]bool, len(items))
	for _, item := range items {
		set[item] = true
	}
	return set
}

// WithPrefix returns the part of a sorted list whose strings start with a prefix.
func WithPrefix(sorted []string, prefix string) []string {
	from, _ := slices.BinarySearch(sorted, prefix)
	n := sort.Search(len(sorted)-from, func(i int) bool { return !strings.HasPrefix(sorted[from+i], prefix) })
	return sorted[from : from+n]
}

// CommonStart returns the length of what two texts start with.
func CommonStart[T ~string | ~[]byte](a, b T) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// Common returns the lengths of the common start and end of two lists, which do not overlap.
func Common[T comparable](a, b []T) (start, end int) {
	least := min(len(a), len(b))
	for start < least && a[start] == b[start] {
		start++
	}
	for end < least-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return start, end
}

// Find returns the first item for which f holds; the zero value if there is none.
func Find[T any](items []T, f func(T) bool) T {
	var none T
	if i := slices.IndexFunc(items, f); i >= 0 {
		return items[i]
	}
	return none
}

// Keys iterates over the first of each pair of a sequence.
func Keys[K, V any](pairs iter.Seq2[K, V]) iter.Seq[K] {
	return func(yield func(K) bool) {
		for key := range pairs {
			if !yield(key) {
				return
			}
		}
	}
}

// Values iterates over the second of each pair of a sequence.
func Values[K, V any](pairs iter.Seq2[K, V]) iter.Seq[V] {
	return func(yield func(V) bool) {
		for _, value := range pairs {
			if !yield(value) {
				return
			}
		}
	}
}

// All reports whether f holds for every item.
func All[T any](items []T, f func(T) bool) bool {
	for _, item := range items {
		if !f(item) {
			return false
		}
	}
	return true
}

// Any reports whether f holds for an item of a sequence.
func Any[T any](items iter.Seq[T], f func(T) bool) bool {
	for item := range items {
		if f(item) {
			return true
		}
	}
	return false
}

// Distinct sorts items in place, and returns them without repeated ones.
func Distinct[T cmp.Ordered](items []T) []T {
	slices.Sort(items)
	return slices.Compact(items)
}

// Put sets an entry of a map, which is made if it is nil.
func Put[K comparable, V any](m *map[K]V, key K, value V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[key] = value
}

// GetOrPut returns the value of a key in a map, which create makes and which is put there if there is none.
func GetOrPut[K comparable, V any](m map[K]V, key K, create func() V) V {
	v, ok := m[key]
	if !ok {
		v = create()
		m[key] = v
	}
	return v
}

// PutIn sets an entry of a map in a map, which is made if there is none.
func PutIn[K, L comparable, V any](m map[K]map[L]V, key K, inner L, value V) {
	if m[key] == nil {
		m[key] = map[L]V{}
	}
	m[key][inner] = value
}

// CompareBool compares booleans as cmp.Compare does numbers: false comes before true.
func CompareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
