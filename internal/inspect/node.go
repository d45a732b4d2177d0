package inspect

import (
	"context"
	"slices"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes"
)

// NodeNames returns the nodes on which values can be looked up, sorted: the certnames of real
// nodes, or descriptions of derived ones.
func (x *Inspector) NodeNames(ctx context.Context) ([]string, error) {
	names := []string{}
	for _, fleet := range x.Inventory().Fleets {
		all, err := fleet.Cover(ctx)
		if err != nil {
			return nil, err
		}
		names = append(names, lists.Map(all, (*nodes.Node).Title)...)
	}
	return lists.Distinct(names), nil
}

// KeyOn returns what is known about a root key, or a place in its value, on one of NodeNames, in
// each environment that has the key and the node.
func (x *Inspector) KeyOn(ctx context.Context, node, name string, sub ...string) ([]*KeyFacts, error) {
	var all []*KeyFacts
	for _, fleet := range x.Inventory().Fleets {
		n, err := nodeNamed(ctx, fleet, node)
		if err != nil {
			return nil, err
		}
		if n == nil {
			continue
		}
		key, err := fleet.KeyOn(ctx, name, n)
		if err != nil {
			return nil, err
		}
		facts := &KeyFacts{Environment: fleet.Project.ConfigPath(), Parameter: x.parameter(fleet.Project, name)}
		if key == nil {
			facts.Outcomes = []*KeyOutcome{{NotFound: true}}
		} else {
			x.addOutcomes(facts, key, sub)
		}
		for _, o := range facts.Outcomes {
			o.Nodes = node
		}
		all = append(all, facts)
	}
	return all, nil
}

// nodeNamed returns the node with one of NodeNames; nil if the environment has none.
func nodeNamed(ctx context.Context, fleet *nodes.Fleet, name string) (*nodes.Node, error) {
	all, err := fleet.Cover(ctx)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(all, func(n *nodes.Node) bool { return n.Title() == name }); i >= 0 {
		return all[i], nil
	}
	return nil, nil
}
