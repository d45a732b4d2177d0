package manifest

import (
	"strconv"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/internal/lists"
)

// Settings returns the value of a class parameter by its key, a string or boolean; nil if it is unknown.
type Settings func(key string) *data.Value

// booleanMark precedes the booleans among the values of guards on class parameters.
const booleanMark = "\x00"

// holds reports whether an inclusion that is Conditional is evaluated with the values of class parameters.
func (i *Inclusion) holds(settings Settings) bool {
	return settings != nil && i.when != nil && lists.All(i.when, func(g *guard) bool {
		switch v := settings(g.variable); {
		case v == nil:
			return false
		case v.Kind() == data.Boolean:
			return g.test(booleanMark+strconv.FormatBool(v.Bool())) == holds
		default:
			return g.test(v.Text()) == holds
		}
	})
}

// when returns guards on class parameters for the enclosing branches; nil if there are not so many, or if others have other
// conditions.
func (c *collector) when(branches int) []*guard {
	if c.in.Kind != Class || len(c.left) > 0 || len(c.branches) != branches {
		return nil
	}
	var all []*guard
	for i := range c.branches {
		b := &c.branches[i]
		if !b.isRead {
			b.isRead, b.when = true, c.parameterGuards(*b)
		}
		if all = append(all, b.when...); b.when == nil || len(all) > maxGuards {
			return nil
		}
	}
	return all
}

// parameterGuards returns the guards on class parameters that a branch consists of; nil if it is not known.
func (c *collector) parameterGuards(b branch) []*guard {
	if c.effort -= 1 + len(b.options); c.effort < 0 {
		return nil
	}
	if e, ok := b.of.(*pp.Binary); ok && e.Operator == pp.And && b.options == nil && !b.not {
		left, right := c.parameterGuards(branch{of: e.Left}), c.parameterGuards(branch{of: e.Right})
		if left == nil || right == nil {
			return nil
		}
		return append(left, right...)
	}
	r := guardReader{c.parameterOf, noGuard}
	if g := r.guard(b); g != nil {
		return []*guard{g}
	}
	return nil
}

// parameterOf returns the key of a class parameter if an expression is one; otherwise "".
func (c *collector) parameterOf(e pp.Expression) string {
	v, ok := e.(*pp.Variable)
	if !ok || c.in.Parameter(v.Name) == nil {
		return ""
	}
	key, values := c.in.Name+"::"+v.Name, c.variable(v)
	if last := values[len(values)-1]; last.depth > 0 || last.path.String() != key {
		return "" // a parameter of a block
	}
	return key
}
