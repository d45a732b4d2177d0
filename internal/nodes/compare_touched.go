package nodes

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/project"
)

// Touched returns the keys whose evaluation may differ, sorted. These are all keys if everything is set or if the
// hierarchies differ. Otherwise, they are the keys that data files set differently, the keys that different
// lookup_options apply to, the keys that reference one of these, and Defaults.
func (s *Sides) Touched(everything bool) []string {
	s.reordered = s.hasOtherHierarchies()
	s.findChanged()
	before, after := map[*index.Root]bool{}, map[*index.Root]bool{}
	if everything || s.reordered || slices.ContainsFunc(slices.Concat(s.Before.Real, s.After.Real), (*Node).hasToken) || !s.addTouched(before, after) {
		before, after = s.Before.index.Every(), s.After.index.Every()
	} else {
		s.isNarrow = !s.hasOtherOptions() && !s.Before.mayReadAnyFile() && !s.After.mayReadAnyFile()
	}
	names := slices.Clone(s.Defaults)
	for _, side := range []struct {
		index *index.Index
		roots map[*index.Root]bool
	}{{s.Before.index, before}, {s.After.index, after}} {
		side.index.AddReferring(side.roots)
		names = append(names, side.index.NamesOf(side.roots)...)
	}
	return lists.Distinct(names)
}

// hasOtherOptions reports whether a changed file has different lookup_options.
func (s *Sides) hasOtherOptions() bool {
	for _, files := range s.changed {
		for f, other := range files {
			if differsIn(f, other, lookupoptions.Key) {
				return true
			}
		}
	}
	return false
}

// differsIn reports whether a data file sets a key that another file, which may be nil, does not set in the same way.
func differsIn(f, other *project.File, name string) bool {
	v, ok := f.Doc.Value.Get(name)
	if !ok || other == nil || other.Doc.Value == nil {
		return ok
	}
	is, ok := other.Doc.Value.Get(name)
	return !ok || !isSame(v, is)
}

// maxSame is the size up to which values are compared: aliases may repeat a part exponentially.
const maxSame = 1_000_000

// isSame reports whether values are equal, and their entries in the same order, which decides between patterns of
// lookup_options and may be that of converted values.
func isSame(a, b *data.Value) bool {
	if a.Kind() != b.Kind() || a.Len() != b.Len() || a.Size() > maxSame {
		return false
	}
	switch a.Kind() {
	case data.Array:
		return slices.EqualFunc(a.Items(), b.Items(), isSame)
	case data.Hash:
		return slices.EqualFunc(a.Entries(), b.Entries(), func(x, y data.Entry) bool { return isSame(x.Key, y.Key) && isSame(x.Value, y.Value) })
	}
	return data.Eql(a, b)
}

// mayReadAnyFile reports whether the files that a node reads cannot be determined: functions may read any file, and a
// variable may be used both as a scalar and as a hash.
func (fleet *Fleet) mayReadAnyFile() bool {
	return fleet.isNested || slices.ContainsFunc(fleet.roots, func(r *project.Root) bool {
		return slices.ContainsFunc(r.Config.Levels(), func(l *config.Level) bool { return readingOf(l) != final })
	})
}

// hasOtherHierarchies reports whether lookups go through different levels.
func (s *Sides) hasOtherHierarchies() bool {
	type layer struct{ name, text string }
	layers := func(fleet *Fleet, name func(string) string) []layer {
		var all []layer
		for _, r := range fleet.roots {
			of := layer{name: name(r.Path)}
			if doc := r.Config.Doc; doc != nil {
				of.text = doc.File.Content()
			}
			all = append(all, of)
		}
		return all
	}
	return !slices.Equal(layers(s.Before, s.NameBefore), layers(s.After, s.NameAfter))
}

// dataFiles returns the data files that the environment may read, by name.
func (fleet *Fleet) dataFiles(name func(string) string) map[string]*project.File {
	all := map[string]*project.File{}
	for _, f := range fleet.project.FilesOf(fleet.roots...) {
		all[name(f.Path)] = f
	}
	for _, f := range fleet.Project.Unclaimed {
		all[name(f.Path)] = f
	}
	return all
}

// findChanged finds the data files that differ, or that nodes read under different conditions.
func (s *Sides) findChanged() {
	was, is := s.Before.dataFiles(s.NameBefore), s.After.dataFiles(s.NameAfter)
	s.changed = [2]map[*project.File]*project.File{{}, {}}
	for name, f := range was {
		other := is[name]
		switch {
		case other == nil:
			s.changed[0][f] = nil
		case f.Doc != other.Doc && !bytes.Equal(f.Doc.File.Text, other.Doc.File.Text):
			s.changed[0][f], s.changed[1][other] = other, f
		case s.waysTo(f, s.NameBefore) != s.waysTo(other, s.NameAfter): // a symbolic link to it was added or removed
			s.changed[0][f], s.changed[1][other] = nil, nil
		}
	}
	for name, f := range is {
		if was[name] == nil {
			s.changed[1][f] = nil
		}
	}
}

// changedOptions are files with lookup_options.
type changedOptions struct {
	files  []*index.OptionsFile
	finder *lookupoptions.Finder
}

// changedOptions returns the files of a side with different lookup_options that not every node reads.
func (s *Sides) changedOptions(side int) *changedOptions {
	s.finding[side].Do(func() { s.options[side] = s.findOptions(side) })
	return s.options[side]
}

func (s *Sides) findOptions(side int) *changedOptions {
	files := lists.Filter(s.fleet(side).index.Options, func(f *index.OptionsFile) bool {
		other, isChanged := s.changed[side][f.File]
		return isChanged && differsIn(f.File, other, lookupoptions.Key)
	})
	return &changedOptions{files, index.FinderOf(files)}
}

// addTouched adds the keys that depend on changed files. It returns false if these may be any keys.
func (s *Sides) addTouched(before, after map[*index.Root]bool) bool {
	for _, files := range s.changed {
		for f := range files {
			if f.Doc.Value == nil || f.Doc.Value.Kind() != data.Hash {
				return false
			}
		}
	}
	return addEntries(s.Before.index, before, s.changed[0]) && addEntries(s.After.index, after, s.changed[1])
}

// waysTo returns a string that is equal for files that nodes read under the same conditions.
func (s *Sides) waysTo(f *project.File, name func(string) string) string {
	ways := make([]string, len(f.Matches))
	for i := range f.Matches {
		m := &f.Matches[i]
		ways[i] = fmt.Sprintf("%q %d %q %d %q", name(m.Root.Path), m.Hierarchy, m.Level.Name, m.Location, m.Vars)
	}
	slices.Sort(ways)
	return strings.Join(ways, "\n")
}

// addEntries adds the keys of files that others, which may be nil, do not set in the same way. It returns false if these may be any keys.
func addEntries(x *index.Index, touched map[*index.Root]bool, changed map[*project.File]*project.File) bool {
	var options []*data.Value
	for f, other := range changed {
		for _, e := range f.Doc.Value.Entries() {
			if e.Key.Kind() != data.String || !differsIn(f, other, e.Key.Text()) {
				continue
			}
			if e.Key.Text() == lookupoptions.Key {
				options = append(options, e.Value)
			} else if r := x.Find(e.Key.Text()); r != nil {
				touched[r] = true
			}
		}
	}
	return x.AddOptionKeys(touched, options)
}
