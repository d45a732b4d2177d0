package backend

import (
	"encoding/binary"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/lists"
)

// numberedSource is a source that all nodes share.
type numberedSource struct {
	config.Source
	id uint32
}

// Sources returns the places that lookups search in the level, in groups that are not empty.
func (l *Level) Sources() []*config.SourceGroup { return l.sources }

func (b *Backends) sourcesOf(l *Level) []*config.SourceGroup {
	of := l.backend.traits()
	at := config.Source{Layer: l.Layer.Kind, Level: l.Config, Computed: of.isComputed, Format: of.format}
	if !l.Located {
		return b.grouped([]*numberedSource{b.source(at)})
	}
	var all []*numberedSource
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
func (b *Backends) grouped(sources []*numberedSource) []*config.SourceGroup {
	if len(sources) == 0 {
		return nil
	}
	var ids []byte
	for _, s := range sources {
		ids = binary.LittleEndian.AppendUint32(ids, s.id)
	}
	return []*config.SourceGroup{b.groups.Of(string(ids), func() *config.SourceGroup {
		return &config.SourceGroup{Sources: lists.Map(sources, func(s *numberedSource) *config.Source { return &s.Source })}
	})}
}

// source returns the same pointer for equal sources of all nodes.
func (b *Backends) source(s config.Source) *numberedSource {
	return b.sources.Of(s, func() *numberedSource { return &numberedSource{s, b.sourceCount.Add(1)} })
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
