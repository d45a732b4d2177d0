package evaluate

import (
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/project"
)

const certnameVariable = "trusted.certname"

// Requirement is a key without whose value no catalog can be made, on the nodes that need it.
type Requirement struct {
	Key string
	// Everywhere tells that every node needs it; otherwise those of Certnames do.
	Everywhere bool
	Certnames  map[string]bool
}

// Require makes Keys evaluate keys also where no data has them, on the nodes that need them too. It must be
// called before Keys.
func (env *Environment) Require(all []Requirement) {
	for i := range all {
		q := &all[i]
		if k, err := key.Parse(q.Key); err != nil || k.Root != q.Key {
			continue
		}
		r := env.index.root(q.Key)
		r.required = q
		env.index.finish(r)
	}
}

// maxCertnames is how many derived nodes are told apart by their names alone, maxNeeding how many evaluations of
// a key that may take: beyond that nothing is known of single nodes.
const (
	maxCertnames = 200
	maxNeeding   = 20000
)

// Certnames are the nodes whose names are known, in order: the real ones, or those that the tree tells of, unless
// these are too many.
func (env *Environment) Certnames() []string {
	names := map[string]bool{}
	for _, n := range env.Real {
		names[n.Name] = true
	}
	if len(env.Real) > 0 {
		return slices.Sorted(maps.Keys(names))
	}
	for _, a := range env.ways {
		if name := a.values[certnameVariable]; name != "" {
			names[name] = true
		}
	}
	if len(names) > maxCertnames {
		return nil
	}
	return slices.Sorted(maps.Keys(names))
}

// needs tells whether the node needs the key.
func (n *Node) needs(r *root) bool {
	switch {
	case r.required == nil, n.mayHave(r):
		return false
	case r.required.Everywhere:
		return true
	case n.assigned != nil:
		return r.required.Certnames[n.assigned.values[certnameVariable]]
	default:
		return r.required.Certnames[n.Name]
	}
}

// KnowsExtensions tells whether the extensions of the certificates of all real nodes are known.
func (env *Environment) KnowsExtensions() bool {
	return !slices.ContainsFunc(env.Real, func(n *Node) bool { return !n.facts.KnowsExtensions() })
}

// mayHave tells whether the node may have a value of the key by an extension of its certificate that is not known.
func (n *Node) mayHave(r *root) bool {
	if n.facts == nil || n.facts.KnowsExtensions() {
		return false
	}
	return slices.ContainsFunc(r.definitions, func(d *definition) bool {
		return slices.ContainsFunc(d.readers, func(reader *project.Reader) bool {
			for name := range reader.Vars {
				if IsExtension(name) {
					return true
				}
			}
			return false
		})
	})
}

// IsExtension tells whether a variable is told by the certificate of a node, or by a service that the server asks: no
// facts have it.
func IsExtension(name string) bool {
	name = strings.TrimPrefix(name, "::")
	return strings.HasPrefix(name, "trusted.extensions.") || strings.HasPrefix(name, "trusted.external.")
}

// Required is the requirement that the key answers; nil when there is none.
func (k *Key) Required() *Requirement { return k.root.required }

// Everyone are the certnames of the requirement, in order, for which something holds whatever else such a node
// is like. It is for derived nodes.
func (k *Key) Everyone(holds func(*Case) bool) []string {
	all := map[string]bool{}
	for _, c := range k.Cases {
		for _, n := range c.Nodes {
			if name := n.assigned.values[certnameVariable]; k.root.required.Certnames[name] {
				known, ok := all[name]
				all[name] = (known || !ok) && holds(c)
			}
		}
	}
	maps.DeleteFunc(all, func(_ string, everyone bool) bool { return !everyone })
	return slices.Sorted(maps.Keys(all))
}

// needing are the derived nodes of a requirement that need the key, as far as others do not tell already: each
// certname alone, and with all that the others are like. There are none where every node has the key.
func (r *root) needing(others []*assignment) []*assignment {
	if r.required == nil || r.required.Everywhere || len(r.required.Certnames)*len(others) > maxNeeding {
		return nil
	}
	for _, d := range r.definitions {
		if slices.ContainsFunc(d.readers, func(reader *project.Reader) bool { return len(reader.Vars) == 0 }) {
			return nil
		}
	}
	var nodes []*assignment
	for _, name := range slices.Sorted(maps.Keys(r.required.Certnames)) {
		node := newAssignment()
		node.set(certnameVariable, name)
		for _, a := range others {
			if both := join(a, node); both != nil {
				nodes = append(nodes, both)
			}
		}
	}
	return nodes
}
