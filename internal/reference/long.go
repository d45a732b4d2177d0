package reference

import "os"

// Long reports whether comparisons run in full, as in CI: HIERALINT_TEST_LONG=1 is set.
func Long() bool { return os.Getenv("HIERALINT_TEST_LONG") == "1" }

// part is the divisor for the number of comparisons unless Long is set. It is prime, so that a
// sample from a table of combinations includes some of each.
const part = 11

// Cases returns how many of n random cases to try.
func Cases(n int) int {
	if Long() {
		return n
	}
	return (n + part - 1) / part
}

// Sample returns the cases to try, in order.
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
