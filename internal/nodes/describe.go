package nodes

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/vars"
)

// Variable is a known variable of a derived node.
type Variable struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Variables returns the variables that distinguish a derived node from others, by the names that
// hierarchies use; nil for a real node.
func (n *Node) Variables() []Variable {
	if n.assigned == nil {
		return nil
	}
	var all []Variable
	for name, value := range n.fleet.distinctive(n.assigned) {
		all = append(all, Variable{n.fleet.display(name), value})
	}
	return all
}

// Title returns the certname of a real node, and a description of a derived one.
func (n *Node) Title() string {
	if n.Name != "" {
		return n.Name
	}
	return Describe(n.Variables())
}

// Describe returns a description of the derived node with these variables.
func Describe(variables []Variable) string {
	if len(variables) == 0 {
		return "any node"
	}
	return strings.Join(lists.Map(variables, func(v Variable) string {
		if v.Value == "" {
			return "no " + v.Name
		}
		return v.Name + " = " + v.Value
	}), ", ")
}

// single returns the only value in an assignment other than those that it determines.
func (fleet *Fleet) single(a *vars.Assignment) (name, value string, ok bool) {
	if len(a.Elements) > 0 {
		if len(a.Elements) == 1 && len(a.Values) == 0 {
			for name, elements := range a.Elements {
				return name, strings.Join(elements, ", "), len(elements) == 1
			}
		}
		return "", "", false
	}
	for _, name := range fleet.order(a) {
		value := a.Value(name)
		if len(a.Values) > 1 && len(vars.ImpliedBy(name, value)) == 0 {
			continue
		}
		alone := vars.New()
		if alone.Set(name, value) && alone.Has(a) {
			return name, value, true
		}
	}
	return "", "", false
}

// describe describes a value of a variable.
func (fleet *Fleet) describe(name, value string) string {
	name = fleet.display(name)
	if value == "" {
		return fmt.Sprintf("no `%s`", name)
	}
	return fmt.Sprintf("`%s` = `%s`", name, value)
}

// display returns the name of a variable as hierarchies contain it, given its canonical name.
func (fleet *Fleet) display(name string) string {
	if v := fleet.variables[name]; v != nil {
		return v.display
	}
	return name
}

// text describes an assignment, joined only by "and", so that it can be split again.
func (fleet *Fleet) text(a *vars.Assignment) string { return strings.Join(fleet.texts(a), " and ") }

// texts describes the values of an assignment, without those that others determine.
func (fleet *Fleet) texts(a *vars.Assignment) []string {
	var texts []string
	for name, value := range fleet.distinctive(a) {
		texts = append(texts, fleet.describe(name, value))
	}
	return texts
}

// distinctive iterates over the variables and values of an assignment, without those that others determine. The
// elements of a variable are joined.
func (fleet *Fleet) distinctive(a *vars.Assignment) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		determined := vars.New()
		for _, name := range fleet.order(a) {
			if _, ok := determined.Lookup(name); ok {
				continue
			}
			value := a.Value(name)
			if determined.Set(name, value); !yield(name, value) {
				return
			}
		}
		for _, name := range slices.Sorted(maps.Keys(a.Elements)) {
			if !yield(name, strings.Join(a.Elements[name], ", ")) {
				return
			}
		}
	}
}

// order returns the variables of an assignment, starting with those that hierarchies contain and
// that determine others.
func (fleet *Fleet) order(a *vars.Assignment) []string {
	names := make([]string, 0, len(a.Values))
	for i := range a.Values {
		if name := a.Values[i].Name; fleet.variables[name] != nil {
			names = append(names, name)
		}
	}
	if len(names) > 1 {
		slices.SortStableFunc(names, func(x, y string) int {
			return len(vars.ImpliedBy(y, a.Value(y))) - len(vars.ImpliedBy(x, a.Value(x)))
		})
	}
	return names
}
