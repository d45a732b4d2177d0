// Package plural writes nouns in the number that goes with a count.
package plural

import (
	"strconv"
	"strings"
)

// Count is a number of things: `1 file`, `2 files`, `0 classes`. one is what one of them is called.
func Count(n int, one string) string { return strconv.Itoa(n) + " " + Noun(n, one) }

// Noun is what so many things are called.
func Noun(n int, one string) string {
	switch {
	case n == 1:
		return one
	case strings.HasSuffix(one, "s"):
		return one + "es"
	case strings.HasSuffix(one, "y") && !strings.HasSuffix(one, "ey"):
		return strings.TrimSuffix(one, "y") + "ies"
	}
	return one + "s"
}
