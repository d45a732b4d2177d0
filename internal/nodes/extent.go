package nodes

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/vars"
	"github.com/hieralint/hieralint/internal/plural"
)

// Extent describes the nodes on which something holds.
type Extent struct {
	// Everywhere reports that it holds on every node.
	Everywhere bool
	// Certain reports that nodes are known on which it holds: real nodes, or derived nodes that are
	// determined by a single value of a variable. Nodes that need two values, or that read none of
	// the files in question, may not exist.
	Certain bool
	// Hypothetical reports that it holds only on nodes that read none of the files of some level,
	// and that nothing in the tree indicates that there are such nodes.
	Hypothetical bool
	// Real is the number of real nodes on which it holds; 0 for derived nodes.
	Real int
	// Text describes them: "every node", "nodes with `role` = `web`".
	Text string
	// IsExcept reports that Text names the other nodes: "every node except those with …".
	IsExcept bool
	// Which distinguishes derived nodes from others: "with `role` = `web`"; empty in other descriptions.
	Which string
}

// limit describes the nodes by what distinguishes derived nodes from others.
func (e *Extent) limit(which string) { e.Text, e.Which = "nodes "+which, which }

// Extent returns the nodes of the cases for which holds returns true.
func (k *Key) Extent(holds func(*Case) bool) Extent {
	return k.ExtentOf(lists.Filter(k.Cases, holds)...)
}

// ExtentOf returns the nodes of some cases of the key.
func (k *Key) ExtentOf(in ...*Case) Extent {
	switch {
	case k.chosen != nil:
		all := lists.FlatMap(in, func(c *Case) []*Node { return c.Nodes })
		if k.common == nil {
			k.common = k.Fleet.commonality(k.chosen)
		}
		return k.common.extent(all)
	case len(k.Fleet.Real) > 0:
		return k.realExtent(in)
	}
	if k.places == nil {
		k.places = newPlaces(k)
	}
	return k.places.extentOf(in)
}

// elsewhere returns the extent of nodes that read none of the files that others read. Such nodes
// certainly exist if the others are determined by the values of one variable and the tree contains
// another value of it.
func (p *places) elsewhere(others iter.Seq[*vars.Assignment]) Extent {
	fleet, values := p.fleet, map[string]map[string]bool{}
	for a := range others {
		for i := range a.Values {
			v := &a.Values[i]
			lists.PutIn(values, v.Name, v.Value, true)
		}
		for name := range a.Elements {
			values[name] = nil
		}
	}
	p.answers.add(answer{}) // the text depends on the set of variables
	deciding := slices.DeleteFunc(slices.Sorted(maps.Keys(values)), func(name string) bool { return fleet.variables[name] == nil })
	e := Extent{Hypothetical: true}
	var texts []string
	for _, name := range deciding {
		v := fleet.variables[name]
		texts = append(texts, "`"+v.display+"`")
		if values[name] == nil {
			continue
		}
		if value, ok := p.freeValue(name, values[name]); ok {
			e.Hypothetical = false
			if len(deciding) == 1 {
				e.Certain = true
				e.limit("with " + fleet.describe(name, value))
				return e
			}
		}
	}
	slices.Sort(texts)
	if len(texts) > maxNamed {
		texts = append(texts[:maxNamed-1], plural.Count(len(texts)-maxNamed+1, "other variable"))
	}
	verb := "have"
	if len(texts) == 1 {
		verb = "has"
	}
	e.limit("whose " + plural.And(texts) + " " + verb + " no file that affects the key")
	return e
}

func (k *Key) realExtent(in []*Case) Extent {
	e := Extent{Certain: true}
	all := len(k.Fleet.Real)
	var names []string
	for _, c := range in {
		e.Real += c.Count
		names = append(names, lists.Map(c.Nodes, func(n *Node) string { return n.Name })...)
	}
	slices.Sort(names)
	switch {
	case e.Real == all && all == 1:
		e.Everywhere, e.Text = true, names[0]
	case e.Real == all && all == 2:
		e.Everywhere, e.Text = true, "both nodes"
	case e.Real == all:
		e.Everywhere, e.Text = true, fmt.Sprintf("all %d nodes", all)
	case e.Real == 1:
		e.Text = names[0]
	case e.Real <= maxNamed && e.Real == len(names):
		e.Text = fmt.Sprintf("%d nodes (%s)", e.Real, strings.Join(names, ", "))
	default:
		e.Text = fmt.Sprintf("%d nodes (%s, …)", e.Real, strings.Join(names[:min(maxNamed, len(names))], ", "))
	}
	return e
}

// maxNamed is the maximum number of nodes or values in a description.
const maxNamed = 3

func some(texts []string, joiner string) string {
	texts = slices.Compact(slices.Sorted(slices.Values(texts)))
	if len(texts) > maxNamed {
		return strings.Join(texts[:maxNamed-1], joiner) + fmt.Sprintf("%s%d others", joiner, len(texts)-maxNamed+1)
	}
	return strings.Join(texts, joiner)
}
