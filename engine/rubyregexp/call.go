package rubyregexp

import "slices"

// caller checks subexpression calls: `\g<name>`. They have no equivalent here, but Ruby rejects some of them.
type caller struct {
	*parser
	whole  *group // target of \g<0>
	groups map[int]*group
	// marked is the group that is checked for recursion, and open are the groups on the current path.
	marked *group
	open   map[*group]bool
	steps  int
	// lost is the first back-reference to a missing group.
	lost *backref
}

// maxSteps limits the search for recursion, which is exponential in Onigmo.
const maxSteps = 100_000

func (p *parser) checkCalls(root node, groups map[int]*group) {
	c := &caller{parser: p, groups: groups, open: map[*group]bool{}, whole: &group{kind: capture, body: root}}
	called := map[*group]bool{}
	walk(root, func(n node) bool {
		if n, ok := n.(*call); ok {
			c.checkTarget(n)
			called[c.target(n)] = true
		}
		return true
	})
	walk(c.whole, func(n node) bool {
		g, ok := n.(*group)
		if !ok || !called[g] {
			return true
		}
		c.marked = g
		switch r := c.recursion(g.body, true); {
		case c.lost != nil:
			panic(fail("invalid backref number/name"))
		case r != escapes:
			panic(fail("never ending recursion"))
		}
		return true
	})
}

// checkTarget checks that there is exactly one group to call.
func (c *caller) checkTarget(n *call) {
	switch {
	case n.num > 0 && c.named > 0:
		panic(fail("numbered backref/call is not allowed. (use name)"))
	case n.num >= 0 && c.target(n) == nil:
		panic(failName("undefined group <", n.name, "> reference"))
	case n.num < 0 && len(c.names[n.name]) == 0:
		panic(failName("undefined name <", n.name, "> reference"))
	case n.num < 0 && len(c.names[n.name]) > 1:
		panic(failName("multiplex definition name <", n.name, "> call"))
	}
}

// target returns the group that n calls, or nil.
func (c *caller) target(n *call) *group {
	switch {
	case n.num == 0:
		return c.whole
	case n.num > 0:
		return c.groups[n.num]
	}
	if nums := c.names[n.name]; len(nums) > 0 {
		return c.groups[nums[0]]
	}
	return nil
}

// recursing describes the recursion of a group that calls itself.
type recursing int

const (
	escapes recursing = iota // it can terminate
	forever                  // it never terminates
	inPlace                  // it recurses before it has matched any text
)

// recursion reports whether every path through n reaches marked again. atHead means that nothing has matched before n.
func (c *caller) recursion(n node, atHead bool) recursing {
	if c.steps++; c.steps > maxSteps {
		return escapes
	}
	switch n := n.(type) {
	case *sequence:
		worst := escapes
		for _, item := range n.items {
			worst = max(worst, c.recursion(item, atHead))
			if worst == inPlace || c.lost != nil {
				break
			}
			if atHead {
				c.lost = undefined(item, c.groups)
				atHead = !c.consumes(item)
			}
		}
		return worst
	case *alternation:
		best := forever
		for _, item := range n.items {
			r := c.recursion(item, atHead)
			if r == inPlace {
				return r
			}
			best = min(best, r)
		}
		return best
	case *repeat:
		r := c.recursion(n.body, atHead)
		if r == forever && n.min == 0 {
			return escapes
		}
		return r
	case *call:
		return c.recursion(c.target(n), atHead)
	case *group:
		switch {
		case c.open[n]:
			return escapes
		case n == c.marked && atHead:
			return inPlace
		case n == c.marked:
			return forever
		}
		c.open[n] = true
		defer delete(c.open, n)
		return c.recursion(n.body, atHead)
	case *conditional:
		return c.recursion(n.body, atHead)
	}
	return escapes
}

// consumes reports whether n matches at least one character.
func (c *caller) consumes(n node) bool {
	if c.steps++; c.steps > maxSteps {
		return true
	}
	switch n := n.(type) {
	case *char, *set:
		return true
	case *opaque:
		return n.kind == grapheme
	case *sequence:
		return slices.ContainsFunc(n.items, c.consumes)
	case *alternation:
		return !slices.ContainsFunc(n.items, func(item node) bool { return !c.consumes(item) })
	case *repeat:
		return n.min > 0 && c.consumes(n.body)
	case *call:
		return c.consumes(c.target(n))
	case *group:
		if c.open[n] || n == c.marked || n.kind == ahead || n.kind == notAhead || n.kind == behind || n.kind == notBehind {
			return false
		}
		c.open[n] = true
		defer delete(c.open, n)
		return c.consumes(n.body)
	case *conditional:
		return c.consumes(n.body)
	}
	return false
}
