package reference

import "os"

// Long reports whether comparisons run in full: HIERALINT_TEST_LONG=1 is set, as in CI.
func Long() bool { return os.Getenv("HIERALINT_TEST_LONG") == "1" }

// part is the share of the comparisons that run where Long does not ask for all: one in so many. It is a prime number, so
// that a part of a table of combinations has some of each.
const part = 11

// Cases is how many of n random cases to try.
func Cases(n int) int {
	if Long() {
		return n
	}
	return (n + part - 1) / part
}

// Sample is the part of the cases to try, in their order.
func Sample[T any](all []T) []T {
	if Long() {
		return all
	}
	var some []T
	for i := 0; i < len(all); i += part {
		some = append(some, all[i])
	}
	return some
}
