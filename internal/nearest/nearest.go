// Package nearest finds the known name that is closest to a mistyped one.
package nearest

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/internal/ascii"
)

// Name returns the known name closest to name: with at most two letters wrong, missing, added, or swapped, and at most
// one in three; or else the first that differs only in case and separators. ok is false if there is none. Of equally
// close names, it returns the first.
func Name(name string, known []string) (nearest string, ok bool) {
	limit := maxWrong
	for _, k := range known {
		allowed := min(limit, max(len(name), len(k))/lettersForEach)
		if d := Distance(name, k, allowed); d <= allowed {
			nearest, ok, limit = k, true, d-1
			if d == 0 {
				break
			}
		}
	}
	if !ok {
		words := without(name, separators)
		at := slices.IndexFunc(known, func(k string) bool {
			return words != "" && mayStartAlike(words, k) && strings.EqualFold(words, without(k, separators))
		})
		if at >= 0 {
			return known[at], true
		}
	}
	return nearest, ok
}

const separators = "-_ "

// mayStartAlike reports whether known words may start like others, apart from case and separators. It reports false for most names.
func mayStartAlike(words, known string) bool {
	known = strings.TrimLeft(known, separators)
	return known != "" && (words[0] >= utf8.RuneSelf || known[0] >= utf8.RuneSelf || ascii.ToLower(words[0]) == ascii.ToLower(known[0]))
}

// IsNear reports whether a name is close enough to another one for Name to return it.
func IsNear(name, other string) bool {
	_, ok := Name(name, []string{other})
	return ok
}

// Question asks whether a name was meant, as errors and findings do.
func Question(name string) string { return "did you mean `" + name + "`?" }

const (
	// maxWrong is the maximum number of wrong letters.
	maxWrong = 2
	// lettersForEach is the number of letters in a name for each wrong one. With fewer, any short name would be close
	// to any other.
	lettersForEach = 3
	// maxLength is the length in bytes from which names are not compared.
	maxLength = 1000
)

// Distance returns the number of letters to change, add, remove, or swap with a neighbor to get from a to b. If it
// exceeds limit, or the names are very long, the result is only known to exceed limit.
func Distance(a, b string, limit int) int {
	switch {
	case a == b:
		return 0
	case max(len(a), len(b)) > maxLength:
		return limit + 1
	}
	a, b = differing(a, b)
	if longer := utf8.RuneCountInString(a) - utf8.RuneCountInString(b); longer > limit || -longer > limit {
		return limit + 1
	}
	if limit < 1 {
		return limit + 1
	}
	var short [3 * shortName]int
	cells := short[:]
	s, t := []rune(a), []rune(b)
	if len(t) >= shortName {
		cells = make([]int, 3*(len(t)+1))
	}
	n := len(t) + 1
	before, last, row := cells[:n], cells[n:2*n], cells[2*n:3*n]
	for j := range last {
		last[j] = j
	}
	for i := range s {
		row[0] = i + 1
		best := row[0]
		for j := range t {
			cost := 1
			if s[i] == t[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
			best = min(best, row[j+1])
		}
		if best > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return last[len(t)]
}

// shortName is the length up to which names are compared without allocation.
const shortName = 32

// differing returns two names without their common ASCII prefix and suffix.
func differing(a, b string) (restOfA, restOfB string) {
	for a != "" && b != "" && a[0] == b[0] && a[0] < utf8.RuneSelf {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] && a[len(a)-1] < utf8.RuneSelf {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}
