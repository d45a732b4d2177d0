package rubyregexp

import (
	"iter"
	"slices"
	"sync"
	"unicode"
)

// foldings are the characters that fold to more than one character: ß to `ss`, ﬁ to `fi`. Under (?i), Ruby lets `ss`
// match ß, and [ß] match `ss`, by rules that this package does not implement. There are 104 of them in Unicode 13 and
// 15.
var foldings = runeSet{
	{0xdf, 0xdf}, {0x130, 0x130}, {0x149, 0x149}, {0x1f0, 0x1f0}, {0x390, 0x390}, {0x3b0, 0x3b0},
	{0x587, 0x587}, {0x1e96, 0x1e9a}, {0x1e9e, 0x1e9e}, {0x1f50, 0x1f50}, {0x1f52, 0x1f52},
	{0x1f54, 0x1f54}, {0x1f56, 0x1f56}, {0x1f80, 0x1faf}, {0x1fb2, 0x1fb4}, {0x1fb6, 0x1fb7},
	{0x1fbc, 0x1fbc}, {0x1fc2, 0x1fc4}, {0x1fc6, 0x1fc7}, {0x1fcc, 0x1fcc}, {0x1fd2, 0x1fd3},
	{0x1fd6, 0x1fd7}, {0x1fe2, 0x1fe4}, {0x1fe6, 0x1fe7}, {0x1ff2, 0x1ff4}, {0x1ff6, 0x1ff7},
	{0x1ffc, 0x1ffc}, {0xfb00, 0xfb06}, {0xfb13, 0xfb17},
}

// cased are the characters with other cases, in order.
var cased = sync.OnceValue(func() []rune {
	var runes []rune
	for _, r := range unicode.CaseRanges {
		for c := rune(r.Lo); c <= rune(r.Hi); c++ {
			if unicode.SimpleFold(c) != c {
				runes = append(runes, c)
			}
		}
	}
	return runes
})

// cased iterates over the characters of s that may have other cases.
func (s runeSet) cased() iter.Seq[rune] {
	size := 0
	for _, r := range s {
		size += int(r.hi-r.lo) + 1
	}
	if all := cased(); size > len(all) {
		return func(yield func(rune) bool) {
			for _, r := range all {
				if s.contains(r) && !yield(r) {
					return
				}
			}
		}
	}
	return func(yield func(rune) bool) {
		for _, around := range s {
			for r := around.lo; r <= around.hi; r++ {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// foldRune returns r and its other cases.
func foldRune(r rune) runeSet {
	ranges := []runeRange{{r, r}}
	for c := unicode.SimpleFold(r); c != r; c = unicode.SimpleFold(c) {
		ranges = append(ranges, runeRange{c, c})
	}
	return newRuneSet(ranges)
}

// foldSet adds the other cases of the characters in s. Folding between ASCII and non-ASCII (k and the Kelvin sign, s
// and ſ) applies only to characters in crossing: Ruby excludes \w, [[:word:]], and [[:ascii:]], so (?i)[\w] stays
// ASCII. Because of a bug in Ruby, characters from U+0080 to U+00FF are never added: (?i)[éa] does not match É,
// although (?i)é does.
func (s runeSet) foldSet(crossing runeSet) runeSet {
	ranges := slices.Clone(s)
	for r := range s.cased() {
		for c := unicode.SimpleFold(r); c != r; c = unicode.SimpleFold(c) {
			if c > unicode.MaxASCII && c <= unicode.MaxLatin1 || s.contains(c) {
				continue
			}
			if (c <= unicode.MaxASCII) == (r <= unicode.MaxASCII) || crossing.contains(r) {
				ranges = append(ranges, runeRange{c, c})
			}
		}
	}
	return newRuneSet(ranges)
}
