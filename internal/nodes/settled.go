package nodes

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/project"
)

// Settled is the value of a root key that a data file defines, if the levels of the tree above it are all that may come
// before it on the nodes that read the file: no level whose data is not in the tree is above, and nothing is merged. It is
// nil otherwise.
func (fleet *Fleet) Settled(doc *data.Document, name string) *data.Value {
	r := fleet.index.roots[name]
	if r == nil || *r.merged {
		return nil
	}
	i := slices.IndexFunc(r.definitions, func(d *definition) bool { return d.file.Doc == doc })
	if i < 0 || slices.ContainsFunc(r.definitions[i].readers, fleet.mayBePreceded) {
		return nil
	}
	return r.definitions[i].value
}

// mayBePreceded reports whether data that is not in the tree comes before a reader.
func (fleet *Fleet) mayBePreceded(r *project.Reader) bool {
	unseen := fleet.Unseen()
	if r.Hierarchy != project.Regular || r.Root != fleet.own && r.Root != fleet.global {
		return len(unseen) > 0
	}
	at := slices.Index(r.Root.Config.Hierarchy, r.Level)
	return slices.ContainsFunc(unseen, func(u project.UnseenData) bool {
		switch {
		case u.Root != r.Root:
			return r.Root == fleet.own
		case u.Level == r.Level:
			return u.Location < r.Location
		}
		return slices.Index(r.Root.Config.Hierarchy, u.Level) < at
	})
}
