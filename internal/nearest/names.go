package nearest

import (
	"cmp"
	"hash/maphash"
	"iter"
	"math"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/hieralint/hieralint/internal/memo"
)

// Names is a set of known names, prepared for many comparisons. It is safe for concurrent use.
type Names struct {
	known  []string
	sorted []int32 // indexes into known, in order of the names
	// byGap lists all segments of the known names, in the order of the other segments of the name, and byLetters groups
	// the known names by their letters in other segments. Both are computed on first use.
	byGap     func() []segment
	byLetters func() map[string][]int32
	// byWords has the first known name for each sequence of letters without separators, in lower case. It is computed on first use.
	byWords func() map[string]int32
	gaps    memo.Map[int, *gap] // by the place of their first segment in byGap
}

// segment is a segment of a known name.
type segment struct {
	others uint64 // a hash of the other segments, their number, and the index of this one
	name   int32  // the index of the name in known
	span   [2]int32
}

// gap contains the known names that differ only in one segment.
type gap struct {
	names    []int32 // indexes into known
	segments []string
	near     func() *Names // for the segments
}

// maxSegments is the maximum number of segments in a name for which others are found.
const maxSegments = 16

// NewNames prepares known names. It keeps the slice.
func NewNames(known []string) *Names {
	n := &Names{known: known, sorted: make([]int32, len(known))}
	for i := range n.sorted {
		n.sorted[i] = int32(i)
	}
	slices.SortStableFunc(n.sorted, func(a, b int32) int { return strings.Compare(known[a], known[b]) })
	n.byGap, n.byLetters, n.byWords = sync.OnceValue(n.segments), sync.OnceValue(n.letters), sync.OnceValue(n.words)
	return n
}

func (n *Names) segments() []segment {
	count := 0
	for _, k := range n.known {
		count += strings.Count(k, "::") + 1
	}
	all := make([]segment, 0, count)
	for i, k := range n.known {
		if strings.Count(k, "::") >= maxSegments {
			continue
		}
		for from, to := range segmentsOf(k) {
			all = append(all, segment{HashWithout(k, from, to), int32(i), [2]int32{int32(from), int32(to)}})
		}
	}
	slices.SortFunc(all, func(a, b segment) int {
		return cmp.Or(cmp.Compare(a.others, b.others), cmp.Compare(a.name, b.name), cmp.Compare(a.span[0], b.span[0]))
	})
	return all
}

// segmentsOf iterates over the segments of a name.
func segmentsOf(name string) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for from := 0; ; {
			at := strings.Index(name[from:], "::")
			if at < 0 {
				yield(from, len(name))
				return
			}
			if !yield(from, from+at) {
				return
			}
			from += at + len("::")
		}
	}
}

// seed is that of all hashes in a process.
var seed = maphash.MakeSeed()

// HashWithout returns a hash of a name without its part from from to to.
func HashWithout(name string, from, to int) uint64 {
	before, after := maphash.String(seed, name[:from]), maphash.String(seed, name[to:])
	return before ^ (after<<1 | after>>63)
}

// gap returns the known names that differ from name at most in the segment from from to to; nil if there are none.
func (n *Names) gap(name string, from, to int) *gap {
	others := HashWithout(name, from, to)
	all := n.byGap()
	first, found := slices.BinarySearchFunc(all, others, func(s segment, others uint64) int { return cmp.Compare(s.others, others) })
	if !found {
		return nil
	}
	return n.gaps.Of(first, func() *gap {
		g := &gap{}
		for _, s := range all[first:] {
			if s.others != others {
				break
			}
			g.names, g.segments = append(g.names, s.name), append(g.segments, n.known[s.name][s.span[0]:s.span[1]])
		}
		g.near = sync.OnceValue(func() *Names { return NewNames(g.segments) })
		return g
	})
}

func (n *Names) letters() map[string][]int32 {
	byLetters := make(map[string][]int32, len(n.known))
	for i, k := range n.known {
		letters := strings.ReplaceAll(k, ":", "")
		byLetters[letters] = append(byLetters[letters], int32(i))
	}
	return byLetters
}

func (n *Names) words() map[string]int32 {
	byWords := make(map[string]int32, len(n.known))
	for i, k := range n.known {
		if words := wordsOf(k); words != "" {
			if _, ok := byWords[words]; !ok {
				byWords[words] = int32(i)
			}
		}
	}
	return byWords
}

func wordsOf(name string) string { return strings.ToLower(without(name, separators)) }

