package nodes

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/sources"
	"github.com/hieralint/hieralint/internal/nodes/vars"
)

// Node is a node on which keys are looked up.
type Node struct {
	// Name is the certname of a real node; "" for a derived one.
	Name string
	// Environment is the name of its environment.
	Environment string
	// Scope holds its variables; nil except while keys are evaluated on it, unless it is the node
	// of a way.
	Scope *engine.Scope

	fleet    *Fleet
	engine   *engine.Engine
	facts    *facts.Node      // of a real node
	number   int              // of a real node, in the order of the facts
	assigned *vars.Assignment // of a derived node
	crashed  bool             // reading a real node's sources crashed
	like     [2]*Node         // the nodes of the two ways that a derived node combines; nil for others

	mu        sync.Mutex
	own       *sources.Sources // of the global and environment layers
	ofModules map[string]*sources.Sources
	variables map[string]variableHash
}

// variableHash is the hash of a variable's value, if that alone determines the result of a lookup
// that reads it.
type variableHash struct {
	hash    uint64
	decides bool
}

func (fleet *Fleet) realNode(n *facts.Node) *Node {
	name := fleet.Project.Name
	if !fleet.named && n.Environment != "" {
		name = n.Environment
	}
	return &Node{Name: n.Certname, Environment: name, fleet: fleet, engine: fleet.engine(name), facts: n, number: len(fleet.Real)}
}

// anotherEnvironment is the name of an environment that no file is for.
const anotherEnvironment = "any_environment"

// derivedNode returns the node of an assignment.
func (fleet *Fleet) derivedNode(a *vars.Assignment) *Node {
	name := fleet.Project.Name
	if value, ok := a.Lookup(facter.Environment); ok {
		name = value
	} else if !fleet.named && fleet.variables[facter.Environment] != nil {
		name = anotherEnvironment
	}
	return &Node{Environment: name, fleet: fleet, engine: fleet.engine(name), assigned: a}
}

// pairNode returns the derived node that combines two ways.
func (fleet *Fleet) pairNode(p pair) *Node {
	n := fleet.derivedNode(p.both)
	a, b := fleet.wayNode(p.of[0]), fleet.wayNode(p.of[1])
	if !fleet.isNested && a.engine == n.engine && b.engine == n.engine {
		n.like = [2]*Node{a, b}
	}
	return n
}

// wayNode returns the node of a way, which decides several keys.
func (fleet *Fleet) wayNode(a *vars.Assignment) *Node {
	fleet.mu.Lock()
	n := fleet.derived[a]
	fleet.mu.Unlock()
	if n != nil {
		return n
	}
	n = fleet.derivedNode(a)
	n.prepare()
	fleet.mu.Lock()
	defer fleet.mu.Unlock()
	if other := fleet.derived[a]; other != nil {
		return other
	}
	fleet.derived[a] = n
	return n
}

// maxNeedingNodes is the maximum number of nodes of requirements that are kept.
const maxNeedingNodes = 10_000

// needingNode returns the node of a requirement, which several keys may need. isKept is false for a
// node that is not prepared, because there are too many.
func (fleet *Fleet) needingNode(a *vars.Assignment) (n *Node, isKept bool) {
	id := a.ID()
	fleet.mu.Lock()
	n, count := fleet.needing[id], len(fleet.needing)
	fleet.mu.Unlock()
	if n != nil {
		return n, true
	}
	n = fleet.derivedNode(a)
	if count >= maxNeedingNodes {
		return n, false
	}
	n.prepare()
	fleet.mu.Lock()
	defer fleet.mu.Unlock()
	if other := fleet.needing[id]; other != nil {
		return other, true
	}
	lists.Put(&fleet.needing, id, n)
	return n, true
}

// prepare creates the scope of a node, and forget removes it with everything that was cached for
// it, because there are many nodes.
func (n *Node) prepare() {
	switch {
	case n.like[0] != nil:
		n.Scope = engine.CombineScopes(n.like[0].Scope, n.like[1].Scope, n.assigned.Scope)
	case n.assigned != nil:
		n.Scope = engine.NewScope(n.assigned.Scope())
	default:
		n.Scope = vars.RealScope(n.facts)
	}
}

// findSources prepares a real node and determines its sources.
func (n *Node) findSources() {
	n.prepare()
	n.sourcesOf("")
	for module := range n.fleet.index.Modules {
		n.sourcesOf(module)
	}
	n.variables = make(map[string]variableHash, len(n.fleet.index.Variables))
	for _, k := range n.fleet.index.Variables {
		n.variables[k.Text] = n.variableHash(k)
	}
}

// findSources is Node.findSources for nodes, and marks those for which it crashes.
func findSources(ctx context.Context, workers int, nodes []*Node) error {
	return inChunks(ctx, workers, nodes, preparedTogether, func(ctx context.Context, some []*Node) error {
		for _, n := range some {
			n.crashed = !n.fleet.guard("the node "+n.Name, n.findSources)
		}
		return ctx.Err()
	})
}

// classesOf prepares real nodes and divides them by their sources. It omits nodes whose sources cannot be determined because
// that crashes.
func (fleet *Fleet) classesOf(ctx context.Context, nodes []*Node) (*classes, error) {
	if err := findSources(ctx, fleet.options.Workers, nodes); err != nil {
		return nil, err
	}
	return classify(lists.Filter(nodes, func(n *Node) bool { return !n.crashed })), nil
}

func (n *Node) forget() {
	n.Scope, n.own, n.ofModules, n.variables = nil, nil, nil, nil
}

// Files returns the documents that lookups for the node read: those of the global and environment
// layers, highest priority first, followed by those of modules, sorted by name.
func (n *Node) Files() []*data.Document {
	if n.Scope == nil {
		n.prepare()
		defer n.forget()
	}
	var files []*data.Document
	for _, module := range append([]string{""}, slices.Sorted(maps.Keys(n.fleet.index.Modules))...) {
		for at := range n.sourcesOf(module).All() {
			if doc := n.engine.Document(at.Source); doc != nil {
				files = append(files, doc)
			}
		}
	}
	return files
}

// sourcesOf returns the sources of the node, determined once.
func (n *Node) sourcesOf(module string) *sources.Sources {
	n.mu.Lock()
	defer n.mu.Unlock()
	if module == "" {
		if n.own == nil {
			n.own = n.fleet.sources.Find(n.engine, n.Scope, "")
		}
		return n.own
	}
	s := n.ofModules[module]
	if s == nil {
		s = n.fleet.sources.Find(n.engine, n.Scope, module)
		lists.Put(&n.ofModules, module, s)
	}
	return s
}
