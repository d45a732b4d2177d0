// Package plural writes nouns that agree with a number, and lists of names.
package plural

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/internal/lists"
)

// Count returns a number and a noun: `1 file`, `2 files`, `0 classes`. one is the singular.
func Count(n int, one string) string { return strconv.Itoa(n) + " " + Noun(n, one) }

// Noun returns the singular one, or its plural unless n is 1.
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

// Code returns names in backquotes, as messages show what users write.
func Code(names []string) []string {
	return lists.Map(names, func(name string) string { return "`" + name + "`" })
}

// And joins names as in a sentence: `a, b, and c`.
func And(names []string) string { return join(names, " and ") }

// Or joins names as in a sentence: `a, b, or c`.
func Or(names []string) string { return join(names, " or ") }

func join(names []string, conjunction string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	if last > 1 {
		conjunction = "," + conjunction
	}
	return strings.Join(names[:last], ", ") + conjunction + names[last]
}

// Some joins the first names, and counts the others: `a, b, and 3 others`.
func Some(names []string, most int) string {
	return some(names, most, func(others int) string { return Count(others, "other") })
}

// More is like Some, with `and 3 more`.
func More(names []string, most int) string {
	return some(names, most, func(others int) string { return strconv.Itoa(others) + " more" })
}

func some(names []string, most int, count func(others int) string) string {
	if len(names) > most {
		return And(append(slices.Clone(names[:most]), count(len(names)-most)))
	}
	return strings.Join(names, ", ")
}
