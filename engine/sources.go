package engine

import (
	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
)

// Source is a place where lookups for one node look for keys.
type Source struct {
	Layer config.Layer
	// Module is the name of the module in the module layer.
	Module string
	// Level is the level of the hierarchy.
	Level *config.Level
	// Default tells that the level is one of the default_hierarchy.
	Default bool
	// Path is the file that is read there; "" for a level without files.
	Path string
	// Computed tells that the level is served by a function that may answer differently on each
	// node.
	Computed bool

	format fileFormat
}

// Document is the file of the source as it was read; nil when there is none.
func (e *Engine) Document(s Source) *data.Document {
	if s.Path == "" {
		return nil
	}
	var doc *data.Document
	var err error
	switch s.format {
	case hoconFile:
		doc, err = HOCONDocument(e.disk.Store, e.disk.Locate(s.Path))
	case jsonFile:
		doc, err = e.disk.Document(s.Path, data.JSON)
	default:
		doc, err = e.disk.Document(s.Path, data.YAML)
	}
	if err != nil {
		return nil
	}
	return doc
}

// Sources are the places that lookups for the node ask, in order: those of the global layer and the
// environment, or with a module those of the module, its default_hierarchy at the end. Locations that
// do not exist on the node are not among them. The error tells that the configuration of a layer is
// refused; lookups that come to it fail with it.
func (e *Engine) Sources(s *Scope, module string) ([]Source, error) {
	n := e.nodeOf(s)
	layers := []*layer{e.globalLayer(), e.environmentLayer()}
	if module != "" {
		layers = []*layer{e.moduleLayer(module)}
	}
	var sources []Source
	for _, l := range layers {
		switch {
		case l == nil || l.kind == config.Global && e.options.NoGlobalLayer:
			continue
		case l.err != nil:
			return sources, l.err
		case l.missing || l.config == nil:
			continue
		}
		h := n.hierarchy(l, false)
		if h.err != nil {
			return sources, h.err
		}
		sources = appendSources(sources, h.levels.all, false)
		sources = appendSources(sources, h.defaultLevels.all, true)
	}
	return sources, nil
}

func appendSources(sources []Source, levels []*level, isDefault bool) []Source {
	for _, l := range levels {
		s := Source{Layer: l.layer.kind, Module: l.layer.module, Level: l.config, Default: isDefault}
		switch b := l.backend.(type) {
		case *dataHashBackend:
			s.format = b.format
		case *eyamlBackend, *unknownBackend, hiera3Backend, failingBackend:
		default:
			s.Computed = true
		}
		if !l.located {
			sources = append(sources, s)
			continue
		}
		for _, at := range l.locations {
			if at.exists && at.unknown == nil {
				if s.Path = at.text; at.uri {
					s.Path = ""
				}
				sources = append(sources, s)
			}
		}
	}
	return sources
}

// Variable is the value of a variable of the node as a lookup would see it; false when the node does
// not have it, or it is not known.
func (e *Engine) Variable(s *Scope, name string) (*data.Value, bool) {
	return e.nodeOf(s).variable(name)
}
