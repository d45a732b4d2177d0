package rubyregexp

// Onigmo's limits.
const (
	maxDepth  = 4096
	maxGroups = 32767
)

// parser parses a pattern, and reports the errors that Onigmo's parser reports, in the same order.
type parser struct {
	unescaped
	pos  int // in text, after tok
	tok  token
	mods modifiers

	depth  int
	groups int              // number of captures so far
	named  int              // number of named captures
	names  map[string][]int // their numbers by name, in order
	calls  int
	// stacked is the number of directly consecutive repeats, which count as nesting.
	stacked int

	limits limits
	// unsupported is the first construct without an equivalent. Syntax errors take precedence, wherever they are.
	unsupported *UnsupportedError
}

// parse parses pattern, and performs all of Ruby's checks.
func parse(pattern string, options Options) (t *tree, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *SyntaxError:
			r.Pattern, r.Options = pattern, options
			t, err = nil, r
		default:
			panic(r)
		}
	}()
	p := &parser{
		unescaped: unescape(pattern),
		mods: modifiers{
			fold:     options.IgnoreCase,
			dotAll:   options.Multiline,
			extended: options.Extended,
		},
		names: map[string][]int{},
	}
	p.next()
	root := p.check(p.alternatives(tokenEnd))
	if p.unsupported != nil {
		p.unsupported.Pattern = pattern
		return nil, p.unsupported
	}
	return &tree{root: root, limits: p.limits}, nil
}

// fail returns an error. Its callers panic with it, and parse recovers.
func fail(problem string) *SyntaxError { return &SyntaxError{Problem: problem} }

// unsupport records an unsupported construct.
func (p *parser) unsupport(construct string) {
	if p.unsupported == nil {
		p.unsupported = &UnsupportedError{Construct: construct}
	}
}

// enter increases the nesting depth. The caller decreases it.
func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		panic(fail("parse depth limit over"))
	}
}

// alternatives parses alternatives up to last: the end of the pattern, or of the group.
func (p *parser) alternatives(last tokenKind) node {
	p.enter()
	var items []node
	for {
		items = append(items, p.branch(last))
		if p.tok.kind != tokenAlternate {
			break
		}
		p.next()
	}
	if p.tok.kind != last {
		panic(fail("end pattern with unmatched parenthesis"))
	}
	p.depth--
	if len(items) == 1 {
		return items[0]
	}
	return &alternation{items}
}

// branch parses one alternative. As in Onigmo, the items of `(?:ab)` become part of it, and a single item is not a
// sequence.
func (p *parser) branch(last tokenKind) node {
	var items []node
	for {
		item := p.expression(last)
		if s, ok := item.(*sequence); ok {
			items = append(items, s.items...)
		} else {
			items = append(items, item)
		}
		if k := p.tok.kind; k == last || k == tokenEnd || k == tokenAlternate {
			break
		}
	}
	if len(items) == 1 {
		return items[0]
	}
	return &sequence{items}
}

// expression parses an item and the repeats after it. It leaves the next token in p.tok.
func (p *parser) expression(last tokenKind) node {
	tok := p.tok
	if tok.kind == last || tok.kind == tokenEnd || tok.kind == tokenAlternate {
		return &sequence{}
	}
	item, done := p.item(last)
	if done {
		return item
	}
	p.next()
	for first := true; p.tok.kind == tokenRepeat; first = false {
		if !first {
			p.stacked++
		}
		// Ruby 3.1 has no limit here.
		if p.stacked > maxDepth {
			p.unsupport("more than 4096 repeats of repeats")
		} else {
			item = quantify(item, p.tok)
		}
		p.next()
	}
	return item
}

// item parses a repeatable item. done means that it was the rest of the group, after (?i).
func (p *parser) item(last tokenKind) (item node, done bool) {
	tok := p.tok
	switch tok.kind {
	case tokenChar:
		return p.literal(tok.char), false
	case tokenAny:
		if p.mods.dotAll {
			return &set{allRunes, true}, false
		}
		return &set{noNewline, true}, false
	case tokenType:
		return &set{runes: p.typeSet(tok, false)}, false
	case tokenProperty:
		return p.property(), false
	case tokenClass:
		return p.bracket(), false
	case tokenAnchor:
		return &anchor{tok.anchor}, false
	case tokenLinebreak:
		return &group{kind: atomic, body: &alternation{[]node{
			&sequence{[]node{&char{r: '\r'}, &char{r: '\n'}}}, &set{runes: lineBreaks},
		}}}, false
	case tokenOpaque:
		p.unsupport(map[opaqueKind]string{
			grapheme: "`\\X` (a grapheme cluster)", keep: "`\\K` (keep what is before)",
		}[tok.opaque])
		return &opaque{tok.opaque}, false
	case tokenBackref:
		return p.backref(tok), false
	case tokenCall:
		p.calls++
		p.unsupport("`\\g<…>` (a sub-expression call)")
		c := tok.call
		return &c, false
	case tokenOpen:
		return p.group(last)
	case tokenClose:
		panic(fail("unmatched close parenthesis"))
	default: // tokenRepeat
		panic(fail("target of repeat operator is not specified"))
	}
}

