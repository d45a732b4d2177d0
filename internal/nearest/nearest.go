// Package nearest finds the known name that a mistyped one was probably meant to be.
package nearest

// Name is the known name closest to name: at most two letters wrong, missing, added or swapped
// (one for names of up to four letters). ok is false when nothing is that close. Of equally
// close names the first wins.
func Name(name string, known []string) (nearest string, ok bool) {
	limit := 2
	if len(name) <= 4 {
		limit = 1
	}
	for _, k := range known {
		if d := Distance(name, k, limit); d <= limit {
			nearest, ok, limit = k, true, d-1
			if d == 0 {
				break
			}
		}
	}
	return nearest, ok
}

// Distance is the number of letters to change, add, leave out or swap with their neighbour to
// get from a to b. Distances above limit are only known to be above it.
func Distance(a, b string, limit int) int {
	s, t := []rune(a), []rune(b)
	if len(s)-len(t) > limit || len(t)-len(s) > limit {
		return limit + 1
	}
	before, last, row := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
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
