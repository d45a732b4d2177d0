package nodes

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/vars"
)

// Spread describes the nodes on which pairs hold.
type Spread struct {
	Extent
	// Names describe the nodes by name or, for derived nodes, by their variables. They are sorted and unique.
	Names []string
	// ID is equal for the same nodes of an environment.
	ID string
	// IsGuess means that such nodes may not exist: they are derived, and each satisfies two conditions.
	IsGuess bool
}

// Where returns the nodes on which pairs hold.
func (c *Compared) Where(pairs []*Pair) *Spread {
	s := c.sides
	if s.Nodes() == 0 {
		w := &Spread{Extent: c.extent(pairs), Names: c.names(pairs), IsGuess: !slices.ContainsFunc(pairs, c.isKnown)}
		if w.IsGuess {
			w.Text += ", if there are any"
		}
		w.ID = w.Text + "\x00" + strings.Join(w.Names, "\x00")
		return w
	}
	s.describing.Do(s.describeReal)
	nodes := pairs[0].Nodes
	if len(pairs) > 1 {
		nodes = lists.FlatMap(pairs, func(p *Pair) []*Node { return p.Nodes })
	}
	id := s.common.idOf(nodes)
	s.mu.Lock()
	w := s.where[id]
	s.mu.Unlock()
	if w != nil {
		return w
	}
	w = &Spread{Extent: s.common.extent(nodes), Names: c.names(pairs), ID: fmt.Sprint(id)}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.where[id] = w
	return w
}

// isKnown reports whether the outcomes hold on a derived node that satisfies a single condition.
func (c *Compared) isKnown(p *Pair) bool {
	return slices.ContainsFunc(p.Nodes, func(n *Node) bool { return !c.joint[n] })
}

// HaveCommonValue reports whether all nodes of pairs are derived and have the same value of some
// variable.
func (c *Compared) HaveCommonValue(pairs []*Pair) bool {
	var common map[vars.Value]bool
	for _, p := range pairs {
		for _, n := range p.Nodes {
			values := map[vars.Value]bool{}
			if n.assigned != nil {
				for name, value := range c.sides.described().distinctive(n.assigned) {
					if v := (vars.Value{Name: name, Value: value}); value != "" && (common == nil || common[v]) {
						values[v] = true
					}
				}
			}
			common = values
		}
	}
	return len(common) > 0
}

// names describes the nodes of pairs.
func (c *Compared) names(pairs []*Pair) []string {
	return lists.Distinct(lists.FlatMap(pairs, func(p *Pair) []string { return lists.Map(p.Nodes, c.sides.text) }))
}

// text describes a node.
func (s *Sides) text(n *Node) string {
	switch {
	case n.assigned == nil:
		return n.Name
	case n.assigned.IsEmpty():
		return "any other node"
	}
	return s.described().text(n.assigned)
}

// described returns a Fleet with the variables of both sides, for descriptions.
func (s *Sides) described() *Fleet {
	s.joining.Do(func() { s.joined = s.describe() })
	return s.joined
}

// describeReal prepares the descriptions of real nodes.
func (s *Sides) describeReal() {
	all := lists.Map(s.nodePairs(), func(p nodePair) *Node { return p.after })
	s.common, s.where = s.described().commonality(all), map[uint64]*Spread{}
}

func (s *Sides) describe() *Fleet {
	variables := maps.Clone(s.Before.variables)
	if variables == nil {
		variables = map[string]*variable{}
	}
	for name, v := range s.After.variables {
		values := v.values
		if before := variables[name]; before != nil {
			values = slices.Concat(values, before.values)
		}
		variables[name] = newVariable(v.display, values)
	}
	return &Fleet{Project: s.After.Project, variables: variables, ways: s.After.ways}
}

// extent returns the derived nodes on which pairs hold.
func (c *Compared) extent(pairs []*Pair) Extent {
	c.placing.Do(c.place)
	c.holding.Lock()
	defer c.holding.Unlock()
	held := c.places.hold(lists.Map(pairs, func(p *Pair) *Case { return c.cases[p] }))
	defer held.release()
	e := held.extent()
	if e.Everywhere {
		return e
	}
	var in []*vars.Assignment
	for n := range held.selected() {
		in = append(in, n.Assignment)
	}
	switch {
	case slices.ContainsFunc(in, (*vars.Assignment).IsEmpty):
		e.Text, e.IsExcept, e.Which = "every node except those with "+c.places.fleet.widest(slices.Collect(held.others())), true, ""
	case !e.Certain || !held.isEnoughFor(in):
		e.limit("with " + c.places.fleet.widest(in))
	}
	return e
}

// place prepares extent.
func (c *Compared) place() {
	k := &Key{Fleet: c.sides.described(), Cases: []*Case{{Nodes: c.rest}}}
	c.cases = make(map[*Pair]*Case, len(c.all))
	for _, p := range c.all {
		c.cases[p] = &Case{Nodes: p.Nodes}
		k.Cases = append(k.Cases, c.cases[p])
	}
	c.places = newPlaces(k)
}

// widest describes those derived nodes that are not special cases of others.
func (fleet *Fleet) widest(all []*vars.Assignment) string {
	var texts []string
	joiner := " or "
	conditions := vars.NewConditions(all)
	for _, a := range vars.Distinct(all) {
		isSpecial := false
		for wider := range conditions.On(a) {
			isSpecial = isSpecial || !wider.Has(a)
		}
		if !isSpecial {
			described := fleet.texts(a)
			if len(described) > 1 {
				joiner = ", or "
			}
			texts = append(texts, strings.Join(described, " and "))
		}
	}
	return some(texts, joiner)
}
