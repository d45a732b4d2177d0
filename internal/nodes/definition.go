package nodes

import (
	"cmp"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/project"
)

// Definition is a value of a key in one file, as one hierarchy reads it.
type Definition struct {
	File *project.File
	// Root is the hierarchy.
	Root *project.Root
	// Key and Value are the key and value as written.
	Key, Value *data.Value

	rank   [2]int // the level and its location
	reads  []*assigned
	byCode bool // a custom function reads the file, and may ignore it on any node
}

// Definitions returns the values of the key in the regular hierarchies of the environment, grouped
// by hierarchy, highest priority first. If several levels of a hierarchy read a file, only the
// first counts, provided that it reads the file on each node on which the others do; otherwise, the
// file is omitted, since its level depends on the node. If only one file defines the key, the
// result is empty.
func (k *Key) Definitions() []*Definition {
	if k.definitions == nil && len(k.root.definitions) > 1 {
		k.definitions = k.findDefinitions()
	}
	return k.definitions
}

func (k *Key) findDefinitions() []*Definition {
	var all []*Definition
	for _, d := range k.root.definitions {
		byRoot := map[*project.Root]*Definition{}
		ambiguous := map[*project.Root]bool{}
		for _, m := range d.matches {
			if m.Hierarchy != project.Regular || !k.root.isIn(m.Root.Layer, m.Root.Module) {
				continue
			}
			a := k.Fleet.ways[m]
			if a == nil {
				continue
			}
			rank := [2]int{slices.Index(m.Root.Config.Hierarchy, m.Level), m.Location}
			of := byRoot[m.Root]
			if of != nil && slices.ContainsFunc(of.reads, func(before *assigned) bool { return a.has(before.assignment) }) {
				continue // each node that reads the file here has already read it
			}
			if of == nil {
				of = &Definition{File: d.file, Root: m.Root, Key: d.key, Value: d.value, rank: rank, byCode: m.Root.Unseen(m.Level) == project.ByCode}
				byRoot[m.Root] = of
				all = append(all, of)
			}
			if of.rank != rank {
				ambiguous[m.Root] = true
			}
			of.reads = append(of.reads, a)
		}
		all = slices.DeleteFunc(all, func(of *Definition) bool { return of.File == d.file && ambiguous[of.Root] })
	}
	slices.SortStableFunc(all, func(a, b *Definition) int {
		return cmp.Or(cmp.Compare(a.Root.Path, b.Root.Path), cmp.Compare(a.rank[0], b.rank[0]), cmp.Compare(a.rank[1], b.rank[1]))
	})
	return all
}

// Merged reports whether any lookup_options merge the values of the key.
func (k *Key) Merged() bool { return *k.root.merged }

// IsAbove reports whether the definition has a higher priority in the same hierarchy.
func (d *Definition) IsAbove(other *Definition) bool {
	return d.Root == other.Root && (d.rank[0] < other.rank[0] || d.rank[0] == other.rank[0] && d.rank[1] < other.rank[1])
}

// Meets reports whether a node may read both.
func (d *Definition) Meets(other *Definition) bool {
	for _, a := range d.reads {
		for _, b := range other.reads {
			if a.agrees(b.assignment) {
				return true
			}
		}
	}
	return false
}

// IsReadOnlyHere reports whether no other hierarchy reads the file, and whether it is where this
// one says.
func (d *Definition) IsReadOnlyHere() bool {
	return !slices.ContainsFunc(d.File.Matches, func(m project.Match) bool { return m.Root != d.Root || m.Assumed })
}

// IsReadWith reports whether every node that reads other certainly reads this definition too.
func (d *Definition) IsReadWith(other *Definition) bool {
	if d.byCode {
		return false
	}
	for _, b := range other.reads {
		if !slices.ContainsFunc(d.reads, func(a *assigned) bool { return b.has(a.assignment) }) {
			return false
		}
	}
	return len(other.reads) > 0
}