// literal returns the node of a character under the current modifiers.
func (p *parser) literal(r rune) node {
	if p.mods.fold {
		p.limits.folds = true
		if foldings.contains(r) {
			p.unsupport("`" + string(r) + "` without regard to case (its other case is more than one character)")
		}
	}
	return &char{r: r, fold: p.mods.fold}
}

// typeSet returns the characters of \w, \d, \s, or \h. In brackets, \w has slightly fewer than outside.
func (p *parser) typeSet(tok token, inClass bool) runeSet {
	var runes runeSet
	unicode := p.mods.charset == unicodeAware
	switch c := tok.char; {
	case c == 'h':
		runes = hexDigit
	case c == 'w' && unicode && inClass:
		runes = word()
	case c == 'w' && unicode:
		runes = wordType()
	case c == 'w':
		runes = asciiWord
	case c == 'd' && unicode:
		runes = unicodeDigit()
	case c == 'd':
		runes = asciiDigit
	case unicode:
		runes = unicodeSpace()
	default:
		runes = asciiSpace
	}
	if tok.negated {
		return runes.complement()
	}
	return runes
}

func (p *parser) backref(tok token) node {
	if tok.ref.level {
		p.unsupport("a back-reference with a recursion level")
	}
	if len(tok.ref.nums) > 1 {
		// Ruby tries the last group first, and fails if the remaining text is too short for it.
		p.unsupport("a back-reference to a name that several groups have")
	}
	if p.mods.fold {
		p.limits.foldedBackref = true
	}
	return &backref{nums: tok.ref.nums, byName: tok.ref.byName, fold: p.mods.fold}
}

// quantify repeats item. Onigmo simplifies nested repeats, which affects matches: (?:a*)?? becomes (?:a+)??, which
// prefers the empty match.
func quantify(item node, tok token) node {
	q := tok.repeat
	r := &repeat{body: item, min: q.min, max: q.max, lazy: q.lazy}
	if q.min == 1 && q.max == 1 {
		return item
	}
	if inner, ok := item.(*repeat); ok {
		switch outer, was := simple(r), simple(inner); {
		case was >= 0 && outer >= 0:
			r = nest(r, inner)
		case (was == star || was == plus) && r.max > 1 && !r.lazy:
			// (?:a*){2,5} is (?:a*){2,2}.
			r.max = max(r.min, 1)
		}
	}
	if q.possessive {
		return &group{kind: atomic, body: r}
	}
	return r
}

// The repeats that Onigmo simplifies.
const (
	question = iota
	star
	plus
	lazyQuestion
	lazyStar
	lazyPlus
)

// simple returns which of them r is, or -1.
func simple(r *repeat) int {
	kind := -1
	switch {
	case r.min == 0 && r.max == 1:
		kind = question
	case r.min == 0 && r.max == unlimited:
		kind = star
	case r.min == 1 && r.max == unlimited:
		kind = plus
	}
	if kind >= 0 && r.lazy {
		kind += lazyQuestion
	}
	return kind
}

// The results of simplifying nested repeats.
const (
	asIs = iota
	innerOnly
	oneStar              // *
	oneLazyStar          // *?
	oneLazyQuestion      // ??
	plusThenLazyQuestion // (?:…+)??
)

// nested contains the results by inner and outer repeat.
var nested = [6][6]int{
	question:     {innerOnly, oneStar, oneStar, oneLazyQuestion, oneLazyStar, asIs},
	star:         {innerOnly, innerOnly, innerOnly, plusThenLazyQuestion, plusThenLazyQuestion, innerOnly},
	plus:         {oneStar, oneStar, innerOnly, asIs, plusThenLazyQuestion, innerOnly},
	lazyQuestion: {innerOnly, oneLazyStar, oneLazyStar, innerOnly, oneLazyStar, oneLazyStar},
	lazyStar:     {innerOnly, innerOnly, innerOnly, innerOnly, innerOnly, innerOnly},
	lazyPlus:     {asIs, asIs, asIs, oneLazyStar, oneLazyStar, innerOnly},
}

// nest returns outer applied to inner, simplified.
func nest(outer, inner *repeat) *repeat {
	r := &repeat{body: inner.body, max: unlimited}
	switch nested[simple(inner)][simple(outer)] {
	case innerOnly:
		return inner
	case oneStar:
		return r
	case oneLazyStar:
		r.lazy = true
		return r
	case oneLazyQuestion:
		r.max, r.lazy = 1, true
		return r
	case plusThenLazyQuestion:
		r.min = 1
		return &repeat{body: r, max: 1, lazy: true}
	}
	return outer
}
