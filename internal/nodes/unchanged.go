package nodes

import (
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/nodes/hashing"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/nodes/sources"
	"github.com/hieralint/hieralint/internal/project"
)

// Even if the hierarchy changes, a node reads the same values of most keys, in the same order. Their outcomes are the same
// before and after the change, so they need not be evaluated.

// unchanged determines whether nodes read the same values on both sides of a change.
type unchanged struct {
	*Sides
	files  [2]memo.Map[*sources.File, uint64] // the results of fileHash for each side
	levels memo.Map[*config.Level, uint64]    // those of levelHash
}

// newUnchanged returns nil if the values that a node reads do not decide its outcomes: with functions that may read any
// file, versions of hiera.yaml before 5, or two versions of Puppet.
func newUnchanged(s *Sides) *unchanged {
	for _, fleet := range []*Fleet{s.Before, s.After} {
		isOther := func(r *project.Root) bool { return r.Config.Version != 5 }
		if fleet.mayReadAnyFile() || slices.ContainsFunc(fleet.roots, isOther) {
			return nil
		}
	}
	if s.Before.options.Puppet != s.After.options.Puppet {
		return nil
	}
	return &unchanged{Sides: s}
}

// classes reports for each class whether its nodes read the same files that affect every lookup.
func (u *unchanged) classes(t *classes) []bool {
	same := make([]bool, len(t.members))
	for class, members := range t.members {
		var hash [2]uint64
		for side, nodes := range t.sides {
			n := nodes[members[0]]
			hash[side] = hashing.Text(0, n.own.Failure)
			for at := range n.own.All() {
				if at.File == nil || at.File.Broken || at.File.Options {
					u.mixSource(&hash[side], side, at)
				}
			}
		}
		same[class] = hash[0] == hash[1]
	}
	return same
}

// concerns reports whether the outcome of a key depends on nothing but values in the global and environment layers, and on
// variables, which a node has on both sides: its facts and the name of its environment are the same.
func (u *unchanged) concerns(name string, before, after *index.Root) bool {
	isPlain := func(r *index.Root) bool {
		return !r.IsWanted && len(r.Closure.Modules) == 0 && !r.Closure.TooLarge
	}
	return isPlain(before) && isPlain(after) && !slices.Contains(u.Defaults, name) &&
		slices.EqualFunc(before.Closure.Roots, after.Closure.Roots, func(a, b *index.Root) bool { return a.Name == b.Name && a.Merged == b.Merged })
}

// isSame reports whether a node of a class for which classes reports true has the same outcome for a key that concerns u.
func (u *unchanged) isSame(before, after *Node, was, is *index.Root) bool {
	return u.hash(0, before, was) == u.hash(1, after, is)
}

// hash returns a hash of the values of the key, and of those that it references, that a node reads.
func (u *unchanged) hash(side int, n *Node, r *index.Root) uint64 {
	h := uint64(0)
	for _, r := range r.Closure.Roots {
		for at := range sources.Defining(n.own.Groups, r) {
			if u.mixSource(&h, side, at); !r.Merged {
				break
			}
		}
		h = hashing.Mix(h, 0)
	}
	return h
}

func (u *unchanged) mixSource(h *uint64, side int, at *sources.Source) {
	file := uint64(0)
	if at.File != nil {
		file = u.fileHash(side, at.File)
	}
	*h = hashing.Mix(hashing.Mix(*h, file), u.levelHash(at.Level))
}

// fileHash returns a hash that is the same on both sides only for an unchanged file.
func (u *unchanged) fileHash(side int, f *sources.File) uint64 {
	return u.files[side].Of(f, func() uint64 {
		if f.Project != nil {
			if _, isChanged := u.changed[side][f.Project]; !isChanged {
				name := u.NameBefore
				if side == 1 {
					name = u.NameAfter
				}
				return hashing.Text(2, name(f.Project.Path))
			}
		}
		return hashing.Mix(hashing.Mix(1, uint64(side)), f.ID)
	})
}

// levelHash returns a hash of how a level reads its files.
func (u *unchanged) levelHash(l *config.Level) uint64 {
	return u.levels.Of(l, func() uint64 {
		hash := hashing.Text(hashing.Text(hashing.Mix(0, uint64(l.Function.Kind)), l.Function.Name), l.Name)
		if l.Options != nil {
			hash = hashing.Mix(hash, l.Options.Hash())
		}
		return hash
	})
}
