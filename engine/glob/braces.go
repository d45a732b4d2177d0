package glob

// expand calls yield with each expansion of the braces in chars, in order: for each alternative of
// the first pair, the expansions of the other pairs. It yields nothing if a { is not closed. It
// stops if yield returns false or if room, the number of characters that it may still write, is
// used up; it reports whether it yielded all.
func expand(chars []char, room *int, yield func([]char) bool) bool {
	open, end := firstBraces(chars)
	if open < 0 {
		return yield(chars)
	}
	if end < 0 {
		return true
	}
	nested := 0
	start := open + 1
	for i := start; i <= end; i++ {
		switch c := chars[i]; {
		case c.is('{'):
			nested++
		case c.is('}') && i < end:
			nested--
		case i == end, c.is(',') && nested == 0:
			if *room -= len(chars); *room < 0 {
				return false
			}
			alternative := make([]char, 0, len(chars))
			alternative = append(alternative, chars[:open]...)
			alternative = append(alternative, chars[start:i]...)
			alternative = append(alternative, chars[end+1:]...)
			if !expand(alternative, room, yield) {
				return false
			}
			start = i + 1
		}
	}
	return true
}

// firstBraces finds the first { and its }; -1 if missing.
func firstBraces(chars []char) (open, end int) {
	open = -1
	depth := 0
	for i, c := range chars {
		switch {
		case c.is('{'):
			if depth == 0 {
				open = i
			}
			depth++
		case c.is('}') && depth > 0:
			if depth--; depth == 0 {
				return open, i
			}
		}
	}
	return open, -1
}
