package nodes

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/hashing"
	"github.com/hieralint/hieralint/internal/nodes/vars"
	"github.com/hieralint/hieralint/internal/plural"
)

// commonality describes sets of real nodes by the values of variables that distinguish them from
// the others. It is safe for concurrent use.
type commonality struct {
	fleet  *Fleet
	all    []*Node
	number map[*Node]int32 // indexes in all
	kinds  []kindOfNodes

	mu    sync.Mutex
	known map[uint64]Extent // by idOf
}

// kindOfNodes holds the combined values of one or more variables on each node.
type kindOfNodes struct {
	variables []string
	ids       []uint64 // by index of the node; see valuesID
}

// maxPaired is the maximum number of variables of which every two are also combined.
const maxPaired = 8

func (fleet *Fleet) commonality(all []*Node) *commonality {
	c := &commonality{fleet: fleet, all: all, number: make(map[*Node]int32, len(all)), known: map[uint64]Extent{}}
	for i, n := range all {
		c.number[n] = int32(i)
	}
	for _, variables := range fleet.joinedVariables() {
		kind := kindOfNodes{variables, make([]uint64, len(all))}
		for i, n := range all {
			kind.ids[i] = n.valuesID(variables)
		}
		c.kinds = append(c.kinds, kind)
	}
	return c
}

// valuesID returns a hash of the values of variables on the node, or 0 if one of them is unknown.
func (n *Node) valuesID(variables []string) uint64 {
	id := uint64(1)
	for _, name := range variables {
		value, known := n.value(name)
		if !known {
			return 0
		}
		id = hashing.Text(id, value)
	}
	return id
}

// joinedVariables returns the combinations of variables that are used to describe nodes: single
// variables of the hierarchies, except those that identify a node; the combinations that occur in
// paths; and, if there are few variables, all pairs.
func (fleet *Fleet) joinedVariables() [][]string {
	var single, joined [][]string
	for _, name := range slices.Sorted(maps.Keys(fleet.variables)) {
		if !facter.IsUniquePerNode(name) {
			single = append(single, []string{name})
		}
	}
	seen := map[string]bool{}
	for _, a := range fleet.ways {
		names := fleet.order(a.Assignment)
		slices.Sort(names)
		if id := strings.Join(names, "\x00"); len(names) > 1 && !slices.ContainsFunc(names, facter.IsUniquePerNode) && !seen[id] {
			seen[id] = true
			joined = append(joined, names)
		}
	}
	slices.SortFunc(joined, slices.Compare)
	if len(single) <= maxPaired {
		for i, a := range single {
			for _, b := range single[i+1:] {
				if pair := slices.Concat(a, b); !seen[strings.Join(pair, "\x00")] {
					joined = append(joined, pair)
				}
			}
		}
	}
	return append(single, joined...)
}

// idOf returns an identifier of a set of nodes, regardless of their order.
func (c *commonality) idOf(nodes []*Node) uint64 {
	id := uint64(len(nodes))
	for _, n := range nodes {
		id += hashing.Mix(1, uint64(c.number[n]))
	}
	return id
}

// extent describes nodes: by values that only they have, by those that only the other nodes have,
// or by values that few other nodes have; otherwise, by their names.
func (c *commonality) extent(nodes []*Node) Extent {
	id := c.idOf(nodes)
	c.mu.Lock()
	defer c.mu.Unlock()
	return lists.GetOrPut(c.known, id, func() Extent { return c.describe(nodes) })
}

func (c *commonality) describe(nodes []*Node) Extent {
	e := Extent{Certain: true, Real: len(nodes), Everywhere: len(nodes) == len(c.all)}
	switch {
	case len(nodes) == 1:
		e.Text = nodes[0].Name
		return e
	case e.Everywhere && len(c.all) == 2:
		e.Text = "both nodes"
		return e
	case e.Everywhere:
		e.Text = fmt.Sprintf("all %d nodes", len(c.all))
		return e
	}
	isIn := make([]bool, len(c.all))
	in, others := make([]int32, 0, len(nodes)), make([]int32, 0, len(c.all)-len(nodes))
	for _, n := range nodes {
		isIn[c.number[n]] = true
	}
	for i, is := range isIn {
		if is {
			in = append(in, int32(i))
		} else {
			others = append(others, int32(i))
		}
	}
	e.Text = fmt.Sprintf("%d nodes ", len(nodes))
	if text, ok := c.with(in, others, 1, 0); ok {
		e.Text += "with " + text
	} else if text, ok := c.with(others, in, 1, 0); ok {
		e.Text = fmt.Sprintf("all %d nodes except those with %s", len(c.all), text)
	} else if text, ok := c.with(in, others, maxNamed, 0); ok {
		e.Text += "with " + text
	} else if len(others) <= maxExceptions {
		e.Text = fmt.Sprintf("all %d nodes except %s", len(c.all), c.names(others))
	} else if text, ok := c.with(in, others, maxNamed, maxExceptions); ok {
		e.Text += "with " + text
	} else {
		e.Text += "(" + c.names(in) + ")"
	}
	return e
}

// maxExceptions is the maximum number of nodes that a description excludes by name.
const maxExceptions = 3

// names returns the sorted names of nodes, shortened to maxNamed.
func (c *commonality) names(nodes []int32) string {
	names := lists.Map(nodes, func(n int32) string { return c.all[n].Name })
	slices.Sort(names)
	if len(names) > maxNamed {
		return strings.Join(names[:maxNamed], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}

// with describes nodes by at most `most` different values of variables. All of them must have one
// of the values, and at most `few` of the others.
func (c *commonality) with(nodes, others []int32, most, few int) (text string, ok bool) {
	for i := range c.kinds {
		if text, ok = c.withKind(&c.kinds[i], nodes, others, most, few); ok {
			return text, true
		}
	}
	return "", false
}

func (c *commonality) withKind(kind *kindOfNodes, nodes, others []int32, most, few int) (text string, ok bool) {
	var ids []uint64
	var examples []int32
	for _, n := range nodes {
		id := kind.ids[n]
		if slices.Contains(ids, id) {
			continue
		}
		if id == 0 || len(ids) == most {
			return "", false
		}
		ids, examples = append(ids, id), append(examples, n)
	}
	var excepted []int32
	for _, n := range others {
		if slices.Contains(ids, kind.ids[n]) {
			if excepted = append(excepted, n); len(excepted) > few || 2*len(excepted) > len(nodes) {
				return "", false
			}
		}
	}
	var texts []string
	for _, n := range examples {
		a := vars.New()
		for _, name := range kind.variables {
			value, _ := c.all[n].value(name)
			a.Values = append(a.Values, vars.Value{Name: name, Value: value})
		}
		texts = append(texts, plural.And(c.fleet.texts(a)))
	}
	if text = some(texts, " or "); len(excepted) > 0 {
		text += ", except " + c.names(excepted)
	}
	return text, true
}
