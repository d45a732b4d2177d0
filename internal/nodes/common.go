package nodes

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// common describes some real nodes by what they have in common and the others of all have not, or the other way round: by the values of a
// variable of the hierarchies, or of several that one path joins; else by values that only a few others have, or by their names.
func (fleet *Fleet) common(all, nodes []*Node) Extent {
	e := Extent{Certain: true, Real: len(nodes), Everywhere: len(nodes) == len(all)}
	switch {
	case e.Everywhere && len(all) > 2:
		e.Text = fmt.Sprintf("all %d nodes", len(all))
		return e
	case e.Everywhere && len(all) == 2:
		e.Text = "both nodes"
		return e
	case len(nodes) == 1:
		e.Text = nodes[0].Name
		return e
	}
	in := make(map[*Node]bool, len(nodes))
	for _, n := range nodes {
		in[n] = true
	}
	var others []*Node
	for _, n := range all {
		if !in[n] {
			others = append(others, n)
		}
	}
	e.Text = fmt.Sprintf("%d nodes ", len(nodes))
	joined := fleet.joinedVariables()
	describe := func(these, those []*Node, most, few int) (string, bool) {
		for _, names := range joined {
			if text, ok := fleet.describeNodes(names, these, those, most, few); ok {
				return text, true
			}
		}
		return "", false
	}
	if text, ok := describe(nodes, others, 1, 0); ok {
		e.Text += "with " + text
	} else if text, ok := describe(others, nodes, 1, 0); ok {
		e.Text = fmt.Sprintf("all %d nodes except those with %s", len(all), text)
	} else if text, ok := describe(nodes, others, maxNamed, 0); ok {
		e.Text += "with " + text
	} else if len(others) <= maxExceptions {
		e.Text = fmt.Sprintf("all %d nodes except %s", len(all), namesOf(others))
	} else if text, ok := describe(nodes, others, maxNamed, maxExceptions); ok {
		e.Text += "with " + text
	} else {
		e.Text += "(" + namesOf(nodes) + ")"
	}
	return e
}

// maxExceptions is how many nodes a description excepts.
const maxExceptions = 3

// namesOf are the names of nodes, in order, as far as they are not too many.
func namesOf(nodes []*Node) string {
	names := make([]string, len(nodes))
	for i, n := range nodes {
		names[i] = n.Name
	}
	slices.Sort(names)
	if len(names) > maxNamed {
		return strings.Join(names[:maxNamed], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}

// joinedVariables are the variables of the hierarchies that do not name nodes, each alone, and then those together that a path joins.
func (fleet *Fleet) joinedVariables() [][]string {
	var all [][]string
	for _, name := range slices.Sorted(maps.Keys(fleet.variables)) {
		if !namesNodes(name) {
			all = append(all, []string{name})
		}
	}
	seen := map[string]bool{}
	var several [][]string
	for _, a := range fleet.ways {
		names := a.order(fleet)
		if len(names) < 2 || slices.ContainsFunc(names, namesNodes) {
			continue
		}
		slices.Sort(names)
		if id := strings.Join(names, "\x00"); !seen[id] {
			seen[id] = true
			several = append(several, names)
		}
	}
	slices.SortFunc(several, slices.Compare)
	return append(all, several...)
}

// describeNodes describes nodes by at most so many values of variables, which all of them and no others but a few have.
func (fleet *Fleet) describeNodes(variables []string, nodes, others []*Node, most, few int) (text string, ok bool) {
	valuesOf := func(n *Node) (id string, values []string, ok bool) {
		for _, name := range variables {
			v, known := n.value(name)
			if !known {
				return "", nil, false
			}
			values = append(values, v)
		}
		return strings.Join(values, "\x00"), values, true
	}
	inside := map[string][]string{}
	for _, n := range nodes {
		id, values, known := valuesOf(n)
		if !known {
			return "", false
		}
		if inside[id] = values; len(inside) > most {
			return "", false
		}
	}
	var excepted []*Node
	for _, n := range others {
		if id, _, known := valuesOf(n); known && inside[id] != nil {
			if excepted = append(excepted, n); len(excepted) > few || 2*len(excepted) > len(nodes) {
				return "", false
			}
		}
	}
	var texts []string
	for _, id := range slices.Sorted(maps.Keys(inside)) {
		a := newAssignment()
		for i, name := range variables {
			a.values = append(a.values, assignedValue{name: name, value: inside[id][i]})
		}
		texts = append(texts, fleet.text(a))
	}
	if text = some(texts, " or "); len(excepted) > 0 {
		text += ", except " + namesOf(excepted)
	}
	return text, true
}
