package backend

import (
	"encoding/binary"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
)

// Source is a place that lookups for one node search for keys.
type Source struct {
	Layer config.Layer
	// Module is the name of the module in the module layer.
	Module string
	// Level is the level of the hierarchy.
	Level *config.Level
	// Path is the path of the file; "" for a level without files.
	Path string
	// Computed reports that a function serves the level that may answer differently on each node.
	Computed bool
	// Direct reports that lookups return the values in the file unchanged.
	Direct bool

	format data.Format
	id     uint32 // 0 until it is shared
}

// SourceGroup holds the sources of a level, or of one location of it. Equal groups of all nodes are
// the same *SourceGroup.
type SourceGroup struct{ Sources []*Source }

// Format returns the format of the file.
func (s *Source) Format() data.Format { return s.format }

// Sources returns the places that lookups search in the level, in groups that are not empty.
func (l *Level) Sources() []*SourceGroup { return l.sources }

func (b *Backends) sourcesOf(l *Level) []*SourceGroup {
	of := l.backend.traits()
	at := Source{Layer: l.Layer.Kind, Module: l.Layer.Module, Level: l.Config, Computed: of.isComputed, Direct: of.isDirect, format: of.format}
	if !l.Located {
		return b.grouped([]*Source{b.source(at)})
	}
	var all []*Source
	for _, location := range l.Locations {
		if !location.Exists || location.Unknown != nil {
			continue
		}
		at.Path = location.Text
		if location.URI {
			at.Path = ""
		}
		all = append(all, b.source(at))
	}
	return b.grouped(all)
}

// grouped returns the group of some sources; none if there are no sources.
func (b *Backends) grouped(sources []*Source) []*SourceGroup {
	if len(sources) == 0 {
		return nil
	}
	var ids []byte
	for _, s := range sources {
		ids = binary.LittleEndian.AppendUint32(ids, s.id)
	}
	group, ok := b.groups.Load(string(ids))
	if !ok {
		group = b.groups.Store(string(ids), &SourceGroup{sources})
	}
	return []*SourceGroup{group}
}

// source returns the same pointer for equal sources of all nodes.
func (b *Backends) source(s Source) *Source {
	if known, ok := b.sources.Load(s); ok {
		return known
	}
	kept := s
	kept.id = b.sourceCount.Add(1)
	return b.sources.Store(s, &kept)
}

// OptionsKind describes the lookup_options in a level.
type OptionsKind uint8

// The kinds of lookup_options.
const (
	NoOptions      OptionsKind = iota
	FixedOptions               // the same on every node
	VaryingOptions             // may depend on the node, or fail
)

// LookupOptions returns the kind of lookup_options in the level.
func (l *Level) LookupOptions() OptionsKind { return l.lookupOptions() }

func (l *Level) findOptions() OptionsKind {
	has := NoOptions
	if !l.Located {
		return l.optionsAt(nil)
	}
	for _, at := range l.Live {
		has = max(has, l.optionsAt(at))
	}
	return has
}

func (l *Level) optionsAt(at *Location) OptionsKind {
	if at != nil && at.Unknown != nil {
		return VaryingOptions
	}
	isFile := at != nil && !at.URI
	switch b := l.backend.(type) {
	case *unknownBackend, hiera3Backend:
		return NoOptions
	case *dataHashBackend:
		if isFile && (l.Options == nil || l.Options.Len() == 0) {
			return b.document(l, at).lookupOptions()
		}
	case *eyamlBackend:
		if isFile && b.document(at).lookupOptions() == NoOptions {
			return NoOptions
		}
	}
	return VaryingOptions
}

func (f *document) lookupOptions() OptionsKind {
	if !f.isSound() {
		return VaryingOptions
	}
	switch entry := f.entry(optionsRoot); {
	case entry == nil:
		return NoOptions
	case entry.tokens || entry.unknown || entry.problem() != "":
		return VaryingOptions
	}
	return FixedOptions
}
