package engine

import (
	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/backend"
)

// Source is a place where lookups for one node look for keys.
type Source struct {
	Layer config.Layer
	// Module is the name of the module in the module layer.
	Module string
	// Level is the level of the hierarchy.
	Level *config.Level
	// Default reports that the level is one of the default_hierarchy.
	Default bool
	// Path is the file that is read there; "" for a level without files.
	Path string
	// Computed reports that the level is served by a function that may answer differently on each
	// node.
	Computed bool

	format data.Format
}

// Document is the file of the source as it was read; nil when there is none.
func (e *Engine) Document(s Source) *data.Document {
	if s.Path == "" {
		return nil
	}
	var doc *data.Document
	var err error
	if s.format == data.HOCON {
		doc, err = HOCONDocument(e.disk.Store, e.disk.Locate(s.Path))
	} else {
		doc, err = e.disk.Document(s.Path, s.format)
	}
	if err != nil {
		return nil
	}
	return doc
}

// HOCONDocument is a HOCON file as lookups read it where the environment variables of the server are
// unknown.
func HOCONDocument(store *data.Store, path string) (*data.Document, error) {
	return backend.HOCONDocument(store, path)
}

// Sources are the places that lookups for the node ask, in order: those of the global layer and the
// environment, or with a module those of the module, its default_hierarchy at the end. Locations that
// do not exist on the node are not among them. The error is that of a layer whose configuration Puppet
// rejects; lookups that reach it fail with it.
func (e *Engine) Sources(s *Scope, module string) ([]Source, error) {
	var sources []Source
	err := e.nodeOf(s).EachLevel(module, func(l *backend.Level, isDefault bool) {
		source := Source{
			Layer: l.Layer.Kind, Module: l.Layer.Module, Level: l.Config, Default: isDefault,
			Computed: l.IsComputed(), format: l.Format(),
		}
		if !l.Located {
			sources = append(sources, source)
			return
		}
		for _, at := range l.Locations {
			if at.Exists && at.Unknown == nil {
				if source.Path = at.Text; at.URI {
					source.Path = ""
				}
				sources = append(sources, source)
			}
		}
	})
	return sources, err
}