// Name returns the known name that was probably meant by name: one that differs only in case or separators, or the nearest one.
func (n *Names) Name(name string) (nearest string, ok bool) {
	if i, ok := n.byWords()[wordsOf(name)]; ok {
		return n.known[i], true
	}
	return n.Nearest(name, nil)
}

// Nearest is like the function Name for the known names, without the comparison of words. Names for which except, unless nil,
// returns true are ignored.
func (n *Names) Nearest(name string, except func(known string) bool) (nearest string, ok bool) {
	if i, _ := n.search(name, n.excepted(except)); i >= 0 {
		return n.known[i], true
	}
	return "", false
}

// excepted returns except as a function of indexes.
func (n *Names) excepted(except func(known string) bool) func(int32) bool {
	if except == nil {
		return nil
	}
	return func(i int32) bool { return except(n.known[i]) }
}

// Meant returns the known name that was probably meant by one that is not known. With a namespace, it differs in one
// segment, which is similar, but not only in having other digits, or it consists of the same letters with other segments; without,
// it is that of Name.
func (n *Names) Meant(name string, except func(known string) bool) (nearest string, ok bool) {
	if !strings.Contains(name, "::") {
		return n.Nearest(name, except)
	}
	if strings.Count(name, "::") >= maxSegments {
		return "", false
	}
	best, distance := -1, maxWrong+1
	for from, to := range segmentsOf(name) {
		g := n.gap(name, from, to)
		if g == nil {
			continue
		}
		this := name[from:to]
		i, d := g.near().search(this, func(i int32) bool {
			return g.segments[i] == this || hasOtherDigits(this, g.segments[i]) || except != nil && except(n.known[g.names[i]])
		})
		if i >= 0 && (d < distance || d == distance && int(g.names[i]) < best) {
			best, distance = int(g.names[i]), d
		}
	}
	if best >= 0 {
		return n.known[best], true
	}
	for _, i := range n.byLetters()[strings.ReplaceAll(name, ":", "")] {
		if except == nil || !except(n.known[i]) {
			return n.known[i], true
		}
	}
	return "", false
}

// Within returns the known names whose distance to name is at most limit, sorted. If there are very many known names, some may
// be missing.
func (n *Names) Within(name string, limit int) []string {
	var found []string
	rows := math.MaxInt
	if len(n.known) > manyNames {
		rows = n.rows()
	}
	n.visit(name, &search{limit: limit, left: rows, found: func(i int32, _ int) { found = append(found, n.known[i]) }})
	return found
}

// WithPrefix returns the known names that start with prefix, sorted; nil if there are more than limit.
func (n *Names) WithPrefix(prefix string, limit int) []string {
	first, _ := slices.BinarySearchFunc(n.sorted, prefix, func(i int32, prefix string) int { return strings.Compare(n.known[i], prefix) })
	var found []string
	for _, i := range n.sorted[first:] {
		if !strings.HasPrefix(n.known[i], prefix) {
			break
		}
		if len(found) == limit {
			return nil
		}
		found = append(found, n.known[i])
	}
	return found
}

// maxRows is the number of rows after which a search ends. Searches in real repositories compute a few hundred rows,
// except if thousands of names are equally close.
const maxRows = 1000

// manyNames is the number of known names from which searches compute fewer rows, since there may be as many searches.
const manyNames = 8000

// rows returns the number of rows after which a search in the names ends. That of all searches hardly grows with the
// number of names.
func (n *Names) rows() int {
	return max(maxRows/10, maxRows*manyNames/max(manyNames, len(n.known)))
}

// search returns the index of the closest known name and its distance, or -1. If there are very many close names, it
// may be any of those with two wrong letters.
func (n *Names) search(name string, except func(int32) bool) (index, distance int) {
	index, distance, complete := n.searchWithin(name, maxWrong, n.rows(), except)
	if !complete && distance > 1 {
		if i, d, _ := n.searchWithin(name, 1, math.MaxInt, except); i >= 0 {
			return i, d
		}
	}
	return index, distance
}

// searchWithin is search for names with at most limit wrong letters. complete is false if the search ended after
// maxRows rows.
func (n *Names) searchWithin(name string, limit, maxRows int, except func(int32) bool) (index, distance int, complete bool) {
	index, distance = -1, maxWrong+1
	s := &search{limit: limit, left: maxRows}
	s.found = func(i int32, d int) {
		better := d < distance || d == distance && int(i) < index
		if better && d <= max(len(name), len(n.known[i]))/lettersForEach && (except == nil || !except(i)) {
			index, distance = int(i), d
			s.limit = d
		}
	}
	n.visit(name, s)
	return index, distance, s.left >= 0
}

