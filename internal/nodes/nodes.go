// Package nodes looks up every key of a project on every node that differs: real nodes, whose
// facts are given, or nodes derived from the tree.
//
// Without facts the tree itself tells what nodes there are: the templates of the hierarchies matched
// against the files give the values that variables can take (package project). A key is decided by
// few files: those that define it and the keys it refers to. Nodes are told apart for each key by
// those files and by the variables its values ask for; equal ones are one evaluation.
//
// It judges nothing: what an outcome is worth reporting is the business of package rules.
package nodes

import (
	"context"
	"slices"

	"github.com/sourcegraph/conc/pool"

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
	// Crashed is told of each key or node on which the evaluation crashed, from any goroutine: nothing else is
	// told of it. Where it is nil, the crash ends the run.
	Crashed func(*crash.Error)
	// Done is told of each real node once all keys are evaluated on it, from any goroutine; may be nil.
	Done func()
}

// Project is a project that can be evaluated. It is safe for concurrent use.
type Project struct {
	// Environments are those of the project that have hierarchies, in its order.
	Environments []*Environment
	// Unplaced are the real nodes that belong to none of the environments.
	Unplaced []*facts.Node
}

// New prepares an evaluation. Nothing is looked up before it is asked for.
func New(p *project.Project, o Options) *Project {
	if o.Workers < 1 {
		o.Workers = 1
	}
	if o.Crashed == nil {
		o.Crashed = func(crashed *crash.Error) { panic(crashed) }
	}
	all := &Project{}
	for _, e := range p.Environments {
		if env := newEnvironment(p, e, o); env != nil {
			all.Environments = append(all.Environments, env)
		}
	}
	for _, n := range o.Nodes {
		if !all.place(n) {
			all.Unplaced = append(all.Unplaced, n)
		}
	}
	return all
}

// place gives a node to its environment: the one it names, or the only one there is. A node that
// names none has the environment `production`, as in Puppet.
func (p *Project) place(n *facts.Node) bool {
	name := n.Environment
	if name == "" {
		name = "production"
	}
	for _, env := range p.Environments {
		if env.named && env.Project.Name == name && env.hasHierarchy() {
			env.Real = append(env.Real, env.realNode(n))
			return true
		}
	}
	found := false
	for _, env := range p.Environments {
		// A directory that is no environment of a server holds any environment, and a module is in all.
		if !env.named && env.hasHierarchy() {
			env.Real = append(env.Real, env.realNode(n))
			found = true
		}
	}
	return found
}

// Keys evaluates the keys that data files of the environment define at their root, except those that
// only come with modules from elsewhere, and those that are required, in the order of their names. observe is told of each as soon
// as it is done, from any goroutine.
func (env *Environment) Keys(ctx context.Context, observe func(*Key)) error {
	names := env.ownKeys()
	if len(env.Real) > 0 {
		return env.evaluateReal(ctx, names, observe)
	}
	work := pool.New().WithMaxGoroutines(env.options.Workers).WithContext(ctx)
	for chunk := range slices.Chunk(names, keysTogether) {
		work.Go(func(ctx context.Context) error {
			for _, name := range chunk {
				if err := ctx.Err(); err != nil {
					return err
				}
				var k *Key
				if env.guard("the key "+name, func() { k = env.Evaluate(ctx, name) }) {
					observe(k)
				}
			}
			return nil
		})
	}
	return work.Wait()
}

// guard calls f. It is false when f crashed.
func (env *Environment) guard(during string, f func()) bool {
	crashed := crash.Guard(during, f)
	if crashed != nil {
		env.options.Crashed(crashed)
	}
	return crashed == nil
}

// keysTogether is how many keys one goroutine evaluates: enough to be worth a goroutine.
const keysTogether = 32

// Count is how many keys there are to evaluate.
func (env *Environment) Count() int {
	count := 0
	for _, root := range env.index.roots {
		if root.counts() {
			count++
		}
	}
	return count
}

// ownKeys are the keys that Keys evaluates.
func (env *Environment) ownKeys() []string {
	var names []string
	for name, root := range env.index.roots {
		if root.counts() {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// counts tells whether the key is one of those that Keys evaluates.
func (r *root) counts() bool { return r.own || r.required != nil }
