package rubytext

// DidYouMean returns the name that Ruby 3.1 suggests instead of name in its error messages
// (DidYouMean::SpellChecker); "" if there is none. It is the most similar other word by
// Jaro-Winkler among those with at most a quarter of their letters changed, or else among those
// with a letter in common.
func DidYouMean(name string, words []string) string {
	const similar = 0.834
	near := (len(name) + 3) / 4
	best, isNear, meant := 0.0, false, ""
	for _, w := range words {
		d := jaroWinkler(w, name)
		if d < similar || w == name {
			continue
		}
		limit := min(len(w), len(name)) - 1
		distance := levenshtein(name, w)
		if n := distance <= near; n && !isNear || n == isNear && distance <= limit && d > best {
			best, isNear, meant = d, n, w
		}
	}
	return meant
}

// levenshtein returns the number of bytes to change, add, or remove to turn a into b.
func levenshtein(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(diagonal+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// jaroWinkler returns the similarity of two words, from 0 to 1.
func jaroWinkler(a, b string) float64 {
	d := jaro(a, b)
	if d <= 0.7 {
		return d
	}
	prefix := 0
	for prefix < min(4, len(a), len(b)) && a[prefix] == b[prefix] {
		prefix++
	}
	return d + float64(prefix)*0.1*(1-d)
}

func jaro(a, b string) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	reach := max(len(b)/2-1, 0)
	matchedA, matchedB := make([]bool, len(a)), make([]bool, len(b))
	matches := 0
	for i := range len(a) {
		for j := max(i-reach, 0); j < min(i+reach+1, len(b)); j++ {
			if !matchedB[j] && a[i] == b[j] {
				matchedA[i], matchedB[j] = true, true
				matches++
				break
			}
		}
	}
	if matches == 0 {
		return 0
	}
	swapped, j := 0, 0
	for i := range len(a) {
		if !matchedA[i] {
			continue
		}
		for !matchedB[j] {
			j++
		}
		if a[i] != b[j] {
			swapped++
		}
		j++
	}
	m := float64(matches)
	return (m/float64(len(a)) + m/float64(len(b)) + (m-float64(swapped/2))/m) / 3
}
