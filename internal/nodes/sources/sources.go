// Package sources determines the data files that nodes read, and where their hierarchies read them.
package sources

import (
	"iter"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/nodes/hashing"
	"github.com/hieralint/hieralint/internal/nodes/index"
)

// Sources are the places that lookups for a node search in the global and environment layers, or in
// one module.
type Sources struct {
	// Groups are all of them, and Regular those that are not in a default_hierarchy.
	Groups, Regular []*Group
	// Failure is the error if Puppet rejects a configuration.
	Failure string
	// Marker is the same for nodes that read the same files among those that affect every lookup:
	// files that cannot be read, and files with lookup_options.
	Marker uint64
	// Computed reports that a function may answer differently on each node.
	Computed bool
	// Class is the same for nodes with the same places.
	Class uint64
}

// All iterates over the sources.
func (s *Sources) All() iter.Seq[*Source] {
	return func(yield func(*Source) bool) {
		for _, group := range s.Groups {
			for i := range group.all {
				if !yield(&group.all[i]) {
					return
				}
			}
		}
	}
}

// Defining iterates over the sources in some groups whose files define a root key, with the index of
// its entry in the file.
func Defining(groups []*Group, r *index.Root) iter.Seq2[*Source, int] {
	return func(yield func(*Source, int) bool) {
		for _, group := range groups {
			if !group.present.mayHave(r.Hash) {
				continue
			}
			for i := range group.all {
				at := &group.all[i]
				if entry, ok := at.File.Entry(r); ok && !yield(at, entry) {
					return
				}
			}
		}
	}
}

func (s *Sources) add(group *Group) {
	s.Groups = append(s.Groups, group)
	s.Computed = s.Computed || group.computed
	s.Class = hashing.Mix(s.Class, group.class)
	if group.isMarked {
		s.Marker = hashing.Mix(s.Marker, group.marker)
	}
}

// Group is a group of sources that nodes share. The hashes are those of Sources.
type Group struct {
	all []Source
	// present is the union of the filters of the files.
	present       keyFilter
	marker, class uint64
	computed      bool
	isMarked      bool // marker counts
}

// Source is a place that lookups search.
type Source struct {
	*config.Source
	// File is its file; nil if it has none.
	File *File
	// LevelHash is the hash of the level's name.
	LevelHash uint64
}

func (group *Group) add(at *Source) {
	group.computed = group.computed || at.Computed
	group.class = hashing.Mix(group.class, at.LevelHash)
	if at.File == nil {
		return
	}
	group.class = hashing.Mix(group.class, at.File.ID)
	for i, bits := range at.File.present {
		group.present[i] |= bits
	}
	if at.File.Broken || at.File.Options {
		group.isMarked, group.marker = true, hashing.Mix(group.marker, at.File.ID)
	}
}
