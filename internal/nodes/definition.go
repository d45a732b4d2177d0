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
	// Key and Value are as they are written.
	Key, Value *data.Value

	rank   [2]int // the level and the location in it
	reads  []*assigned
	byCode bool // a function of the site reads the file, and may ignore it on any node
}

// Definitions are the values of the key in the regular hierarchies of the environment, those of each
// hierarchy together, the most important first. Of several levels of one hierarchy that read a file the first counts if
// it reads the file on each node that the others do; else the file counts for none, since it depends on the node which of
// them decides. There are none where only one file has the key.
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
				continue // each node that reads the file here has read it before
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

// Merged reports whether lookup_options anywhere ask to merge the values of the key.
func (k *Key) Merged() bool { return *k.root.merged }

// IsAbove reports whether the definition stands in a more important place of the same hierarchy.
func (d *Definition) IsAbove(other *Definition) bool {
	return d.Root == other.Root && (d.rank[0] < other.rank[0] || d.rank[0] == other.rank[0] && d.rank[1] < other.rank[1])
}

// Meets reports whether some node may read both.
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

// IsReadOnlyHere reports whether no other hierarchy reads the file, and this one where it says.
func (d *Definition) IsReadOnlyHere() bool {
	return !slices.ContainsFunc(d.File.Matches, func(m project.Match) bool { return m.Root != d.Root || m.Assumed })
}

// IsReadWith reports whether every node that reads other is certain to read the definition too.
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
