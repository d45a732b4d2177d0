package rubyregexp

import "slices"

// group parses a group after its parenthesis.
func (p *parser) group(last tokenKind) (item node, done bool) {
	g := &group{}
	if p.peek() == end {
		panic(fail("end pattern with unmatched parenthesis"))
	}
	if p.peek() != '?' {
		g.num = p.addGroup()
		return p.finish(g)
	}
	p.pos++
	c := p.peek()
	if c == end {
		panic(fail("end pattern in group"))
	}
	p.pos++
	switch c {
	case ':':
		return p.body(), false
	case '=':
		g.kind = ahead
	case '!':
		g.kind = notAhead
	case '>':
		g.kind = atomic
	case '~':
		g.kind = absent
		p.unsupport("`(?~…)` (absence)")
	case '\'':
		return p.namedGroup(g, c)
	case '<':
		switch p.peek() {
		case end:
			panic(fail("end pattern with unmatched parenthesis"))
		case '=':
			g.kind = behind
		case '!':
			g.kind = notBehind
		default:
			return p.namedGroup(g, c)
		}
		p.pos++
	case '(':
		return p.conditional(), false
	case '-', 'i', 'm', 's', 'x', 'a', 'd', 'l', 'u':
		p.pos--
		return p.modifierGroup(g, last)
	default:
		panic(fail("undefined group option"))
	}
	return p.finish(g)
}

// body parses the alternatives of a group, and its end.
func (p *parser) body() node {
	p.next()
	return p.alternatives(tokenClose)
}

func (p *parser) finish(g *group) (node, bool) {
	g.body = p.body()
	return g, false
}

func (p *parser) addGroup() int {
	if p.groups >= maxGroups {
		panic(fail("too many capture groups are specified"))
	}
	p.groups++
	return p.groups
}

func (p *parser) namedGroup(g *group, opening rune) (node, bool) {
	name, _ := p.groupName(opening, false)
	g.num = p.addGroup()
	g.name = true
	p.named++
	p.names[name] = append(p.names[name], g.num)
	return p.finish(g)
}

// conditional parses a conditional after `(?(`: the group it tests, and its body.
func (p *parser) conditional() node {
	c := &conditional{}
	switch q := p.peek(); {
	case q == end:
		panic(fail("undefined group option"))
	case isDigit(q):
		_, c.num = p.groupName('(', true)
	case q == '<', q == '\'':
		p.pos++
		p.namedReference(q)
		if p.peek() != ')' {
			panic(fail("undefined group option"))
		}
		p.pos++
		if p.tok.ref.level {
			p.unsupport("a conditional with a recursion level")
		}
		c.num, c.byName = p.tok.ref.nums[0], p.tok.ref.byName
	default:
		panic(fail("invalid conditional pattern"))
	}
	body := p.body()
	var ok bool
	if c.body, ok = body.(*alternation); !ok {
		c.body = &alternation{[]node{body, &sequence{}}}
	}
	return c
}

// modifierGroup parses (?imxadu-imx:…), or (?imxadu-imx) and the rest of the enclosing group with all its alternatives:
// `a(?i)b|c` is `a(?i:b|c)`.
func (p *parser) modifierGroup(g *group, last tokenKind) (item node, done bool) {
	g.kind = modified
	before := p.mods
	mods, whole := p.modifiers()
	p.mods = mods
	if whole {
		p.next()
		g.body = p.alternatives(last)
	} else {
		g.body = p.body()
	}
	p.mods = before
	return g, whole
}

// modifiers parses the letters. rest means that they are followed by `)`.
func (p *parser) modifiers() (mods modifiers, rest bool) {
	mods = p.mods
	negate := false
	for {
		c := p.peek()
		if c == end {
			panic(fail("end pattern in group"))
		}
		p.pos++
		switch {
		case c == ':' || c == ')':
			return mods, c == ')'
		case c == '-':
			negate = true
		case c == 'x':
			mods.extended = !negate
		case c == 'i':
			mods.fold = !negate
		case c == 'm':
			mods.dotAll = !negate
		case slices.Contains([]rune{'a', 'd', 'u'}, c) && !negate:
			mods.charset = map[rune]charset{'a': asciiOnly, 'd': mixed, 'u': unicodeAware}[c]
		default:
			panic(fail("undefined group option"))
		}
	}
}
