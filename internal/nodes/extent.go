package nodes

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Extent is on which nodes something holds.
type Extent struct {
	// Everywhere means that it holds on every node.
	Everywhere bool
	// Certain means that nodes are known for which it holds: real ones, or derived ones for which a
	// single value of a variable decides. What depends on two values at once is a guess, and so is what
	// depends on a node that reads none of the files in question.
	Certain bool
	// Hypothetical reports that it only holds on nodes that read none of the files of some level, and
	// that nothing in the tree shows whether there are such nodes.
	Hypothetical bool
	// Real is how many real nodes there are for which it holds; 0 for derived nodes.
	Real int
	// Text names them: "every node", "nodes with `role` = `web`".
	Text string
}

// Extent is on which nodes holds what is true of some of the cases.
func (k *Key) Extent(holds func(*Case) bool) Extent {
	if len(k.Fleet.Real) > 0 {
		return k.realExtent(holds)
	}
	var in, out []*assignment
	for _, c := range k.Cases {
		for _, n := range c.Nodes {
			if k.named[n] {
				continue
			}
			if holds(c) {
				in = append(in, n.assigned)
			} else {
				out = append(out, n.assigned)
			}
		}
	}
	if len(out) == 0 {
		return Extent{Everywhere: true, Certain: true, Text: "every node"}
	}
	// A single value that is enough.
	var enough []string
	for _, a := range in {
		if name, value, ok := a.single(k.Fleet); ok && !slices.ContainsFunc(out, a.within) {
			enough = append(enough, k.Fleet.describe(name, value))
		}
	}
	if len(enough) > 0 {
		return Extent{Certain: true, Text: "nodes with " + some(enough, " or ")}
	}
	for _, a := range in {
		if !a.isEmpty() {
			return Extent{Text: "nodes with " + k.Fleet.text(a), Hypothetical: k.Fleet.isUnheardOf(in, out)}
		}
	}
	return k.elsewhere(out)
}

// isUnheardOf reports whether all of the assignments need a value of some variable that no file of the tree is for: with each
// value that the tree knows, they become one of the others.
func (fleet *Fleet) isUnheardOf(assignments, others []*assignment) bool {
	return !slices.ContainsFunc(assignments, func(a *assignment) bool { return !fleet.needsUnknownValue(a, others) })
}

func (fleet *Fleet) needsUnknownValue(a *assignment, others []*assignment) bool {
	met := map[string]map[string]bool{}
	for _, other := range others {
		if !a.within(other) {
			continue
		}
		for name, value := range other.values {
			if _, assigned := a.values[name]; assigned {
				continue
			}
			if met[name] == nil {
				met[name] = map[string]bool{}
			}
			met[name][value] = true
		}
	}
	for name, values := range met {
		v := fleet.variables[name]
		if v == nil || namesNodes(name) {
			continue // seldom every node has a file of its own
		}
		all := true
		for value := range v.values {
			all = all && values[value]
		}
		if all {
			return true
		}
	}
	return false
}

// namesNodes reports whether a variable, by its canonical name, has another value on each node.
func namesNodes(name string) bool {
	switch name {
	case "trusted.certname", "trusted.hostname", "networking.fqdn", "networking.hostname":
		return true
	}
	return false
}

// elsewhere is the extent of nodes that read none of the files that others read. There are such nodes
// for certain where the values of one variable decide and the tree knows another value of it.
func (k *Key) elsewhere(others []*assignment) Extent {
	values := map[string]map[string]bool{}
	for _, a := range others {
		for name, value := range a.values {
			if values[name] == nil {
				values[name] = map[string]bool{}
			}
			values[name][value] = true
		}
		for name := range a.elements {
			values[name] = nil
		}
	}
	fleet := k.Fleet
	deciding := slices.DeleteFunc(slices.Sorted(maps.Keys(values)), func(name string) bool { return fleet.variables[name] == nil })
	e := Extent{Hypothetical: true}
	var texts []string
	for _, name := range deciding {
		v := fleet.variables[name]
		texts = append(texts, "another `"+v.display+"`")
		if values[name] == nil {
			continue
		}
		for _, value := range slices.Sorted(maps.Keys(v.values)) {
			if !values[name][value] {
				e.Hypothetical = false
				if len(deciding) == 1 {
					e.Certain = true
					texts = []string{fleet.describe(name, value)}
				}
				break
			}
		}
	}
	e.Text = "nodes with " + some(texts, " and ")
	return e
}

func (k *Key) realExtent(holds func(*Case) bool) Extent {
	e := Extent{Certain: true}
	all := len(k.Fleet.Real)
	var names []string
	for _, c := range k.Cases {
		if holds(c) {
			e.Real += c.Count
			for _, n := range c.Nodes {
				names = append(names, n.Name)
			}
		}
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

// maxNamed is how many nodes or values a description names.
const maxNamed = 3

func some(texts []string, joiner string) string {
	texts = slices.Compact(slices.Sorted(slices.Values(texts)))
	if len(texts) > maxNamed {
		return strings.Join(texts[:maxNamed-1], joiner) + fmt.Sprintf("%s%d others", joiner, len(texts)-maxNamed+1)
	}
	return strings.Join(texts, joiner)
}

// single is the only value that was assigned, besides those that follow from it.
func (a *assignment) single(fleet *Fleet) (name, value string, ok bool) {
	if len(a.elements) > 0 {
		if len(a.elements) == 1 && len(a.values) == 0 {
			for name, elements := range a.elements {
				return name, strings.Join(elements, ", "), len(elements) == 1
			}
		}
		return "", "", false
	}
	for _, name := range a.order(fleet) {
		alone := newAssignment()
		if alone.set(name, a.values[name]) && alone.has(a) {
			return name, a.values[name], true
		}
	}
	return "", "", false
}

// within reports whether all that is known of a is known of other.
func (a *assignment) within(other *assignment) bool { return other.has(a) }

// describe is a value of a variable in words.
func (fleet *Fleet) describe(name, value string) string {
	if v := fleet.variables[name]; v != nil {
		name = v.display
	}
	if value == "" {
		return fmt.Sprintf("no `%s`", name)
	}
	return fmt.Sprintf("`%s` = `%s`", name, value)
}

// text is an assignment in words, without what follows from other parts of it.
func (fleet *Fleet) text(a *assignment) string {
	var texts []string
	rest := newAssignment()
	for _, name := range a.order(fleet) {
		if _, ok := rest.values[name]; ok {
			continue
		}
		rest.set(name, a.values[name])
		texts = append(texts, fleet.describe(name, a.values[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(a.elements)) {
		texts = append(texts, fleet.describe(name, strings.Join(a.elements[name], ", ")))
	}
	return strings.Join(texts, " and ")
}

// order are the variables of an assignment, those first that hierarchies name and that decide others.
func (a *assignment) order(fleet *Fleet) []string {
	names := slices.Sorted(maps.Keys(a.values))
	slices.SortStableFunc(names, func(x, y string) int {
		return len(impliedBy(y, a.values[y])) - len(impliedBy(x, a.values[x]))
	})
	slices.SortStableFunc(names, func(x, y string) int {
		_, hasX := fleet.variables[x]
		_, hasY := fleet.variables[y]
		switch {
		case hasX == hasY:
			return 0
		case hasX:
			return -1
		default:
			return 1
		}
	})
	return slices.DeleteFunc(names, func(name string) bool { return fleet.variables[name] == nil })
}
