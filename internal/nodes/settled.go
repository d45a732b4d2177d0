package nodes

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/project"
)

// Settled is the value of a root key that a data file defines, if the levels of the tree above it are all that may come
// before it on the nodes that read the file: no level whose data is not in the tree is above, and nothing is merged. It is
// nil otherwise.
func (env *Environment) Settled(doc *data.Document, name string) *data.Value {
	r := env.index.roots[name]
	if r == nil || *r.merged {
		return nil
	}
	i := slices.IndexFunc(r.definitions, func(d *definition) bool { return d.file.Doc == doc })
	if i < 0 || slices.ContainsFunc(r.definitions[i].readers, env.mayBePreceded) {
		return nil
	}
	return r.definitions[i].value
}

// mayBePreceded tells whether data that is not in the tree comes before a reader.
func (env *Environment) mayBePreceded(r *project.Reader) bool {
	unseen := env.Unseen()
	if r.Hierarchy != project.Regular || r.Root != env.own && r.Root != env.global {
		return len(unseen) > 0
	}
	at := slices.Index(r.Root.Config.Hierarchy, r.Level)
	return slices.ContainsFunc(unseen, func(u project.UnseenData) bool {
		switch {
		case u.Root != r.Root:
			return r.Root == env.own
		case u.Level == r.Level:
			return u.Location < r.Location
		}
		return slices.Index(r.Root.Config.Hierarchy, u.Level) < at
	})
}
