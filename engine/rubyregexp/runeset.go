package rubyregexp

import (
	"slices"
	"sort"
	"unicode"
)

// runeSet is a set of characters: sorted ranges that neither overlap nor touch.
type runeSet []runeRange

// runeRange is the characters from lo to hi, inclusive.
type runeRange struct{ lo, hi rune }

// newRuneSet returns the union of ranges, which it sorts in place.
func newRuneSet(ranges []runeRange) runeSet {
	slices.SortFunc(ranges, func(a, b runeRange) int { return int(a.lo) - int(b.lo) })
	joined := ranges[:0]
	for _, r := range ranges {
		if n := len(joined); n > 0 && r.lo <= joined[n-1].hi+1 {
			joined[n-1].hi = max(joined[n-1].hi, r.hi)
			continue
		}
		joined = append(joined, r)
	}
	return runeSet(joined)
}

// tableSet returns the union of unicode tables.
func tableSet(tables ...*unicode.RangeTable) runeSet {
	var ranges []runeRange
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			ranges = append(ranges, runeRange{lo, hi})
			return
		}
		for r := lo; r <= hi; r += stride {
			ranges = append(ranges, runeRange{r, r})
		}
	}
	for _, table := range tables {
		for _, r := range table.R16 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range table.R32 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return newRuneSet(ranges)
}

func (s runeSet) contains(r rune) bool {
	i := sort.Search(len(s), func(i int) bool { return s[i].hi >= r })
	return i < len(s) && s[i].lo <= r
}

func (s runeSet) union(t runeSet) runeSet {
	return newRuneSet(slices.Concat(s, t))
}

func (s runeSet) intersect(t runeSet) runeSet {
	var both runeSet
	for len(s) > 0 && len(t) > 0 {
		lo, hi := max(s[0].lo, t[0].lo), min(s[0].hi, t[0].hi)
		if lo <= hi {
			both = append(both, runeRange{lo, hi})
		}
		if s[0].hi < t[0].hi {
			s = s[1:]
		} else {
			t = t[1:]
		}
	}
	return both
}

// complement returns all other characters.
func (s runeSet) complement() runeSet {
	var others runeSet
	next := rune(0)
	for _, r := range s {
		if r.lo > next {
			others = append(others, runeRange{next, r.lo - 1})
		}
		next = r.hi + 1
	}
	if next <= unicode.MaxRune {
		others = append(others, runeRange{next, unicode.MaxRune})
	}
	return others
}

// only returns the character of a set of one.
func (s runeSet) only() (rune, bool) {
	if len(s) == 1 && s[0].lo == s[0].hi {
		return s[0].lo, true
	}
	return 0, false
}

var (
	allRunes   = runeSet{{0, unicode.MaxRune}}
	asciiRunes = runeSet{{0, unicode.MaxASCII}}
	noNewline  = runeSet{{'\n', '\n'}}.complement()
	lineBreaks = runeSet{{'\n', '\r'}, {0x85, 0x85}, {0x2028, 0x2029}}

	asciiWord  = runeSet{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
	asciiDigit = runeSet{{'0', '9'}}
	asciiSpace = runeSet{{'\t', '\r'}, {' ', ' '}}
	hexDigit   = runeSet{{'0', '9'}, {'A', 'F'}, {'a', 'f'}}
)
