package nodes

import (
	"cmp"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/nodes/vars"
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
	inGlob bool   // the location is a glob without braces, which reads the files of a directory in the order of their names
	reads  []*assigned
	byCode bool   // a custom function reads the file, and may ignore it on any node
	run    int    // the same for successive definitions with the same value
	needs  uint64 // a bit for each value that all of reads need
}

// Definitions are the values of a key, grouped by hierarchy, highest priority first.
type Definitions []*Definition

// Above returns the definitions with a higher priority in the hierarchy of d.
func (all Definitions) Above(d *Definition) Definitions {
	first, _ := slices.BinarySearchFunc(all, d.Root.Path, func(other *Definition, path string) int { return cmp.Compare(other.Root.Path, path) })
	end, _ := slices.BinarySearchFunc(all, d, (*Definition).compare)
	return all[first:end]
}

// maxInGlob is the maximum number of definitions that FirstInGlob compares.
const maxInGlob = 100

// FirstInGlob returns the definition that has the highest priority of those which the same glob reads in the directory of d; nil
// if no glob reads d.
func (all Definitions) FirstInGlob(d *Definition) *Definition {
	if !d.inGlob {
		return nil
	}
	start, _ := slices.BinarySearchFunc(all, d, (*Definition).compare)
	dir, first := filepath.Dir(d.File.Path), d
	for _, other := range all[start:min(start+maxInGlob, len(all))] {
		if other.compare(d) == 0 && filepath.Dir(other.File.Path) == dir && other.File.Path < first.File.Path {
			first = other
		}
	}
	return first
}

// Below returns the definitions with a lower priority in the hierarchy of d.
func (all Definitions) Below(d *Definition) Definitions {
	isBehind := func(is func(*Definition) bool) int {
		return sort.Search(len(all), func(i int) bool { return is(all[i]) })
	}
	first := isBehind(func(other *Definition) bool { return other.compare(d) > 0 })
	end := isBehind(func(other *Definition) bool { return other.Root.Path > d.Root.Path })
	return all[first:end]
}

// Definitions returns the values of the key in the regular hierarchies of the environment. If
// several levels of a hierarchy read a file, only the first counts. If it does not read the file on
// each node on which the others do, the level depends on the node, and the file is omitted. If only
// one file defines the key, the result is empty.
func (k *Key) Definitions() Definitions {
	if k.definitions == nil && len(k.root.Definitions) > 1 {
		k.definitions = k.findDefinitions()
	}
	return k.definitions
}

func (k *Key) findDefinitions() Definitions {
	var all Definitions
	for _, d := range k.root.Definitions {
		before := len(all)
		byRoot := map[*project.Root]*Definition{}
		ambiguous := map[*project.Root]bool{}
		for _, m := range d.Matches {
			if m.Hierarchy != project.Regular || !k.root.IsIn(m.Root.Layer, m.Root.Module) {
				continue
			}
			a := k.Fleet.ways[m]
			if a == nil {
				continue
			}
			rank := [2]int{slices.Index(m.Root.Config.Hierarchy, m.Level), m.Location}
			of := byRoot[m.Root]
			if of != nil && slices.ContainsFunc(of.reads, func(before *assigned) bool { return a.Has(before.Assignment) }) {
				continue // each node that reads the file here has already read it
			}
			if of == nil {
				of = &Definition{File: d.File, Root: m.Root, Key: d.Key, Value: d.Value, rank: rank, inGlob: isPlainGlob(m), byCode: m.Root.Unseen(m.Level) == project.ByCode}
				byRoot[m.Root] = of
				all = append(all, of)
			}
			if of.rank != rank {
				ambiguous[m.Root] = true
			}
			of.reads = append(of.reads, a)
		}
		kept := slices.DeleteFunc(all[before:], func(of *Definition) bool { return ambiguous[of.Root] })
		all = all[:before+len(kept)]
	}
	slices.SortStableFunc(all, (*Definition).compare)
	for i, d := range all {
		d.needs = ^uint64(0)
		for _, a := range d.reads {
			d.needs &= bits(a.Assignment)
		}
		if i > 0 {
			d.run = all[i-1].run
			if !data.Eql(d.Value, all[i-1].Value) {
				d.run++
			}
		}
	}
	return all
}

// bits returns a bit for each value of an assignment.
func bits(a *vars.Assignment) (all uint64) {
	for i := range a.Values {
		all |= 1 << (a.Values[i].Hash % 64)
	}
	return all
}

// isPlainGlob reports whether a location is a glob without alternatives in braces, whose order would count.
func isPlainGlob(m *project.Match) bool {
	return m.Level.LocationKind == config.Glob && !strings.Contains(strings.ReplaceAll(m.Level.Locations[m.Location].Text, "%{", ""), "{")
}

func (d *Definition) compare(other *Definition) int {
	return cmp.Or(cmp.Compare(d.Root.Path, other.Root.Path), cmp.Compare(d.rank[0], other.rank[0]), cmp.Compare(d.rank[1], other.rank[1]))
}

// Merged reports whether any lookup_options merge the values of the key.
func (k *Key) Merged() bool { return k.root.Merged }

// Merges returns the merges of Case.Merged.
func (k *Key) Merges() []*data.Value { return k.root.Merges }

// Meets reports whether a node may read both.
func (d *Definition) Meets(other *Definition) bool {
	for _, a := range d.reads {
		for _, b := range other.reads {
			if a.Agrees(b.Assignment) {
				return true
			}
		}
	}
	return false
}

// HasValueOf reports whether the value equals that of another definition of the same key.
func (d *Definition) HasValueOf(other *Definition) bool {
	return d.run == other.run || data.Eql(d.Value, other.Value)
}

// IsReadOnlyHere reports whether no other hierarchy reads the file, and whether it is where this
// one says.
func (d *Definition) IsReadOnlyHere() bool {
	return !slices.ContainsFunc(d.File.Matches, func(m project.Match) bool { return m.Root != d.Root || m.Assumed })
}

// IsReadWith reports whether every node that reads other certainly reads this definition too.
func (d *Definition) IsReadWith(other *Definition) bool {
	if d.byCode || d.needs&^other.needs != 0 {
		return false
	}
	for _, b := range other.reads {
		if !slices.ContainsFunc(d.reads, func(a *assigned) bool { return b.Has(a.Assignment) }) {
			return false
		}
	}
	return len(other.reads) > 0
}
