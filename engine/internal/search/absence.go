package search

import (
	"github.com/hieralint/hieralint/engine/internal/hierarchy"
	"github.com/hieralint/hieralint/engine/interpolate"
)

// absence is a part of a level for all nodes on which its path does not exist. It does not depend
// on what that path is, because explanations do not use it.
type absence struct {
	variant *variant
	level   *hierarchy.Level
	// path are the pieces of the path: literal text, and the indexes of variables.
	path []piece
	// datadir lists the variables in the data directory, with the states for which the absence is
	// valid.
	datadir []variableState
}

type variableState struct {
	variable int
	state    state
}

// piece is the literal text of a template, or a variable.
type piece struct {
	text     string
	variable int // -1 for text
}

// maxPath is the maximum length of a path that is composed here.
const maxPath = 1024

// newAbsence returns what a part without an existing path on nodes with the given states is on all
// nodes on which its path does not exist; nil if it may differ between them.
func (v *variants) newAbsence(p *part, of *variant, states []state) *absence {
	if !v.elsewhere || len(p.needed) == 0 || of.level == nil || len(of.level.Locations) != 1 || !of.record.IsPlain() || of.record.HasUnknown {
		return nil
	}
	if at := of.level.Locations[0]; at.Exists || at.Unknown != nil || at.URI {
		return nil
	}
	template := p.config.Locations[0].Template
	if template == nil {
		return nil
	}
	a := &absence{variant: of, level: &of.level.Level}
	end := 0
	for token := range template.All() {
		at := v.find(token.Key)
		if token.Kind != interpolate.Variable || at < 0 {
			return nil
		}
		a.path = append(a.path, piece{template.Text[end:token.Span.Start], -1}, piece{"", at})
		end = token.Span.End
	}
	a.path = append(a.path, piece{template.Text[end:], -1})
	for _, k := range hierarchy.DatadirVariables(p.config) {
		at := v.find(k)
		if at < 0 || states[at] == varying {
			return nil
		}
		a.datadir = append(a.datadir, variableState{at, states[at]})
	}
	return a
}

// isFor reports whether the path of the part certainly does not exist on nodes with the given
// states.
func (a *absence) isFor(v *variants, states []state) bool {
	for _, of := range a.datadir {
		if states[of.variable] != of.state {
			return false
		}
	}
	var buffer [256]byte
	path := buffer[:0]
	for _, p := range a.path {
		text := p.text
		if p.variable >= 0 {
			var ok bool
			if text, ok = v.variables[p.variable].textOf(states[p.variable]); !ok {
				return false
			}
		}
		path = append(path, text...)
	}
	return len(path) <= maxPath && v.space.Layers.Lacks(a.level.PathOf(string(path)))
}
