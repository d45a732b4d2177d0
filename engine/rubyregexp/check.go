package rubyregexp

import "slices"

// check reports the errors that depend on the whole pattern, in Onigmo's order. If a group has a name, groups without a
// name do not capture.
func (p *parser) check(root node) node {
	if p.named > 0 {
		root = dropUnnamed(root)
		p.numbered(root)
	}
	groups := map[int]*group{}
	walk(root, func(n node) bool {
		if g, ok := n.(*group); ok && g.kind == capture {
			groups[g.num] = g
		}
		return true
	})
	if p.calls > 0 {
		p.checkCalls(root, groups)
	}
	p.references(root, groups, nil)
	p.conditions(root)
	p.quirks(root, groups)
	return root
}

// parts returns the children of a node in order.
func parts(n node) []node {
	switch n := n.(type) {
	case *sequence:
		return n.items
	case *alternation:
		return n.items
	case *repeat:
		return []node{n.body}
	case *group:
		return []node{n.body}
	case *conditional:
		return []node{n.body}
	}
	return nil
}

// walk calls visit for n and, if that returns true, for its descendants.
func walk(n node, visit func(node) bool) {
	if visit(n) {
		for _, part := range parts(n) {
			walk(part, visit)
		}
	}
}

// dropUnnamed replaces unnamed captures by their bodies.
func dropUnnamed(n node) node {
	switch n := n.(type) {
	case *sequence, *alternation:
		items := parts(n)
		for i, item := range items {
			items[i] = dropUnnamed(item)
		}
	case *repeat:
		before := n.body
		n.body = dropUnnamed(before)
		inner, ok := n.body.(*repeat)
		if ok && n.body != before && simple(n) >= 0 && simple(inner) >= 0 {
			return nest(n, inner)
		}
	case *group:
		if n.kind == capture && !n.name {
			return dropUnnamed(n.body)
		}
		n.body = dropUnnamed(n.body)
	case *conditional:
		dropUnnamed(n.body)
	}
	return n
}

// numbered rejects numeric back-references in a pattern with named groups.
func (p *parser) numbered(root node) {
	walk(root, func(n node) bool {
		if b, ok := n.(*backref); ok && !b.byName {
			panic(fail("numbered backref/call is not allowed. (use name)"))
		}
		return true
	})
}

// references checks the targets of back-references and conditionals, and look-behinds. within contains the numbers of
// the captures that enclose n.
func (p *parser) references(n node, groups map[int]*group, within []int) {
	switch n := n.(type) {
	case *backref:
		p.checkBackref(n, groups, within)
		return
	case *conditional:
		if p.named > 0 && !n.byName {
			panic(fail("numbered backref/call is not allowed. (use name)"))
		}
		if groups[n.num] == nil {
			panic(fail("invalid backref number/name"))
		}
		if slices.Contains(within, n.num) {
			p.unsupport("a conditional about the group it is in")
		}
	case *repeat:
		// Onigmo computes the length of the body before it checks what the body contains.
		if b := undefined(n.body, groups); b != nil && n.max != 0 {
			panic(fail("invalid backref number/name"))
		}
	case *group:
		switch n.kind {
		case behind, notBehind:
			if !allowedBehind(n.body, n.kind == notBehind) {
				panic(fail("invalid pattern in look-behind"))
			}
		case capture:
			within = append(within, n.num)
		}
	}
	for _, part := range parts(n) {
		p.references(part, groups, within)
	}
	if g, ok := n.(*group); ok && (g.kind == behind || g.kind == notBehind) {
		if !fixedLength(g.body) {
			panic(fail("invalid pattern in look-behind"))
		}
		p.foldedBehind(g)
	}
}

func (p *parser) checkBackref(b *backref, groups map[int]*group, within []int) {
	for _, num := range b.nums {
		if groups[num] == nil {
			panic(fail("invalid backref number/name"))
		}
		if slices.Contains(within, num) {
			p.unsupport("a back-reference to the group it is in")
		}
	}
}

// foldedBehind marks a case-insensitive look-behind. To Ruby, its length may vary because `ss` also matches ß, but it
// reports that only for patterns with non-ASCII semantics.
func (p *parser) foldedBehind(g *group) {
	folded := 0
	walk(g.body, func(n node) bool {
		if c, ok := n.(*char); ok && c.fold {
			folded++
		}
		return true
	})
	if folded < 2 {
		return
	}
	p.limits.foldedBehind = true
	if p.fixed {
		p.unsupport("a look-behind without regard to case, in a pattern with more than ASCII")
	}
}

// undefined returns the first back-reference to a missing group in n that affects n's minimum length.
func undefined(n node, groups map[int]*group) (found *backref) {
	walk(n, func(n node) bool {
		switch n := n.(type) {
		case *backref:
			if found == nil && groups[n.nums[0]] == nil {
				found = n
			}
		case *repeat:
			return n.min > 0
		case *group:
			return n.kind == capture || n.kind == modified || n.kind == atomic
		}
		return found == nil
	})
	return found
}

// conditions rejects conditionals with more than two alternatives, which Onigmo checks last.
func (p *parser) conditions(root node) {
	walk(root, func(n node) bool {
		if c, ok := n.(*conditional); ok && len(c.body.items) > 2 {
			panic(fail("invalid conditional pattern"))
		}
		return true
	})
}

// allowedBehind reports whether Ruby allows the constructs of n in a look-behind.
func allowedBehind(n node, negative bool) bool {
	allowed := true
	walk(n, func(n node) bool {
		switch n := n.(type) {
		case *backref, *conditional:
			allowed = false
		case *opaque:
			allowed = allowed && n.kind == keep
		case *anchor:
			allowed = allowed && n.kind != textEnd && n.kind != lastLineEnd
		case *group:
			switch n.kind {
			case atomic, absent, ahead, notAhead:
				allowed = false
			case capture:
				allowed = allowed && !negative
			}
		}
		return allowed
	})
	return allowed
}

// fixedLength reports whether n matches only strings of one length, or is an alternation of such nodes.
func fixedLength(n node) bool {
	if a, ok := n.(*alternation); ok {
		return !slices.ContainsFunc(a.items, func(item node) bool { return length(item) < 0 })
	}
	return length(n) >= 0
}

// maxLength limits lengths. No text is longer.
const maxLength = 1 << 30

// length returns the number of characters that n matches, or -1 if it varies.
func length(n node) int {
	switch n := n.(type) {
	case *char, *set:
		return 1
	case *sequence:
		sum := 0
		for _, item := range n.items {
			l := length(item)
			if l < 0 {
				return -1
			}
			sum = min(sum+l, maxLength)
		}
		return sum
	case *alternation:
		l := length(n.items[0])
		for _, item := range n.items[1:] {
			if length(item) != l {
				return -1
			}
		}
		return l
	case *repeat:
		l := length(n.body)
		if l < 0 || n.min != n.max {
			return -1
		}
		return int(min(int64(l)*int64(n.min), maxLength))
	case *group:
		if n.kind == capture || n.kind == modified {
			return length(n.body)
		}
		return 0 // another look-behind
	case *anchor, *opaque:
		return 0
	}
	return -1 // a call
}
