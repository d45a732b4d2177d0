package rubyregexp

import (
	"slices"
	"strings"
)

// class is a character class, [...], while it is read.
type class struct {
	runes   runeSet
	negated bool
	// crossing are those of runes that may be folded between ASCII and the rest; see foldSet.
	crossing runeSet
}

// all is what the class matches, in both senses.
func (c class) all() class {
	if !c.negated {
		return c
	}
	return class{runes: c.runes.complement(), crossing: c.crossing.complement()}
}

func (c class) intersect(d class) class {
	return class{runes: c.runes.intersect(d.runes), crossing: c.crossing.intersect(d.crossing)}
}

// bracket reads a character class behind its `[`.
func (p *parser) bracket() node {
	at := p.tok.at
	c := p.class(at)
	if r, ok := c.runes.only(); ok && !c.negated {
		return p.literal(at, r)
	}
	return p.fold(at, c)
}

// property reads a character property behind `\p{`.
func (p *parser) property() node {
	tok := p.tok
	runes, name := p.propertySet(tok)
	if name == "ascii" {
		// \p{ASCII} stays what it is under (?i).
		return &set{runes: class{runes: runes, negated: tok.negated}.all().runes}
	}
	return p.fold(tok.at, class{runes: runes, negated: tok.negated, crossing: runes})
}

// fold makes a set of a class, with the other cases of its characters under (?i).
func (p *parser) fold(at int, c class) node {
	if p.mods.fold {
		p.limits.folds = true
		ascii := c.runes.intersect(asciiRunes).foldSet(c.crossing).intersect(asciiRunes)
		c.runes = c.runes.foldSet(c.crossing)
		if !p.fixed && !slices.Equal(ascii, c.runes.intersect(asciiRunes)) {
			// [[^\w]x] matches `s` when Ruby looks at more than ASCII, because of ſ.
			p.unsupport(at, "a set without regard to case that differs between ASCII and Unicode")
		}
		if !c.negated && len(c.runes.intersect(foldings)) > 0 {
			// [[:alpha:]] matches `ss`, once Ruby looks at more than ASCII.
			p.limits.foldedClass = true
			if p.fixed {
				p.unsupport(at, "a set without regard to case, in a pattern with more than ASCII")
			}
		}
	}
	return &set{runes: c.all().runes}
}

// propertySet reads the name of a property and finds its characters.
func (p *parser) propertySet(tok token) (runes runeSet, name string) {
	start, last := p.pos, p.pos
	for p.peek() != end {
		last = p.pos
		c := p.peek()
		p.pos++
		if c == '}' {
			name = string(p.text[start:last])
			runes, known, supported := property(name)
			if known && !supported {
				p.unsupport(tok.at, "the property `"+name+"`")
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
	panic(p.failName(p.tok.at, "invalid character property name {", string(p.text[start:last]), "}"))
}

// classReader builds a class token by token, with Onigmo's idea of where a range may stand.
type classReader struct {
	*parser
	ranges, crossing []runeRange
	state            classState
	last             rune // the character before, not yet in ranges
}

type classState int

const (
	atStart   classState = iota // nothing yet, or && before
	afterChar                   // a character that may start a range
	afterSet                    // \d and the like, which may not
	inRange                     // a character and `-`
	afterRange
)

// class reads a character class behind the `[` at open, up to its `]`.
func (p *parser) class(open int) class {
	p.enter()
	r := &classReader{parser: p}
	p.nextInClass()
	negated := p.tok.kind == tokenChar && p.tok.char == '^' && !p.tok.escaped
	if negated {
		p.nextInClass()
	}
	if p.tok.kind == tokenClose {
		// []a] has a bracket in it.
		if !p.bracketFollows() {
			panic(p.fail(open, "empty char-class"))
		}
		p.char(']')
	}
	var whole class
	and := false // whole is what stands before an &&
	for p.tok.kind != tokenClose {
		fetched := false
		switch p.tok.kind {
		case tokenEnd:
			panic(p.fail(open, "premature end of char-class"))
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

// bracketFollows reports whether there is another `]` in the pattern, escaped or not.
func (p *parser) bracketFollows() bool {
	return slices.Contains(p.text[p.pos:], ']')
}

// flush adds the character that did not become the start of a range.
func (r *classReader) flush() {
	if r.state == afterChar {
		r.add(r.last, r.last)
	}
}

func (r *classReader) add(lo, hi rune) {
	r.ranges = append(r.ranges, runeRange{lo, hi})
	r.crossing = append(r.crossing, runeRange{lo, hi})
}

// takeAnd ends an operand of &&: it gives all before, and starts anew.
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
			panic(r.fail(r.tok.at, "empty range in char class"))
		}
		r.add(r.last, c)
		r.state = afterRange
	} else {
		r.state = afterChar
	}
	r.last = c
}

// dash reads a `-`: it makes a range, or is a character where no range is possible. It tells
// whether it has read the token behind.
func (r *classReader) dash() (fetched bool) {
	at := r.tok.at
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
		panic(r.fail(at, "unmatched range specifier in char-class"))
	}
	r.state = inRange
	return true
}

// set reads a part that is a set itself.
func (r *classReader) set() {
	tok := r.tok
	var part class
	switch tok.kind {
	case tokenClass:
		// A nested class does not end what is before it: [a-[b]c] is the range a to c, and b.
		nested := r.class(tok.at).all()
		r.ranges = append(r.ranges, nested.runes...)
		r.crossing = append(r.crossing, nested.crossing...)
		return
	case tokenPosix:
		var ok bool
		if part, ok = r.posix(tok.at); !ok {
			r.pos = tok.at + 1
			r.char('[')
			return
		}
	case tokenType:
		part.runes = r.typeSet(tok, true)
		if tok.char != 'w' {
			part.crossing = part.runes
		}
	case tokenProperty:
		runes, name := r.propertySet(tok)
		part = class{runes: runes, negated: tok.negated}.all()
		if name != "ascii" {
			part.crossing = part.runes
		}
	}
	if r.state == inRange {
		panic(r.fail(tok.at, "char-class value at end of range"))
	}
	r.flush()
	r.state = afterSet
	r.ranges = append(r.ranges, part.runes...)
	r.crossing = append(r.crossing, part.crossing...)
}

// posixLimit is how far Onigmo looks for the end of a bracket that it does not know.
const posixLimit = 20

// posix reads a POSIX bracket behind its `[:`. ok is false for what only looks like one.
func (p *parser) posix(at int) (part class, ok bool) {
	negated := p.peek() == '^'
	if negated {
		p.pos++
	}
	rest := p.text[p.pos:]
	for _, name := range posixNames {
		// Onigmo does not look for a name when too little follows: four letters, `:]` and one more.
		if len(rest) < 7 || !strings.HasPrefix(string(rest[:min(len(name), len(rest))]), name) {
			continue
		}
		if !strings.HasPrefix(string(rest[len(name):min(len(name)+2, len(rest))]), ":]") {
			panic(p.fail(at, "invalid POSIX bracket type"))
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
				panic(p.fail(at, "invalid POSIX bracket type"))
			}
			break
		}
	}
	return class{}, false
}
