package engine

import (
	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/backend"
)

// Document returns the parsed file of a source, or nil if it has none.
func (e *Engine) Document(s *config.Source) *data.Document {
	if s.Path == "" {
		return nil
	}
	var doc *data.Document
	var err error
	if s.Format == data.HOCON {
		doc, err = HOCONDocument(e.disk.Store, e.disk.Locate(s.Path))
	} else {
		doc, err = e.disk.Document(s.Path, s.Format)
	}
	if err != nil {
		return nil
	}
	return doc
}

// HOCONDocument returns a HOCON file as lookups read it if the environment variables of the server
// are unknown.
func HOCONDocument(store *data.Store, path string) (*data.Document, error) {
	return backend.HOCONDocument(store, path)
}

// Sources returns the places that lookups for a node search, in order. They are those of the global
// and environment layers or, if module is given, those of the module; defaults has the sources of
// the module's default_hierarchy. Locations that do not exist on the node are omitted. If Puppet
// rejects the configuration of a layer, Sources returns the error with which lookups that reach the
// layer fail.
func (e *Engine) Sources(s *Scope, module string) (sources, defaults []*config.SourceGroup, err error) {
	if s.own != nil {
		ok := e.nodeOf(s, false).EachSource(module, func(some *config.SourceGroup, isDefault bool) {
			if isDefault {
				defaults = append(defaults, some)
			} else {
				sources = append(sources, some)
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
