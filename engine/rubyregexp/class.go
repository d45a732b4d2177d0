package rubyregexp

import (
	"slices"
	"strings"
)

// class is a character class, [...].
type class struct {
	runes   runeSet
	negated bool
	// crossing are the characters in runes that may fold between ASCII and non-ASCII; see foldSet.
	crossing runeSet
}

// all returns the characters that the class matches, with the negation applied.
func (c class) all() class {
	if !c.negated {
		return c
	}
	return class{runes: c.runes.complement(), crossing: c.crossing.complement()}
}

func (c class) intersect(d class) class {
	return class{runes: c.runes.intersect(d.runes), crossing: c.crossing.intersect(d.crossing)}
}

// bracket parses a character class after its `[`.
func (p *parser) bracket() node {
	c := p.class()
	if r, ok := c.runes.only(); ok && !c.negated {
		return p.literal(r)
	}
	return p.fold(c)
}

// property parses a character property after `\p{`.
func (p *parser) property() node {
	tok := p.tok
	runes, name := p.propertySet()
	if name == "ascii" {
		// \p{ASCII} is not folded under (?i).
		return &set{runes: class{runes: runes, negated: tok.negated}.all().runes}
	}
	return p.fold(class{runes: runes, negated: tok.negated, crossing: runes})
}

// fold returns the set of a class, with case folding under (?i).
func (p *parser) fold(c class) node {
	if p.mods.fold {
		p.limits.folds = true
		ascii := c.runes.intersect(asciiRunes).foldSet(c.crossing).intersect(asciiRunes)
		c.runes = c.runes.foldSet(c.crossing)
		if !p.fixed && !slices.Equal(ascii, c.runes.intersect(asciiRunes)) {
			// [[^\w]x] matches `s` in patterns with non-ASCII semantics, because of ſ.
			p.unsupport("a set without regard to case that differs between ASCII and Unicode")
		}
		if !c.negated && len(c.runes.intersect(foldings)) > 0 {
			// [[:alpha:]] matches `ss` in patterns with non-ASCII semantics.
			p.limits.foldedClass = true
			if p.fixed {
				p.unsupport("a set without regard to case, in a pattern with more than ASCII")
			}
		}
	}
	return &set{runes: c.all().runes}
}

// propertySet parses the name of a property, and returns its characters.
func (p *parser) propertySet() (runes runeSet, name string) {
	start, last := p.pos, p.pos
	for p.peek() != end {
		last = p.pos
		c := p.peek()
		p.pos++
		if c == '}' {
			name = string(p.text[start:last])
			runes, known, supported := property(name)
			if known && !supported {
				p.unsupport("the property `" + name + "`")
			}
			if known {
				return runes, normalProperty(name)
			}
			break
		}
		if strings.ContainsRune("(){|", c) {
			break
		}
	}
	panic(failName("invalid character property name {", string(p.text[start:last]), "}"))
}

// classReader builds a class token by token, with Onigmo's rules for ranges.
type classReader struct {
	*parser
	ranges, crossing []runeRange
	state            classState
	last             rune // the previous character, not yet in ranges
}

type classState int

const (
	atStart   classState = iota // at the start, or after &&
	afterChar                   // after a character that may start a range
	afterSet                    // after \d or another set, which may not
	inRange                     // after a character and `-`
	afterRange
)

// class parses a character class after its `[`, up to its `]`.
func (p *parser) class() class {
	p.enter()
	r := &classReader{parser: p}
	p.nextInClass()
	negated := p.tok.kind == tokenChar && p.tok.char == '^' && !p.tok.escaped
	if negated {
		p.nextInClass()
	}
	if p.tok.kind == tokenClose {
		// []a] contains a bracket.
		if !slices.Contains(p.text[p.pos:], ']') {
			panic(fail("empty char-class"))
		}
		p.char(']')
	}
	var whole class
	and := false // whole is the part before an &&
	for p.tok.kind != tokenClose {
		fetched := false
		switch p.tok.kind {
		case tokenEnd:
			panic(fail("premature end of char-class"))
		case tokenChar:
			r.char(p.tok.char)
		case tokenRange:
			fetched = r.dash()
		case tokenAnd:
			whole = r.takeAnd(whole, and)
			and = true
		default:
			r.set()
		}
		if !fetched {
			p.nextInClass()
		}
	}
	whole = r.takeAnd(whole, and)
	whole.negated = negated
	p.depth--
	return whole
}

