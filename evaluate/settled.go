package evaluate

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/project"
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

// mayBePreceded tells whether a level whose data is not in the tree comes before one.
func (env *Environment) mayBePreceded(r *project.Reader) bool {
	if r.Hierarchy != project.Regular || r.Root != env.own && r.Root != env.global {
		return len(env.Unseen()) > 0
	}
	at := slices.Index(r.Root.Config.Hierarchy, r.Level)
	for _, unseen := range env.Unseen() {
		above := slices.Index(r.Root.Config.Hierarchy, unseen)
		if above >= 0 && above < at || above < 0 && r.Root == env.own {
			return true
		}
	}
	return false
}
