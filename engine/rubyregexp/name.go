package rubyregexp

import "unicode/utf8"

// maxName is the number of bytes of a name shown in Ruby's messages.
const maxName = 47

// failName fails with a problem that contains a name: "invalid group name <1a>".
func failName(before, name, after string) *SyntaxError {
	if len(name) > maxName {
		cut := maxName
		for !utf8.RuneStart(name[cut]) {
			cut--
		}
		name = name[:cut] + "..."
	}
	return fail(before + name + after)
}

func (p *parser) failGroupName(from, to int) *SyntaxError {
	return failName("invalid group name <", string(p.text[from:to]), ">")
}

// closing returns the character that ends a name started by opening.
func closing(opening rune) rune {
	switch opening {
	case '<':
		return '>'
	case '(':
		return ')'
	}
	return opening
}

// groupName parses a name with its closing delimiter. If numbers is set, it may also be a number, which is negative if
// relative. Otherwise num is 0. Any character is allowed in a name, but it must not start like a number.
func (p *parser) groupName(opening rune, numbers bool) (name string, num int) {
	stop, start := closing(opening), p.pos
	if p.peek() == end || p.peek() == stop {
		panic(fail("group name is empty"))
	}
	numeric, sign := isDigit(p.peek()), 1
	if p.peek() == '-' {
		numeric, sign = true, -1
	}
	p.pos++
	if numeric && !numbers {
		panic(p.failToNameEnd(stop, start, "invalid group name <"))
	}
	last, c, signOnly := len(p.text), p.text[start], sign < 0
	for p.peek() != end {
		last, c = p.pos, p.peek()
		p.pos++
		if c == stop || c == ')' {
			if signOnly {
				panic(p.failToNameEnd(stop, start, "invalid group name <"))
			}
			break
		}
		switch {
		case !numeric:
		case isDigit(c):
			signOnly = false
		case wordType().contains(c):
			panic(p.failToNameEnd(stop, start, "invalid group name <"))
		default:
			panic(p.failToNameEnd(stop, start, "invalid char in group name <"))
		}
	}
	if c != stop {
		panic(p.failGroupName(start, len(p.text)))
	}
	if !numeric {
		return string(p.text[start:last]), 0
	}
	if num = p.numberIn(start, sign); num == 0 {
		panic(p.failGroupName(start, last))
	}
	return string(p.text[start:last]), num
}

// failToNameEnd fails with the whole name, up to its end or the end of its group.
func (p *parser) failToNameEnd(stop rune, start int, before string) *SyntaxError {
	last := p.pos
	for p.peek() != end {
		last = p.pos
		c := p.peek()
		p.pos++
		if c == stop || c == ')' {
			break
		}
	}
	if p.peek() == end {
		last = len(p.text)
	}
	return failName(before, string(p.text[start:last]), ">")
}

// numberIn parses the group number that starts at from, after its sign.
func (p *parser) numberIn(from, sign int) int {
	behind := p.pos
	p.pos = from
	if sign < 0 {
		p.pos++
	}
	num, n := p.number()
	p.pos = behind
	if n < 0 {
		panic(fail("too big number"))
	}
	return sign * num
}

// namedReference parses the name or number of a back-reference or conditional, and finds its groups.
func (p *parser) namedReference(opening rune) {
	name, num, level := p.leveledName(opening)
	p.tok.ref = groupRef{level: level}
	if num < 0 {
		num += p.groups + 1
		if num <= 0 {
			panic(fail("invalid backref number/name"))
		}
	}
	if num > 0 {
		p.tok.ref.nums = []int{num}
		return
	}
	nums := p.names[name]
	if len(nums) == 0 {
		panic(failName("undefined name <", name, "> reference"))
	}
	p.tok.ref.nums, p.tok.ref.byName = nums, true
}

// leveledName parses a name or number with an optional recursion level: `name+1`.
func (p *parser) leveledName(opening rune) (name string, num int, level bool) {
	stop, start := closing(opening), p.pos
	if p.peek() == end || p.peek() == stop {
		panic(fail("group name is empty"))
	}
	c, sign := p.peek(), 1
	numeric, signOnly := isDigit(c), false
	if c == '-' {
		numeric, signOnly, sign = true, true, -1
	}
	p.pos++
	last, bad := len(p.text), false
	for p.peek() != end {
		last, c = p.pos, p.peek()
		p.pos++
		if c == stop || c == ')' || c == '+' || c == '-' {
			bad = bad || signOnly
			break
		}
		if numeric {
			if isDigit(c) {
				signOnly = false
			} else {
				bad, numeric, signOnly = true, false, false
			}
		}
	}
	if bad {
		panic(p.failGroupName(start, last))
	}
	if c == '+' || c == '-' {
		if p.peek() == end {
			panic(failName("invalid char in group name <", string(p.text[start:last]), ">"))
		}
		_, n := p.number()
		if n < 0 {
			panic(fail("too big number"))
		}
		if n > 0 {
			level, c = true, p.peek()
			p.pos = min(p.pos+1, len(p.text))
		}
	}
	if c != stop {
		panic(p.failGroupName(start, len(p.text)))
	}
	if numeric {
		if num = p.numberIn(start, sign); num == 0 {
			panic(p.failGroupName(start, len(p.text)))
		}
	}
	return string(p.text[start:last]), num, level
}

// callReference parses a subexpression call after `\g<`. Groups may be called before they are defined.
func (p *parser) callReference(opening rune) {
	p.tok.kind = tokenCall
	relative := false
	switch p.peek() {
	case '0':
		p.pos++
		if p.peek() == closing(opening) {
			p.pos++
			p.tok.call = call{}
			return
		}
	case '+':
		p.pos++
		relative = true
	}
	name, num := p.groupName(opening, true)
	p.tok.call = call{name: name, num: num}
	switch {
	case num == 0 && !relative:
		p.tok.call.num = -1
	case num < 0 || relative:
		if num > 0 {
			num--
		}
		if num += p.groups + 1; num <= 0 {
			panic(fail("invalid backref number/name"))
		}
		p.tok.call.num = num
	}
}
