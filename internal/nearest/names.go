package nearest

import (
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// Names are known names that many are compared with. It is safe for concurrent use.
type Names struct {
	known  []string
	sorted []int32 // the indexes of known, in the order of the names
	// byGap are the known names with one segment left out, and what that segment is; byLetters those that have the same
	// letters in other segments. Both are made when first asked for.
	byGap     func() map[string]*gap
	byLetters func() map[string][]int32
}

// gap are the known names that differ in one segment only.
type gap struct {
	names    []int32 // as indexes of known
	segments []string
	near     func() *Names // over segments
}

// maxSegments is how many segments a name may have that others are found for.
const maxSegments = 16

// NewNames makes known names ready for comparisons. It keeps the list.
func NewNames(known []string) *Names {
	n := &Names{known: known, sorted: make([]int32, len(known))}
	for i := range n.sorted {
		n.sorted[i] = int32(i)
	}
	slices.SortStableFunc(n.sorted, func(a, b int32) int { return strings.Compare(known[a], known[b]) })
	n.byGap, n.byLetters = sync.OnceValue(n.gaps), sync.OnceValue(n.letters)
	return n
}

func (n *Names) gaps() map[string]*gap {
	byGap := map[string]*gap{}
	for i, k := range n.known {
		segments := strings.Split(k, "::")
		if len(segments) > maxSegments {
			continue
		}
		for at := range segments {
			key := without(segments, at)
			g := byGap[key]
			if g == nil {
				g = &gap{}
				g.near = sync.OnceValue(func() *Names { return NewNames(g.segments) })
				byGap[key] = g
			}
			g.names, g.segments = append(g.names, int32(i)), append(g.segments, segments[at])
		}
	}
	return byGap
}

// without is a text of all segments but one, their number, and the place of that one.
func without(segments []string, at int) string {
	return string([]byte{byte(len(segments)), byte(at)}) + strings.Join(segments[:at], "::") + "\x00" + strings.Join(segments[at+1:], "::")
}

func (n *Names) letters() map[string][]int32 {
	byLetters := make(map[string][]int32, len(n.known))
	for i, k := range n.known {
		letters := strings.ReplaceAll(k, "::", "")
		byLetters[letters] = append(byLetters[letters], int32(i))
	}
	return byLetters
}

// Nearest is Name for the known names; except, unless nil, reports which of them do not count.
func (n *Names) Nearest(name string, except func(known string) bool) (nearest string, ok bool) {
	if i, _ := n.search(name, n.excepted(except)); i >= 0 {
		return n.known[i], true
	}
	return "", false
}

// excepted is except for indexes.
func (n *Names) excepted(except func(known string) bool) func(int32) bool {
	if except == nil {
		return nil
	}
	return func(i int32) bool { return except(n.known[i]) }
}

// Meant is the known name that was probably meant: of names with namespaces as Qualified has it, else as Name.
func (n *Names) Meant(name string, except func(known string) bool) (nearest string, ok bool) {
	if !strings.Contains(name, "::") {
		return n.Nearest(name, except)
	}
	segments := strings.Split(name, "::")
	if len(segments) > maxSegments {
		return "", false
	}
	best, distance := -1, maxWrong+1
	for at := range segments {
		g := n.byGap()[without(segments, at)]
		if g == nil {
			continue
		}
		i, d := g.near().search(segments[at], func(i int32) bool {
			return g.segments[i] == segments[at] || except != nil && except(n.known[g.names[i]])
		})
		if i >= 0 && (d < distance || d == distance && int(g.names[i]) < best) {
			best, distance = int(g.names[i]), d
		}
	}
	if best >= 0 {
		return n.known[best], true
	}
	for _, i := range n.byLetters()[strings.Join(segments, "")] {
		if except == nil || !except(n.known[i]) {
			return n.known[i], true
		}
	}
	return "", false
}

// search is the index of the closest known name and its distance; -1 for none.
func (n *Names) search(name string, except func(int32) bool) (index, distance int) {
	if len(name) > maxLength {
		return -1, 0
	}
	s := &search{Names: n, name: []rune(name), bytes: len(name), except: except, index: -1, distance: maxWrong + 1}
	first := make([]int, len(s.name)+1)
	for j := range first {
		first[j] = j
	}
	s.rows = [][]int{first}
	s.within(0, len(n.sorted), 0, 0, 0)
	return s.index, s.distance
}

// search goes through the known names in their order, and does for names that begin alike what it has to do once.
type search struct {
	*Names
	name   []rune
	bytes  int
	except func(int32) bool // indexes that do not count
	// rows are, for each letter of what the names in question begin with, the distances of this to the beginnings of name.
	rows            [][]int
	index, distance int // the best so far
}

// within searches the names from from to to in the order, which begin with the same letters: so many, and so many bytes. last is
// the last of these letters.
func (s *search) within(from, to, letters, bytes int, last rune) {
	for ; from < to; from++ {
		i := s.sorted[from]
		k := s.known[i]
		if len(k) > bytes {
			break
		}
		d := s.rows[letters][len(s.name)]
		better := d < s.distance || d == s.distance && int(i) < s.index
		if better && d <= max(s.bytes, len(k))/lettersForEach && (s.except == nil || !s.except(i)) {
			s.index, s.distance = int(i), d
		}
	}
	for from < to {
		r, size := utf8.DecodeRuneInString(s.known[s.sorted[from]][bytes:])
		same := s.known[s.sorted[from]][:bytes+size]
		end := from + sort.Search(to-from, func(n int) bool { return !strings.HasPrefix(s.known[s.sorted[from+n]], same) })
		if letters < len(s.name)+maxWrong && s.row(letters+1, r, last) <= min(maxWrong, s.distance) {
			s.within(from, end, letters+1, bytes+size, r)
		}
		from = end
	}
}

// row works out the row for one letter more, and returns the least distance in it.
func (s *search) row(letters int, r, last rune) int {
	if len(s.rows) <= letters {
		s.rows = append(s.rows, make([]int, len(s.name)+1))
	}
	row, above := s.rows[letters], s.rows[letters-1]
	row[0] = letters
	best := letters
	for j, c := range s.name {
		cost := 1
		if c == r {
			cost = 0
		}
		row[j+1] = min(above[j]+cost, above[j+1]+1, row[j]+1)
		if letters > 1 && j > 0 && c == last && s.name[j-1] == r {
			row[j+1] = min(row[j+1], s.rows[letters-2][j-1]+1)
		}
		best = min(best, row[j+1])
	}
	return best
}
