package rubyregexp

import (
	"unicode"
	"unicode/utf8"

	"github.com/hieralint/hieralint/internal/lists"
)

// quirks reports constructs that Onigmo does not match as written, so that this package cannot match them either.
func (p *parser) quirks(root node, groups map[int]*group) {
	var longer []runeRange
	toEnd := false
	walk(root, func(n node) bool {
		switch n := n.(type) {
		case *char:
			if n.fold {
				longer = append(longer, longerCases(n.r)...)
			}
		case *anchor:
			toEnd = toEnd || n.kind == textEnd || n.kind == lastLineEnd
		case *repeat:
			// Onigmo may stop such a repeat after one empty iteration, depending on the size of the compiled body:
			// (?:a\ba*|\A^a*){2,}? finds the empty string in `a`.
			if n.min > 1 && minLength(n.body) == 0 && !yieldsEmptyLast(n.body) {
				p.unsupport("a repeat, twice or more, of what can be empty")
			}
		}
		return true
	})
	if toEnd {
		p.limits.longer = newRuneSet(longer)
	}
	if b := (&beginning{}); b.read(root) == dotLoop && b.skips() {
		p.unsupport("a dot repeated without limit behind a condition")
	}
	if a := (&emptyReference{groups: groups}).boundary(root); a != nil {
		p.unsupport("`^`, `\\b` or `\\B` behind a back-reference that can be empty")
	}
}

// longerCases returns the other cases of r that have more bytes.
func longerCases(r rune) []runeRange {
	var longer []runeRange
	for c := unicode.SimpleFold(r); c != r; c = unicode.SimpleFold(c) {
		if utf8.RuneLen(c) > utf8.RuneLen(r) {
			longer = append(longer, runeRange{c, c})
		}
	}
	return longer
}

// yieldsEmptyLast reports whether n can match the empty string anywhere, but does so only as a last resort. Then it
// makes no difference whether a repeat of n continues after that.
func yieldsEmptyLast(n node) bool {
	switch n := n.(type) {
	case *sequence:
		return lists.All(n.items, yieldsEmptyLast)
	case *alternation:
		last := len(n.items) - 1
		for _, item := range n.items[:last] {
			if minLength(item) == 0 || refers(item) {
				return false
			}
		}
		return yieldsEmptyLast(n.items[last])
	case *repeat:
		return n.min == 0 && !n.lazy && !refers(n.body) && (minLength(n.body) > 0 || yieldsEmptyLast(n.body))
	case *group:
		return (n.kind == capture || n.kind == modified) && yieldsEmptyLast(n.body)
	}
	return false
}

// refers reports whether what n matches depends on captures.
func refers(n node) bool {
	found := false
	walk(n, func(n node) bool {
		switch n.(type) {
		case *backref, *conditional:
			found = true
		}
		return !found
	})
	return found
}

// emptyReference finds `^`, \b, and \B in places where Onigmo checks the wrong preceding character: after a
// back-reference that matched the empty string. (|xa)\1\B matches at the end of `s`.
type emptyReference struct {
	groups map[int]*group
	// before means that such a back-reference precedes.
	before bool
}

func (e *emptyReference) boundary(n node) *anchor {
	rounds := 1
	switch n := n.(type) {
	case *backref:
		e.before = e.before || minLength(e.groups[n.nums[0]].body) == 0
	case *anchor:
		switch n.kind {
		case lineStart, wordBoundary, notWordBoundary, asciiWordBoundary, notASCIIWordBoundary:
			if e.before {
				return n
			}
		}
	case *repeat:
		if n.max > 1 || n.max == unlimited {
			rounds = 2 // in the next iteration, what follows an anchor may precede it
		}
	}
	for range rounds {
		before := e.before
		for _, part := range parts(n) {
			if a := e.boundary(part); a != nil {
				return a
			}
		}
		if e.before == before {
			break
		}
	}
	return nil
}

// beginning describes the start of a pattern, before it matches any text. If it ends with an unlimited repeat of a dot,
// Onigmo tries the pattern only at the start of each line (under (?m), of the text), as if it could not match later.
// After \b, this is wrong: it does not find \b.*c in `-abc`.
type beginning struct {
	multiline  bool
	textStart  bool
	lineStart  bool
	lookAhead  bool // or look-behind, to which this applies except under (?m)
	conditions bool // any other assertion
}

// begin is how a node starts.
type begin int

const (
	nothing begin = iota // it matches no text
	dotLoop              // with an unlimited repeat of a dot
	text                 // with any other text, or possibly so
)

// skips reports whether Onigmo may miss a match.
func (b *beginning) skips() bool {
	switch {
	case b.textStart:
		return false
	case b.multiline:
		return b.lookAhead || b.conditions
	}
	return b.conditions && !b.lineStart
}

func (b *beginning) read(n node) begin {
	switch n := n.(type) {
	case *anchor:
		switch n.kind {
		case textStart:
			b.textStart = true
		case lineStart:
			b.lineStart = true
		default:
			b.conditions = true
		}
		return nothing
	case *group:
		switch n.kind {
		case capture, modified, atomic:
			return b.read(n.body)
		case notBehind:
			b.conditions = true
		default:
			b.lookAhead = true
		}
		return nothing
	case *sequence:
		for _, item := range n.items {
			if begins := b.read(item); begins != nothing {
				return begins
			}
		}
		return nothing
	case *alternation:
		return b.alternatives(n)
	case *repeat:
		return b.repeat(n)
	}
	return text
}

// alternatives start with a dot if all of them do. An assertion in one of them is an assertion of all.
func (b *beginning) alternatives(a *alternation) begin {
	all := beginning{textStart: true, lineStart: true}
	var begins begin
	for i, item := range a.items {
		one := *b
		one.textStart, one.lineStart = false, false
		begun := one.read(item)
		if i > 0 && begun != begins {
			return text
		}
		begins = begun
		some := one.textStart || one.lineStart
		all.textStart = all.textStart && one.textStart
		all.lineStart = all.lineStart && some
		all.conditions = all.conditions || one.conditions || some
		all.lookAhead = all.lookAhead || one.lookAhead
		all.multiline = all.multiline || one.multiline
	}
	all.textStart = all.textStart || b.textStart
	all.lineStart = all.lineStart || b.lineStart
	*b = all
	return begins
}

func (b *beginning) repeat(r *repeat) begin {
	if r.max == 0 {
		return nothing
	}
	if s, ok := r.body.(*set); ok && s.dot && r.max == unlimited && !r.lazy {
		b.multiline = len(s.runes) == len(allRunes)
		return dotLoop
	}
	begins := b.read(r.body)
	if begins == dotLoop && r.min == 0 {
		return text
	}
	return begins
}
