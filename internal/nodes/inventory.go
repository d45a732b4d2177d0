// Package nodes looks up every key of a project on every distinct node: real nodes, whose facts are
// given, or nodes derived from the tree.
//
// Without facts, nodes are derived from the tree: matching the templates of hierarchies with the
// files yields the values that variables can have (see package project). A key depends on few
// files: those that define it and the keys that it references. For each key, nodes share an
// evaluation if they read the same of those files and have the same values of the variables that
// its values read.
//
// The package uses these terms:
//
//   - A fleet is the set of nodes of one environment; an inventory has the fleets of all
//     environments.
//   - A derived node is an assignment of values to variables. All its other variables are unknown.
//   - A way is an assignment under which nodes read a file: the result of matching the file with
//     one location.
//   - A file, or a way to read it, decides a key if the file defines the key or a key that its
//     value references.
//   - A pair is a derived node that combines two ways, so that it reads both files.
//   - A case is an outcome of the lookup of a key, with the nodes that have it.
//
// It does not decide what is reported; package rules does.
package nodes

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/internal/crash"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/project"
)

// Options are the options of an evaluation.
type Options struct {
	// Puppet is the major version of Puppet, 7 or 8.
	Puppet int
	// Nodes are the real nodes; if there are none, nodes are derived.
	Nodes []*facts.Node
	// Workers is the number of keys that are evaluated concurrently; 0 means one per processor.
	Workers int
	// PrivateKeys are files with eyaml private keys that replace those of the real server.
	PrivateKeys []string
	// IsNode reports whether code names a node, or may name it; nil if that is unknown. It is called from any goroutine.
	IsNode func(e *project.Environment, certname string) bool
	// Lenient evaluates keys despite a hiera.yaml that Puppet rejects; see engine.Options.
	Lenient bool
	// Origins enables the origins of values.
	Origins bool
	// NeedsPairs reports whether a key must also be evaluated on nodes that read two files that
	// define it, whose values merge without a conflict and reference no other key. When it is
	// called, from any goroutine, the cases are those of nodes that read one of the files. If nil,
	// keys are evaluated on all nodes.
	NeedsPairs func(*Key) bool
	// NeedsText reports whether it matters which text is inserted into the values of a key. It is called like
	// NeedsPairs, and used only with it.
	NeedsText func(*Key) bool
	// Finds reports whether there are findings about a key on the nodes of its current cases. If
	// not, nodes that are equivalent to these are omitted. It is called from any goroutine, and
	// used only with NeedsPairs.
	Finds func(*Key) bool
	// Crashed is called, from any goroutine, for each key or node whose evaluation crashed; such a
	// key is not observed. If nil, a crash ends the run.
	Crashed func(*crash.Error)
	// Done is called, from any goroutine, for each real node on which all keys have been evaluated;
	// may be nil.
	Done func()
}

// Inventory holds the nodes of a project. It is safe for concurrent use.
type Inventory struct {
	// Fleets are the nodes of each environment that has hierarchies, in the order of the
	// environments.
	Fleets []*Fleet
	// Unplaced are the real nodes that belong to none of the environments.
	Unplaced []*facts.Node
}

// New prepares an evaluation. Nothing is looked up until it is requested.
func New(p *project.Project, o Options) *Inventory {
	o.setDefaults()
	all, limits := &Inventory{}, newLimits(len(p.Files))
	names := lists.Set(lists.Map(p.Environments, func(e *project.Environment) string { return e.Name }))
	isStandIn := standIns(p)
	for _, e := range p.Environments {
		var taken map[string]bool
		if isStandIn[e] {
			taken = names
		}
		if fleet := newFleet(p, e, taken, o, limits, nil); fleet != nil {
			all.Fleets = append(all.Fleets, fleet)
		}
	}
	all.placeAll(o.Nodes)
	return all
}

func (o *Options) setDefaults() {
	if o.Workers < 1 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Crashed == nil {
		o.Crashed = func(crashed *crash.Error) { panic(crashed) }
	}
}

// placeAll assigns real nodes to their environments.
func (v *Inventory) placeAll(nodes []*facts.Node) {
	for _, n := range nodes {
		if !v.place(n) {
			v.Unplaced = append(v.Unplaced, n)
		}
	}
}

// place assigns a node to its environment: the one it specifies, or the only one. As in Puppet, a
// node that specifies none has the environment `production`.
func (v *Inventory) place(n *facts.Node) bool {
	name := cmp.Or(n.Environment, "production")
	for _, fleet := range v.Fleets {
		if fleet.named && fleet.Project.Name == name && fleet.hasHierarchy() {
			fleet.Real = append(fleet.Real, fleet.realNode(n))
			return true
		}
	}
	found := false
	for _, fleet := range v.Fleets {
		// A directory that is not an environment of a server may be any environment, and a module
		// is in all of them.
		if !fleet.named && fleet.hasHierarchy() {
			fleet.Real = append(fleet.Real, fleet.realNode(n))
			found = true
		}
	}
	return found
}

// maxKept is the maximum number of environments for which everything that lookups have cached is kept.
const maxKept = 16

// Keys evaluates root keys of each environment. observe is called with each key when it is done, from any goroutine.
func (v *Inventory) Keys(ctx context.Context, names [][]string, observe func(environment int, k *Key)) error {
	for i, fleet := range v.Fleets {
		if err := fleet.Keys(ctx, names[i], func(k *Key) { observe(i, k) }); err != nil {
			return err
		}
		if len(v.Fleets) > maxKept && len(fleet.Real) == 0 {
			fleet.Release()
		}
	}
	return nil
}

// Keys evaluates root keys. observe is called with each key when it is done, from any goroutine.
func (fleet *Fleet) Keys(ctx context.Context, names []string, observe func(*Key)) error {
	if len(fleet.Real) > 0 {
		return fleet.evaluateReal(ctx, names, observe)
	}
	return fleet.evaluateDerived(ctx, names, observe)
}

// guard calls f. It returns false if f crashed.
func (fleet *Fleet) guard(during string, f func()) bool {
	crashed := crash.Guard(during, f)
	if crashed != nil {
		fleet.options.Crashed(crashed)
	}
	return crashed == nil
}

// keysTogether is the number of keys that one goroutine evaluates at a time.
const keysTogether = 32

// Names returns the names of the keys to evaluate, sorted: the root keys that data files of the
// environment define, except for those that only installed modules define, and the required keys.
// The caller must not modify the slice.
func (fleet *Fleet) Names() []string { return fleet.index.ToEvaluate() }

// UsedVariables returns the variables, and parts of variables, that hierarchies and data of the project
// read, sorted by name and without repetitions. Variables to which only a key or fact with tokens
// leads are unknown.
func (v *Inventory) UsedVariables() []key.Key {
	var all []key.Key
	for _, fleet := range v.Fleets {
		all = append(all, fleet.index.Variables...)
		for _, root := range fleet.roots {
			if root.Config.Doc.Value != nil {
				all = append(all, index.AsksOf(root.Config.Doc.Value).Variables...)
			}
			for _, level := range root.Config.AllLevels() {
				if level.Mapped == nil {
					continue
				}
				if k, err := key.Parse(level.Mapped.Variable); err == nil {
					all = append(all, k)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b key.Key) int { return strings.Compare(a.Text, b.Text) })
	return slices.CompactFunc(all, func(a, b key.Key) bool { return a.Text == b.Text })
}
