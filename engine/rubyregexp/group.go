package rubyregexp

import "slices"

// group reads a group behind its parenthesis.
func (p *parser) group(last closer) (item node, done bool, err error) {
	g := &group{at: p.tok.at}
	if p.peek() == end {
		return nil, false, p.fail(g.at, "end pattern with unmatched parenthesis")
	}
	if p.peek() != '?' {
		if g.num, err = p.addGroup(g.at); err != nil {
			return nil, false, err
		}
		return p.finish(g)
	}
	p.pos++
	c := p.peek()
	if c == end {
		return nil, false, p.fail(g.at, "end pattern in group")
	}
	p.pos++
	switch c {
	case ':':
		item, err = p.body(g.at)
		return item, false, err
	case '=':
		g.kind = ahead
	case '!':
		g.kind = notAhead
	case '>':
		g.kind = atomic
	case '~':
		g.kind = absent
		p.unsupport(g.at, "`(?~…)` (absence)")
	case '\'':
		return p.namedGroup(g, c)
	case '<':
		switch p.peek() {
		case end:
			return nil, false, p.fail(g.at, "end pattern with unmatched parenthesis")
		case '=':
			g.kind = behind
		case '!':
			g.kind = notBehind
		default:
			return p.namedGroup(g, c)
		}
		p.pos++
	case '(':
		item, err = p.conditional(g.at)
		return item, false, err
	case '-', 'i', 'm', 's', 'x', 'a', 'd', 'l', 'u':
		p.pos--
		return p.modifierGroup(g, last)
	default:
		return nil, false, p.fail(g.at, "undefined group option")
	}
	return p.finish(g)
}

// body reads the alternatives of the group that starts at open, and its end.
func (p *parser) body(open int) (node, error) {
	if err := p.next(); err != nil {
		return nil, err
	}
	return p.alternatives(closer{tokenClose, open})
}

func (p *parser) finish(g *group) (node, bool, error) {
	body, err := p.body(g.at)
	g.body = body
	return g, false, err
}

func (p *parser) addGroup(at int) (int, error) {
	if p.groups >= maxGroups {
		return 0, p.fail(at, "too many capture groups are specified")
	}
	p.groups++
	return p.groups, nil
}

func (p *parser) namedGroup(g *group, opening rune) (node, bool, error) {
	name, _, err := p.groupName(opening, false)
	if err != nil {
		return nil, false, err
	}
	if g.num, err = p.addGroup(g.at); err != nil {
		return nil, false, err
	}
	g.name = true
	p.named++
	p.names[name] = append(p.names[name], g.num)
	return p.finish(g)
}

// conditional reads a conditional behind `(?(`: the group it tests, and what follows.
func (p *parser) conditional(at int) (node, error) {
	c := &conditional{at: at}
	switch q := p.peek(); {
	case q == end:
		return nil, p.fail(at, "undefined group option")
	case isDigit(q):
		_, num, err := p.groupName('(', true)
		if err != nil {
			return nil, err
		}
		c.num = num
	case q == '<', q == '\'':
		p.pos++
		if err := p.namedReference(q); err != nil {
			return nil, err
		}
		if p.peek() != ')' {
			return nil, p.fail(at, "undefined group option")
		}
		p.pos++
		if p.tok.ref.level {
			p.unsupport(at, "a conditional with a recursion level")
		}
		c.num, c.byName = p.tok.ref.nums[0], p.tok.ref.byName
	default:
		return nil, p.fail(at, "invalid conditional pattern")
	}
	body, err := p.body(at)
	if err != nil {
		return nil, err
	}
	var ok bool
	if c.body, ok = body.(*alternation); !ok {
		c.body = &alternation{[]node{body, &sequence{}}}
	}
	return c, nil
}

// modifierGroup reads (?imxadu-imx:…), or (?imxadu-imx) and the rest of the enclosing group with
// all its alternatives: `a(?i)b|c` is `a(?i:b|c)`.
func (p *parser) modifierGroup(g *group, last closer) (item node, done bool, err error) {
	g.kind = modified
	before := p.mods
	mods, whole, err := p.modifiers(g.at)
	if err != nil {
		return nil, false, err
	}
	p.mods = mods
	if !whole {
		_, _, err = p.finish(g)
		p.mods = before
		return g, false, err
	}
	if err = p.next(); err == nil {
		g.body, err = p.alternatives(last)
	}
	p.mods = before
	return g, true, err
}

// modifiers reads the letters. rest tells that they ended with `)`.
func (p *parser) modifiers(at int) (mods modifiers, rest bool, err error) {
	mods = p.mods
	negate := false
	for {
		c := p.peek()
		if c == end {
			return mods, false, p.fail(at, "end pattern in group")
		}
		p.pos++
		switch {
		case c == ':' || c == ')':
			return mods, c == ')', nil
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
			return mods, false, p.fail(at, "undefined group option")
		}
	}
}
