package settings

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/lists"
)

// PathIndex finds which of many lists of path patterns match a path. Patterns without wildcards, which may be very many,
// are not compared with each path.
type PathIndex struct {
	named    [compared]map[string]*Matching // by the path or name in the patterns, for each kind of them
	others   []*Matching
	patterns []*Pattern // of others
	n        int
}

// Matching is lists that match the same paths.
type Matching struct {
	number int
	lists  []int // sorted
}

// NewPathIndex returns an index of lists, which are numbered from 0.
func NewPathIndex(all ...Patterns) *PathIndex {
	x := &PathIndex{}
	for i := range x.named {
		x.named[i] = map[string]*Matching{}
	}
	for i, patterns := range all {
		for j := range patterns {
			x.add(&patterns[j], i)
		}
	}
	return x
}

func (x *PathIndex) add(p *Pattern, list int) {
	kind, text := p.kind()
	if kind == compared {
		x.patterns, x.others = append(x.patterns, p), append(x.others, x.newMatching())
		x.others[len(x.others)-1].lists = []int{list}
		return
	}
	m := lists.GetOrPut(x.named[kind], text, x.newMatching)
	if n := len(m.lists); n == 0 || m.lists[n-1] != list {
		m.lists = append(m.lists, list)
	}
}

func (x *PathIndex) newMatching() *Matching {
	x.n++
	return &Matching{number: x.n}
}

// kindOfPattern is what a pattern of paths matches.
type kindOfPattern uint8

const (
	exactPath kindOfPattern = iota // one path, and everything below it
	belowPath                      // only that
	anyNamed                       // everything with a name, at any depth
	compared                       // what a regular expression matches
)

// kind returns the kind of a pattern of paths, and the path or name in it.
func (p *Pattern) kind() (kindOfPattern, string) {
	text, kind := p.glob, exactPath
	if name, ok := strings.CutPrefix(text, "**/"); !p.isAnchored {
		kind = anyNamed
	} else if ok && !strings.Contains(name, "/") {
		text, kind = name, anyNamed
	} else if dir, ok := strings.CutSuffix(text, "/**"); ok {
		text, kind = dir, belowPath
	}
	if strings.ContainsAny(text, wildcards) {
		return compared, ""
	}
	return kind, text
}

// Find returns what matches a path.
func (x *PathIndex) Find(path string) []*Matching {
	var all []*Matching
	add := func(kind kindOfPattern, text string) {
		if m := x.named[kind][text]; m != nil {
			all = append(all, m)
		}
	}
	for from, at := 0, 0; at <= len(path); at++ {
		if at == len(path) || path[at] == '/' {
			add(exactPath, path[:at])
			add(anyNamed, path[from:at])
			if at < len(path) {
				add(belowPath, path[:at])
			}
			from = at + 1
		}
	}
	for i, p := range x.patterns {
		if p.Match(path) {
			all = append(all, x.others[i])
		}
	}
	return all
}

// ID identifies what matches a path.
func ID(all []*Matching) string {
	var id []byte
	for _, m := range all {
		id = binary.AppendUvarint(id, uint64(m.number))
	}
	return string(id)
}

// Lists returns the numbers of the lists, sorted.
func Lists(all []*Matching) []int {
	numbers := lists.FlatMap(all, func(m *Matching) []int { return m.lists })
	slices.Sort(numbers)
	return slices.Compact(numbers)
}
