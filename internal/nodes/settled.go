package nodes

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/project"
)

// Settled returns the value of a root key in a data file, if this is the value that the nodes
// reading the file get as far as other levels are concerned: every level with a higher priority is
// known, and nothing is merged. Otherwise, it returns nil.
func (fleet *Fleet) Settled(doc *data.Document, name string) *data.Value {
	r := fleet.index.Find(name)
	if r == nil || r.Merged {
		return nil
	}
	i := slices.IndexFunc(r.Definitions, func(d *index.Definition) bool { return d.File.Doc == doc })
	if i < 0 || slices.ContainsFunc(r.Definitions[i].Matches, fleet.mayBePreceded) {
		return nil
	}
	return r.Definitions[i].Value
}

// mayBePreceded reports whether data outside of the tree may have a higher priority than what a
// match reads.
func (fleet *Fleet) mayBePreceded(m *project.Match) bool {
	if m.Hierarchy != project.Regular || m.Root != fleet.own && m.Root != fleet.global {
		return fleet.IsPartial()
	}
	if m.Root.Substitute || m.Root == fleet.own && fleet.global != nil && fleet.global.Substitute {
		return true
	}
	at := slices.Index(m.Root.Config.Hierarchy, m.Level)
	return slices.ContainsFunc(fleet.unseen(), func(u project.UnseenData) bool {
		switch {
		case u.Root != m.Root:
			return m.Root == fleet.own
		case u.Level == m.Level:
			return u.Location < m.Location
		}
		return slices.Index(m.Root.Config.Hierarchy, u.Level) < at
	})
}
