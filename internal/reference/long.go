package reference

import "os"

// Long reports whether comparisons run at length, as in CI: HIERALINT_TEST_LONG=1 is set, or 2 for
// the nightly tests.
func Long() bool { return os.Getenv("HIERALINT_TEST_LONG") == "1" || nightly() }

func nightly() bool { return os.Getenv("HIERALINT_TEST_LONG") == "2" }

// The divisors for the number of comparisons. They are prime, so that a sample from a table of
// combinations includes some of each.
const (
	few  = 11 // unless Long is set
	some = 3  // of slow ones in CI
)

// Cases returns how many of n random cases to try.
func Cases(n int) int {
	if Long() {
		return n
	}
	return (n + few - 1) / few
}

// SlowCases is Cases for cases that take seconds each. All of them run in the nightly tests.
func SlowCases(n int) int {
	if nightly() {
		return n
	}
	return Cases((n + some - 1) / some)
}

// Sample returns the cases to try, in order.
func Sample[T any](all []T) []T {
	if Long() {
		return all
	}
	return each(few, all)
}

// SlowSample is Sample for comparisons that take a minute. All of them run in the nightly tests.
func SlowSample[T any](all []T) []T {
	if nightly() {
		return all
	}
	return Sample(each(some, all))
}

func each[T any](step int, all []T) []T {
	var kept []T
	for i := 0; i < len(all); i += step {
		kept = append(kept, all[i])
	}
	return kept
}
