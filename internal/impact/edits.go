package impact

import (
	"fmt"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/lists"
)

// Operation is the kind of an Edit.
type Operation string

// The operations.
const (
	Add     Operation = "added"
	Remove  Operation = "removed"
	Replace Operation = "changed"
	Reorder Operation = "reordered" // the elements of an array are in a different order
)

// Edit is a difference between two values.
type Edit struct {
	Operation Operation
	// Path leads to the part: keys of hashes, and array indexes in brackets, which are empty for
	// elements that are added or removed. It is empty for the whole value.
	Path []string
	// Before and After are the part; nil if it does not exist.
	Before, After *data.Value
}

// Edits returns the differences between two values; none if they are equal. As in Puppet, the order
// of the keys of a hash does not matter.
func Edits(before, after *data.Value) []Edit {
	d := &differ{identities: identities{}}
	d.compare(nil, before, after)
	return d.edits
}

type differ struct {
	edits []Edit
	identities
}

func (d *differ) add(op Operation, path []string, before, after *data.Value) {
	d.edits = append(d.edits, Edit{op, slices.Clone(path), before, after})
}

func (d *differ) compare(path []string, before, after *data.Value) {
	switch {
	case before == after, before != nil && after != nil && d.of(before) == d.of(after):
	case before == nil:
		d.add(Add, path, nil, after)
	case after == nil:
		d.add(Remove, path, before, nil)
	case withKeys(before) != before && withKeys(after) != after:
		d.compare(path, withKeys(before), withKeys(after))
	case before.Kind() == data.Hash && after.Kind() == data.Hash:
		d.hashes(path, before, after)
	case before.Kind() == data.Array && after.Kind() == data.Array:
		d.arrays(path, before.Items(), after.Items())
	default:
		d.add(Replace, path, before, after)
	}
}

func (d *differ) hashes(path []string, before, after *data.Value) {
	was, is := entriesOf(before), entriesOf(after)
	for _, e := range before.Entries() {
		d.compare(append(path, rubytext.ToS(e.Key)), e.Value, is[Identity(e.Key)].Value)
	}
	for _, e := range after.Entries() {
		if _, known := was[Identity(e.Key)]; !known {
			d.add(Add, append(path, rubytext.ToS(e.Key)), nil, e.Value)
		}
	}
}

// maxAligned is the number of elements up to which arrays are aligned, which takes quadratic time.
const maxAligned = 1000

func (d *differ) arrays(path []string, before, after []*data.Value) {
	if len(before) > maxAligned || len(after) > maxAligned {
		d.add(Replace, path, data.NewArray(before), data.NewArray(after))
		return
	}
	idsBefore, idsAfter := lists.Map(before, d.of), lists.Map(after, d.of)
	if isReordered(idsBefore, idsAfter) {
		d.add(Reorder, path, data.NewArray(before), data.NewArray(after))
		return
	}
	aligned := append(common(idsBefore, idsAfter), [2]int{len(before), len(after)})
	from, to := moved(idsBefore, idsAfter, aligned)
	if len(from) > 0 {
		d.add(Reorder, path, data.NewArray(before), data.NewArray(after))
	}
	i, j := 0, 0
	for _, m := range aligned {
		var removed, added []int
		for ; i < m[0]; i++ {
			if !from[i] {
				removed = append(removed, i)
			}
		}
		for ; j < m[1]; j++ {
			if !to[j] {
				added = append(added, j)
			}
		}
		d.gap(path, before, after, removed, added)
		i, j = m[0]+1, m[1]+1
	}
}

// gap compares the elements with some indexes, between two that both arrays have.
func (d *differ) gap(path []string, before, after []*data.Value, removed, added []int) {
	for len(removed) > 0 && len(added) > 0 {
		d.element(path, added[0], before[removed[0]], after[added[0]])
		removed, added = removed[1:], added[1:]
	}
	for _, i := range removed {
		d.add(Remove, append(path, Element), before[i], nil)
	}
	for _, j := range added {
		d.add(Add, append(path, Element), nil, after[j])
	}
}

// moved returns the indexes of elements that both arrays have, but in a different order than the
// aligned ones.
func moved(before, after []string, aligned [][2]int) (from, to map[int]bool) {
	isAligned := [2]map[int]bool{{}, {}}
	for _, m := range aligned {
		isAligned[0][m[0]], isAligned[1][m[1]] = true, true
	}
	left := map[string][]int{}
	for j, id := range after {
		if !isAligned[1][j] {
			left[id] = append(left[id], j)
		}
	}
	from, to = map[int]bool{}, map[int]bool{}
	for i, id := range before {
		if at := left[id]; !isAligned[0][i] && len(at) > 0 {
			from[i], to[at[0]] = true, true
			left[id] = at[1:]
		}
	}
	return from, to
}

// element compares array elements at the same index. Scalars that differ count as one removed and
// another added.
func (d *differ) element(path []string, at int, before, after *data.Value) {
	if before.Kind() == after.Kind() && (before.Kind() == data.Hash || before.Kind() == data.Array) {
		d.compare(append(path, fmt.Sprintf("[%d]", at)), before, after)
		return
	}
	d.add(Remove, append(path, Element), before, nil)
	d.add(Add, append(path, Element), nil, after)
}

// Element represents an element of an array that is added or removed in a Path, because its index
// is not informative and differs between nodes.
const Element = "[]"

// isReordered reports whether arrays, given the identities of their elements, have the same ones.
func isReordered(before, after []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(before)), slices.Sorted(slices.Values(after)))
}

// common returns the indexes of a longest common subsequence of arrays, given the identities of
// their elements.
func common(before, after []string) [][2]int {
	lengths := make([][]int, len(before)+1)
	for i := range lengths {
		lengths[i] = make([]int, len(after)+1)
	}
	for i, b := range slices.Backward(before) {
		for j := len(after) - 1; j >= 0; j-- {
			if b == after[j] {
				lengths[i][j] = lengths[i+1][j+1] + 1
			} else {
				lengths[i][j] = max(lengths[i+1][j], lengths[i][j+1])
			}
		}
	}
	var all [][2]int
	for i, j := 0, 0; i < len(before) && j < len(after); {
		switch {
		case before[i] == after[j]:
			all = append(all, [2]int{i, j})
			i, j = i+1, j+1
		case lengths[i+1][j] >= lengths[i][j+1]:
			i++
		default:
			j++
		}
	}
	return all
}
