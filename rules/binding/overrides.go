package binding

import (
	"maps"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
)

// overrides knows which values of a key other values hide on some nodes, and which nodes include the class of the key.
type overrides struct {
	pass  *rule.KeyPass
	class string
	// hiddenIn are the cases with a value, by the node of the value, and whether a higher level has another one.
	hiddenIn map[*data.Node][]hidden
	// inclusions are those of every node, and everywhere means that they include the class; inclusions are nil until they are needed.
	inclusions []*manifest.Inclusion
	everywhere bool
	// includes holds for node definitions whether they include the class.
	includes map[*manifest.Definition]bool
}

type hidden struct {
	in *nodes.Case
	at int // the position of the value: 0 if it is the highest
}

// areDoubtful reports whether a value may not matter on nodes of a case: others than those in the list have another value instead,
// and the nodes of the case may not include the class.
func (o *overrides) areDoubtful(place *data.Node, c *nodes.Case, in []*nodes.Case) bool {
	return o.isOverridden(place, in) && !o.hasClass(c, in)
}

// isOverridden reports whether a case that is not in the list has a value from elsewhere than place, where it would
// otherwise have this one.
func (o *overrides) isOverridden(place *data.Node, in []*nodes.Case) bool {
	if o.hiddenIn == nil {
		o.hiddenIn = map[*data.Node][]hidden{}
		for _, c := range o.pass.Key.Cases {
			for i, v := range c.Values {
				if n := v.Value.Node(); n != nil {
					o.hiddenIn[n] = append(o.hiddenIn[n], hidden{c, i})
				}
			}
		}
	}
	first := map[*nodes.Case]int{}
	for n := place; n != nil; n = n.Parent {
		for _, h := range o.hiddenIn[n] {
			if at, known := first[h.in]; !known || h.at < at {
				first[h.in] = h.at
			}
		}
	}
	for _, c := range in {
		delete(first, c)
	}
	return lists.Any(maps.Values(first), func(at int) bool { return at > 0 })
}

// hasClass reports whether some nodes of a case certainly include the class. If only the values of a variable are known, the nodes of
// the cases that are not in the list are excluded.
func (o *overrides) hasClass(c *nodes.Case, in []*nodes.Case) bool {
	p, code := o.pass, o.pass.Code()
	if o.inclusions == nil {
		everyone := needsIn(code, p.Key.Fleet.Project).everyone()
		o.everywhere = code.Included(everyone, nil)[o.class] != nil
		o.inclusions = append([]*manifest.Inclusion{}, code.Certain(everyone, nil)...)
	}
	if o.everywhere {
		return true
	}
	if slices.ContainsFunc(c.Nodes, func(n *nodes.Node) bool {
		d, known := code.Node(n.Name)
		return known && d != nil && o.isIncludedBy(d)
	}) {
		return true
	}
	var others []*nodes.Case
	return slices.ContainsFunc(o.inclusions, func(i *manifest.Inclusion) bool {
		if i.Variable == "" {
			return false
		}
		if others == nil {
			others = o.except(in)
		}
		return slices.ContainsFunc(valuesOn(p, c, others, i.Variable), func(value string) bool {
			return i.IsFor(value) && code.Included([]*manifest.Inclusion{i.With(value)}, nil)[o.class] != nil
		})
	})
}

// isIncludedBy reports whether a node definition certainly includes the class.
func (o *overrides) isIncludedBy(d *manifest.Definition) bool {
	return lists.GetOrPut(o.includes, d, func() bool { return o.pass.Code().Included(d.Inclusions, nil)[o.class] != nil })
}

// except returns the cases that are not in the list.
func (o *overrides) except(in []*nodes.Case) []*nodes.Case {
	listed := lists.Set(in)
	return slices.DeleteFunc(slices.Clone(o.pass.Key.Cases), func(c *nodes.Case) bool { return listed[c] })
}
