package engine

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/backend"
)

// Source is a place where lookups for one node look for keys. One that several nodes share is the same for all of them.
type Source = backend.Source

// Document is the file of the source as it was read; nil when there is none.
func (e *Engine) Document(s *Source) *data.Document {
	if s.Path == "" {
		return nil
	}
	var doc *data.Document
	var err error
	if s.Format() == data.HOCON {
		doc, err = HOCONDocument(e.disk.Store, e.disk.Locate(s.Path))
	} else {
		doc, err = e.disk.Document(s.Path, s.Format())
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
// environment, or with a module those of the module; defaults are those of a default_hierarchy. Locations that
// do not exist on the node are not among them. The error is that of a layer whose configuration Puppet
// rejects; lookups that reach it fail with it.
func (e *Engine) Sources(s *Scope, module string) (sources, defaults []*Source, err error) {
	if s.own != nil {
		ok := e.nodeOf(s, false).EachSource(module, func(at *Source, isDefault bool) {
			if isDefault {
				defaults = append(defaults, at)
			} else {
				sources = append(sources, at)
			}
		})
		if ok {
			return sources, defaults, nil
		}
		sources, defaults = nil, nil
	}
	err = e.nodeOf(s, false).EachLevel(module, func(l *backend.Level, isDefault bool) {
		if isDefault {
			defaults = append(defaults, l.Sources()...)
		} else {
			sources = append(sources, l.Sources()...)
		}
	})
	return sources, defaults, err
}