// visit performs a search.
func (n *Names) visit(name string, s *search) {
	if len(name) > maxLength || len(n.known) == 0 {
		return
	}
	s.Names, s.band, s.width, s.memory = n, s.limit, 2*s.limit+3, memories.Get().(*memory)
	defer memories.Put(s.memory)
	s.name, s.cells = s.name[:0], s.cells[:0]
	for _, r := range name {
		s.name = append(s.name, r)
	}
	s.grow(0)
	first := s.rowOf(0)
	s.clear(first, 0)
	for j := range min(len(s.name), s.band) + 1 {
		first[s.column(0, j)] = int16(j)
	}
	s.within(0, len(n.sorted), 0, 0, 0)
}

// search visits the known names in order, and shares the work for common prefixes.
type search struct {
	*Names
	*memory
	// limit is the maximum distance of the names that are passed to found, by index. band is its first value.
	limit int
	band  int
	width int // of a row
	found func(index int32, distance int)
	left  int // the number of rows that may still be computed
}

// memory is what a search writes to. It is used again, since there may be several searches for each key.
type memory struct {
	name []rune
	// cells contains a row for each letter of the current prefix: the distances of the prefix up to it to the prefixes of
	// name whose lengths differ from its own by at most band. Others are farther than band. Neighbors of these distances
	// in a row exceed band, too.
	cells []int16
}

var memories = sync.Pool{New: func() any { return &memory{} }}

// grow makes room for the row of a prefix, if there is room for those of shorter ones.
func (s *search) grow(letters int) {
	if end := (letters + 1) * s.width; len(s.cells) < end {
		s.cells = slices.Grow(s.cells, s.width)[:end]
	}
}

// rowOf returns the row of a prefix.
func (s *search) rowOf(letters int) []int16 { return s.cells[letters*s.width:][:s.width] }

// within searches the sorted names in the range [from, to), whose common prefix has the given numbers of letters and
// bytes, and ends with last.
func (s *search) within(from, to, letters, bytes int, last rune) {
	for ; from < to; from++ {
		i := s.sorted[from]
		if len(s.known[i]) > bytes {
			break
		}
		if d := s.distance(letters); d <= s.limit {
			s.found(i, d)
		}
	}
	for from < to && s.left >= 0 {
		r, size := utf8.DecodeRuneInString(s.known[s.sorted[from]][bytes:])
		end := s.endOf(from, to, bytes, size)
		if letters < len(s.name)+s.limit && s.row(letters+1, r, last) <= s.limit {
			s.within(from, end, letters+1, bytes+size, r)
		}
		from = end
	}
}

// endOf returns the end of the names from from on that have the same letter at an offset, of a size, before to.
func (s *search) endOf(from, to, bytes, size int) int {
	same := s.known[s.sorted[from]][bytes : bytes+size]
	return from + sort.Search(to-from, func(n int) bool {
		k := s.known[s.sorted[from+n]][bytes:]
		return k[0] != same[0] || size > 1 && !strings.HasPrefix(k, same)
	})
}

// row computes the row for one more letter, and returns its minimum.
func (s *search) row(letters int, r, last rune) int {
	s.left--
	s.grow(letters)
	row, above := s.rowOf(letters), s.rowOf(letters-1)
	best := s.clear(row, letters)
	for j := max(1, letters-s.band); j <= min(len(s.name), letters+s.band); j++ {
		c, cost := s.name[j-1], int16(1)
		if c == r {
			cost = 0
		}
		at := s.column(letters, j)
		row[at] = min(above[at]+cost, above[at+1]+1, row[at-1]+1)
		if letters > 1 && j > 1 && c == last && s.name[j-2] == r {
			row[at] = min(row[at], s.rowOf(letters - 2)[at]+1)
		}
		best = min(best, int(row[at]))
	}
	return best
}

// column returns the index of the distance of the first j letters of name in a row.
func (s *search) column(letters, j int) int { return j - letters + s.band + 1 }

// clear makes a row ready for the distances of a prefix, and returns that of the empty name.
func (s *search) clear(row []int16, letters int) int {
	for i := range row {
		row[i] = int16(s.band + 1)
	}
	if letters > s.band {
		return s.band + 1
	}
	row[s.column(letters, 0)] = int16(letters)
	return letters
}

// distance returns the distance of a prefix to the name.
func (s *search) distance(letters int) int {
	if at := s.column(letters, len(s.name)); at > 0 && at < s.width {
		return int(s.rowOf(letters)[at])
	}
	return s.band + 1
}
