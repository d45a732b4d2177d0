package rule

import (
	"cmp"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
)

const (
	// minOverridden is the number of keys that two files have in common if one of them deliberately holds defaults.
	minOverridden = 20
	// maxStatic is the number of files that all nodes read up to which they are compared.
	maxStatic = 100
)

// defaultsID identifies a file in a hierarchy, by path.
type defaultsID struct{ file, root string }

// HoldsDefaults reports whether a file deliberately holds defaults of keys: all nodes that use a hierarchy read it and a file of higher
// priority, which overrides many of its keys, at least half of those in one of the two.
func (s *Site) HoldsDefaults(f *project.File, root *project.Root) bool {
	_, ok := s.defaults()[defaultsID{f.Path, root.Path}]
	return ok
}

// defaults returns the files for which HoldsDefaults is true.
func (s *Site) defaults() map[defaultsID]*project.File {
	type id struct{}
	return Once(s, id{}, func() map[defaultsID]*project.File {
		all := map[defaultsID]*project.File{}
		large := lists.Filter(s.Project.Files, func(f *project.File) bool { return f.Doc.Value.Is(data.Hash) && f.Doc.Value.Len() >= minOverridden })
		for _, root := range s.Project.Roots {
			static := lists.Filter(large, func(f *project.File) bool { return StaticMatch(f, root) != nil })
			if len(static) > maxStatic {
				continue
			}
			for _, lower := range static {
				if slices.ContainsFunc(static, func(higher *project.File) bool {
					return hasPriority(StaticMatch(higher, root), StaticMatch(lower, root)) && overridesMany(higher.Doc.Value, lower.Doc.Value)
				}) {
					all[defaultsID{lower.Path, root.Path}] = lower
				}
			}
		}
		return all
	})
}

// KeysOfOtherDefaults returns the keys of the files that only in one of two runs, before and after an edit, hold defaults.
func (s *Site) KeysOfOtherDefaults(before *Site) map[string]bool {
	keys := map[string]bool{}
	add := func(some, others map[defaultsID]*project.File) {
		for id, f := range some {
			if others[id] != nil {
				continue
			}
			for _, e := range f.Doc.Value.Entries() {
				if e.Key.Kind() == data.String {
					keys[e.Key.Text()] = true
				}
			}
		}
	}
	add(s.defaults(), before.defaults())
	add(before.defaults(), s.defaults())
	return keys
}

// StaticMatch returns the match with which all nodes that use a hierarchy read a file; nil if there is none.
func StaticMatch(f *project.File, root *project.Root) *project.Match {
	for i := range f.Matches {
		if m := &f.Matches[i]; m.Root == root && m.Hierarchy == project.Regular && len(m.Vars) == 0 && !m.Assumed {
			return m
		}
	}
	return nil
}

// hasPriority reports whether a match has a higher priority than another one in the same hierarchy.
func hasPriority(m, other *project.Match) bool {
	levels := m.Root.Config.Hierarchy
	return cmp.Or(cmp.Compare(slices.Index(levels, m.Level), slices.Index(levels, other.Level)), cmp.Compare(m.Location, other.Location)) < 0
}

func overridesMany(higher, lower *data.Value) bool {
	n := 0
	for _, e := range higher.Entries() {
		if _, ok := lower.GetKey(e.Key); ok {
			n++
		}
	}
	return n >= minOverridden && 2*n >= min(higher.Len(), lower.Len())
}
