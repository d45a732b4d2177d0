package nodes

import (
	"cmp"
	"iter"
	"slices"

	"github.com/hieralint/hieralint/internal/nodes/hashing"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/nodes/sources"
)

// Few of the files that nodes read define a given key. Real nodes that are processed together are
// therefore divided into classes, whose nodes read the same files, and classes into families, which
// differ only in files that not all classes of the family read. A key has the same outcome on all
// nodes of a family that read none of these files with the key.

// classes holds real nodes that are processed together.
type classes struct {
	// sides are the nodes, once or before and after a change, each at the same index.
	sides [][]*Node
	// of is the class of each node, and members are the nodes of each class.
	of      []int
	members [][]int
	// family is that of each class, and inFamily are the nodes of each family.
	family   []int
	inFamily [][]int
	// readers are the classes that read a file that not all of their family do, and byKey are the
	// files that have readers, by the keys that they define.
	readers map[fileOnSide][]int
	byKey   map[string][]fileOnSide
	// computed reports that a function may answer differently on each node.
	computed bool
}

// fileOnSide is a file as the nodes of one side read it.
type fileOnSide struct {
	side int
	*sources.File
}

// classify divides nodes whose sources are known.
func classify(sides ...[]*Node) *classes {
	t := &classes{sides: sides, readers: map[fileOnSide][]int{}, byKey: map[string][]fileOnSide{}}
	t.of = grouped(len(sides[0]), func(i int) (id uint64) {
		for _, nodes := range sides {
			id = hashing.Text(hashing.Mix(id, nodes[i].own.Class), nodes[i].Environment)
			t.computed = t.computed || nodes[i].own.Computed
		}
		return id
	})
	t.members = inGroups(t.of)
	t.findFamilies()
	return t
}

// grouped numbers groups of 0 to n-1 that have the same id, in the order of their first members.
func grouped(n int, id func(i int) uint64) []int {
	group := make([]int, n)
	known := map[uint64]int{}
	for i := range group {
		id := id(i)
		if _, ok := known[id]; !ok {
			known[id] = len(known)
		}
		group[i] = known[id]
	}
	return group
}

// inGroups returns the members of each group.
func inGroups(group []int) [][]int {
	var members [][]int
	for i, g := range group {
		if g == len(members) {
			members = append(members, nil)
		}
		members[g] = append(members[g], i)
	}
	return members
}

// findFamilies determines the families, and the files in which their classes differ. Those of a
// family read the shared files, which all of them read, in the same order.
func (t *classes) findFamilies() {
	like := grouped(len(t.members), func(class int) (id uint64) {
		for _, nodes := range t.sides {
			n := nodes[t.members[class][0]]
			id = hashing.Text(hashing.Text(hashing.Mix(id, n.own.Marker), n.own.Failure), n.Environment)
		}
		return id
	})
	classesOf := inGroups(like)
	readers := make([]map[fileOnSide][]int, len(classesOf)) // in each family
	for family, classes := range classesOf {
		readers[family] = map[fileOnSide][]int{}
		for _, class := range classes {
			for f := range t.sources(class) {
				if all := readers[family][f]; len(all) == 0 || all[len(all)-1] != class {
					readers[family][f] = append(all, class)
				}
			}
		}
	}
	isShared := func(family int, f fileOnSide) bool {
		return len(readers[family][f]) == len(classesOf[family])
	}
	t.family = grouped(len(t.members), func(class int) uint64 {
		id := hashing.Mix(0, uint64(like[class]))
		for f, level := range t.sources(class) {
			if isShared(like[class], f) {
				id = hashing.Mix(hashing.Mix(hashing.Mix(id, uint64(f.side)), f.ID), level)
			}
		}
		return id
	})
	inFamily := make([]int, len(t.of))
	for i, class := range t.of {
		inFamily[i] = t.family[class]
	}
	t.inFamily = inGroups(inFamily)
	for family := range readers {
		for f, classes := range readers[family] {
			if !isShared(family, f) {
				t.addReaders(f, classes)
			}
		}
	}
}

func (t *classes) addReaders(f fileOnSide, classes []int) {
	if t.readers[f] == nil {
		for name := range f.Keys() {
			t.byKey[name] = append(t.byKey[name], f)
		}
	}
	t.readers[f] = append(t.readers[f], classes...)
}

// sources iterates over the files that the nodes of a class read, with the hashes of their levels.
func (t *classes) sources(class int) iter.Seq2[fileOnSide, uint64] {
	return func(yield func(fileOnSide, uint64) bool) {
		for side, nodes := range t.sides {
			for at := range nodes[t.members[class][0]].own.All() {
				if at.File != nil && !yield(fileOnSide{side, at.File}, at.LevelHash) {
					return
				}
			}
		}
	}
}

// division divides the nodes of classes into parts on which one key has the same outcome, unless
// that depends on variables, modules, or functions.
type division struct {
	*classes
	// apart are the classes that are parts of their own. The rest of each family is one.
	apart   []int
	isApart []bool
	parts   []part
}

// part is a part of a division.
type part struct {
	first, count int   // its first node, and the number of nodes
	nodes        []int // contains those of the part
	isRest       bool  // only those whose class is not apart
}

func newDivision(t *classes) *division {
	return &division{classes: t, isApart: make([]bool, len(t.members))}
}

// divide divides the nodes for a key, given its root on each side.
func (d *division) divide(roots ...*index.Root) {
	for _, class := range d.apart {
		d.isApart[class] = false
	}
	d.apart, d.parts = d.apart[:0], d.parts[:0]
	for side, of := range roots {
		for _, r := range of.Closure.Roots {
			for _, f := range d.byKey[r.Name] {
				if f.side == side {
					d.setApart(d.readers[f])
				}
			}
		}
	}
	left := make([]int, len(d.inFamily))
	for family, nodes := range d.inFamily {
		left[family] = len(nodes)
	}
	for _, class := range d.apart {
		nodes := d.members[class]
		left[d.family[class]] -= len(nodes)
		d.parts = append(d.parts, part{first: nodes[0], count: len(nodes), nodes: nodes})
	}
	for family, nodes := range d.inFamily {
		if left[family] > 0 {
			isLeft := func(i int) bool { return !d.isApart[d.of[i]] }
			d.parts = append(d.parts, part{nodes[slices.IndexFunc(nodes, isLeft)], left[family], nodes, true})
		}
	}
	slices.SortFunc(d.parts, func(a, b part) int { return cmp.Compare(a.first, b.first) })
}

func (d *division) setApart(classes []int) {
	for _, class := range classes {
		if !d.isApart[class] {
			d.isApart[class] = true
			d.apart = append(d.apart, class)
		}
	}
}

// partOf returns a number that only nodes of the same part have.
func (d *division) partOf(i int) uint64 {
	class := d.of[i]
	if d.isApart[class] {
		return uint64(class)
	}
	return uint64(len(d.members) + d.family[class])
}

// nodesOf iterates over the nodes of a part, in order.
func (d *division) nodesOf(p part) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, i := range p.nodes {
			if !(p.isRest && d.isApart[d.of[i]]) && !yield(i) {
				return
			}
		}
	}
}