// flush adds the previous character, which does not start a range.
func (r *classReader) flush() {
	if r.state == afterChar {
		r.add(r.last, r.last)
	}
}

func (r *classReader) add(lo, hi rune) {
	r.ranges = append(r.ranges, runeRange{lo, hi})
	r.crossing = append(r.crossing, runeRange{lo, hi})
}

// takeAnd ends an operand of &&. It returns the intersection so far, and starts a new operand.
func (r *classReader) takeAnd(before class, and bool) class {
	r.flush()
	c := class{runes: newRuneSet(r.ranges), crossing: newRuneSet(r.crossing)}
	r.ranges, r.crossing, r.state = nil, nil, atStart
	if and {
		return before.intersect(c)
	}
	return c
}

func (r *classReader) char(c rune) {
	r.flush()
	if r.state == inRange {
		if r.last > c {
			panic(fail("empty range in char class"))
		}
		r.add(r.last, c)
		r.state = afterRange
	} else {
		r.state = afterChar
	}
	r.last = c
}

// dash parses a `-`: the middle of a range, or a literal where no range is possible. It reports whether it has read the
// next token.
func (r *classReader) dash() (fetched bool) {
	if r.state == inRange {
		r.char('-')
		return false
	}
	r.nextInClass()
	atEnd := r.tok.kind == tokenClose || r.tok.kind == tokenAnd
	switch {
	case atEnd, r.state == atStart, r.state == afterRange:
		r.char('-')
		return true
	case r.state == afterSet:
		panic(fail("unmatched range specifier in char-class"))
	}
	r.state = inRange
	return true
}

// set parses a set inside the class.
func (r *classReader) set() {
	tok := r.tok
	var part class
	switch tok.kind {
	case tokenClass:
		// A nested class does not end what precedes it: [a-[b]c] is the range a to c, and b.
		nested := r.class().all()
		r.ranges = append(r.ranges, nested.runes...)
		r.crossing = append(r.crossing, nested.crossing...)
		return
	case tokenPosix:
		var ok bool
		start := r.pos
		if part, ok = r.posix(); !ok {
			r.pos = start - len(":")
			r.char('[')
			return
		}
	case tokenType:
		part.runes = r.typeSet(tok, true)
		if tok.char != 'w' {
			part.crossing = part.runes
		}
	case tokenProperty:
		runes, name := r.propertySet()
		part = class{runes: runes, negated: tok.negated}.all()
		if name != "ascii" {
			part.crossing = part.runes
		}
	}
	if r.state == inRange {
		panic(fail("char-class value at end of range"))
	}
	r.flush()
	r.state = afterSet
	r.ranges = append(r.ranges, part.runes...)
	r.crossing = append(r.crossing, part.crossing...)
}

// posixLimit is the distance within which Onigmo looks for the end of an unknown POSIX bracket.
const posixLimit = 20

// posix parses a POSIX bracket after its `[:`. ok is false if it only looks like one.
func (p *parser) posix() (part class, ok bool) {
	negated := p.peek() == '^'
	if negated {
		p.pos++
	}
	rest := p.text[p.pos:]
	for _, name := range posixNames {
		// Onigmo does not look for a name unless at least four letters, `:]`, and another character follow.
		if len(rest) < 7 || !strings.HasPrefix(string(rest[:min(len(name), len(rest))]), name) {
			continue
		}
		if !strings.HasPrefix(string(rest[len(name):min(len(name)+2, len(rest))]), ":]") {
			panic(fail("invalid POSIX bracket type"))
		}
		p.pos += len(name) + 2
		runes := posixBracket(name)
		if p.mods.charset == asciiOnly {
			runes = runes.intersect(asciiRunes)
		}
		part = class{runes: runes, negated: negated}.all()
		if name != "word" && name != "ascii" && p.mods.charset != asciiOnly {
			part.crossing = part.runes
		}
		return part, true
	}
	for i := 0; i < len(rest) && i <= posixLimit && rest[i] != ']'; i++ {
		if rest[i] == ':' {
			if i+1 < len(rest) && rest[i+1] == ']' {
				panic(fail("invalid POSIX bracket type"))
			}
			break
		}
	}
	return class{}, false
}
