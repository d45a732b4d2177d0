// Package nodes looks up every key of a project on every node that differs: real nodes, whose
// facts are given, or nodes derived from the tree.
//
// Without facts the nodes follow from the tree: the templates of the hierarchies matched
// against the files give the values that variables can take (package project). A key is decided by
// few files: those that define it and the keys it refers to. For each key, nodes that read the
// same of those files and have the same values of the variables that its values ask for are one evaluation.
//
// It judges nothing: which outcomes are reported is the business of package rules.
package nodes

import (
	"context"
	"slices"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/crash"
	"github.com/hieralint/hieralint/internal/project"
)

// Options say how a project is evaluated.
type Options struct {
	// Puppet is the major version whose behaviour counts: 7 or 8.
	Puppet int
	// Nodes are real nodes; without any they are derived.
	Nodes []*facts.Node
	// Workers is how many keys are evaluated at a time.
	Workers int
	// PrivateKeys are files with private keys of eyaml that stand in for those of the real server.
	PrivateKeys []string
	// Trace asks for the origins of values.
	Trace bool
	// NeedsPairs reports whether the caller may have a use for a key on nodes that read two files with it, whose values are merged
	// without any conflict and refer to no other key, besides its use for the key on nodes that read one of them: these are the cases when it
	// is called, from any goroutine. Where it is nil, a key is evaluated on all nodes.
	NeedsPairs func(*Key) bool
	// Finds reports whether the caller says anything about a key on the nodes that its cases are of when it is called, from any goroutine. Where
	// it does not, nodes are left out on which the key is as on those. It goes with NeedsPairs.
	Finds func(*Key) bool
	// Crashed is called, from any goroutine, for each key or node on which the evaluation crashed; such a key is not
	// observed. Where it is nil, the crash ends the run.
	Crashed func(*crash.Error)
	// Done is called, from any goroutine, for each real node once all keys are evaluated on it; may be nil.
	Done func()
}

// Inventory is the nodes of a project. It is safe for concurrent use.
type Inventory struct {
	// Fleets are the nodes of each environment of the project that has hierarchies, in the order of the environments.
	Fleets []*Fleet
	// Unplaced are the real nodes that belong to none of the environments.
	Unplaced []*facts.Node

	workers int
	run     *engine.Run
}

// New prepares an evaluation. Nothing is looked up before it is asked for.
func New(p *project.Project, o Options) *Inventory {
	o.setDefaults()
	all := &Inventory{workers: o.Workers, run: &engine.Run{}}
	for _, e := range p.Environments {
		if fleet := newFleet(p, e, o, all.run, nil); fleet != nil {
			all.Fleets = append(all.Fleets, fleet)
		}
	}
	all.placeAll(o.Nodes)
	return all
}

func (o *Options) setDefaults() {
	if o.Workers < 1 {
		o.Workers = 1
	}
	if o.Crashed == nil {
		o.Crashed = func(crashed *crash.Error) { panic(crashed) }
	}
}

// placeAll gives real nodes to their environments.
func (v *Inventory) placeAll(nodes []*facts.Node) {
	for _, n := range nodes {
		if !v.place(n) {
			v.Unplaced = append(v.Unplaced, n)
		}
	}
}

// place gives a node to its environment: the one it names, or the only one there is. A node that
// names none has the environment `production`, as in Puppet.
func (v *Inventory) place(n *facts.Node) bool {
	name := n.Environment
	if name == "" {
		name = "production"
	}
	for _, fleet := range v.Fleets {
		if fleet.named && fleet.Project.Name == name && fleet.hasHierarchy() {
			fleet.Real = append(fleet.Real, fleet.realNode(n))
			return true
		}
	}
	found := false
	for _, fleet := range v.Fleets {
		// A directory that is no environment of a server holds any environment, and a module is in all.
		if !fleet.named && fleet.hasHierarchy() {
			fleet.Real = append(fleet.Real, fleet.realNode(n))
			found = true
		}
	}
	return found
}

// Keys evaluates root keys in the order of their names. observe is called with each as soon as it is done, from any goroutine.
func (fleet *Fleet) Keys(ctx context.Context, names []string, observe func(*Key)) error {
	alone := &Inventory{Fleets: []*Fleet{fleet}, workers: fleet.options.Workers, run: fleet.run}
	return alone.Keys(ctx, [][]string{names}, func(_ int, k *Key) { observe(k) })
}

// guard calls f. It is false when f crashed.
func (fleet *Fleet) guard(during string, f func()) bool {
	crashed := crash.Guard(during, f)
	if crashed != nil {
		fleet.options.Crashed(crashed)
	}
	return crashed == nil
}

// keysTogether is how many keys one goroutine evaluates: enough to be worth a goroutine.
const keysTogether = 32

// Names are the keys that there are to evaluate, in order: those that data files of the environment define at their root, except those
// that only come with modules from elsewhere, and those that are required. The list is shared: nobody may change it.
func (fleet *Fleet) Names() []string { return fleet.index.counted() }

// namesOf are the names of those of the keys that there are to evaluate.
func (fleet *Fleet) namesOf(roots map[*root]bool) []string {
	names := fleet.index.namesOf(roots)
	slices.Sort(names)
	return names
}

// counts reports whether there is a reason to evaluate the key.
func (r *root) counts() bool { return r.own || r.required != nil }
