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

// Some joins the first names, and counts the others: `a, b and 3 others`.
func Some(names []string, most int) string {
	return some(names, most, func(others int) string { return Count(others, "other") })
}

// More is like Some, with `and 3 more`.
func More(names []string, most int) string {
	return some(names, most, func(others int) string { return strconv.Itoa(others) + " more" })
}

func some(names []string, most int, count func(others int) string) string {
	if len(names) > most {
		return strings.Join(names[:most], ", ") + " and " + count(len(names)-most)
	}
	return strings.Join(names, ", ")
}
