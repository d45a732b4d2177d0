package rubyregexp

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// emitter writes a tree as a pattern for an engine. Only constructs that mean the same to both
// engines and to Ruby are written, and characters as what they are: nothing depends on the
// engine's idea of \w, `.` or `$`.
type emitter struct {
	strings.Builder
	// plain is for plain subjects: there is no newline, and nothing but ASCII.
	plain bool
	// referred are the captures that are referred to; the others only group.
	referred map[int]bool
}

// How tightly a node must hold together where it is written.
type binding int

const (
	loose binding = iota // alternatives
	chain                // a sequence
	tight                // one item, to be repeated
)

// translate writes the tree for plain subjects, or for all.
func (t *tree) translate(plain bool) string {
	e := &emitter{plain: plain, referred: map[int]bool{}}
	walk(t.root, func(n node) bool {
		switch n := n.(type) {
		case *backref:
			e.referred[n.nums[0]] = true
		case *conditional:
			e.referred[n.num] = true
		}
		return true
	})
	e.emit(t.root, loose)
	return e.String()
}

func (e *emitter) emit(n node, b binding) {
	switch n := n.(type) {
	case *char:
		if n.fold {
			e.set(foldRune(n.r))
		} else {
			e.set(runeSet{{n.r, n.r}})
		}
	case *set:
		e.set(n.runes)
	case *sequence:
		e.wrap(b == tight, func() {
			for _, item := range n.items {
				e.emit(item, chain)
			}
		})
	case *alternation:
		e.wrap(b != loose, func() { e.alternatives(n) })
	case *repeat:
		e.wrap(b == tight, func() {
			e.emit(n.body, tight)
			e.quantifier(n)
		})
	case *group:
		e.group(n, b)
	case *anchor:
		e.wrap(b == tight, func() { e.anchor(n.kind) })
	case *backref:
		e.backref(n)
	case *conditional:
		e.WriteString("(?(")
		e.WriteString(strconv.Itoa(n.num))
		e.WriteString(")")
		e.emit(n.body.items[0], chain)
		e.WriteString("|")
		e.emit(n.body.items[1], chain)
		e.WriteString(")")
	}
}

func (e *emitter) wrap(needed bool, write func()) {
	if needed {
		e.WriteString("(?:")
	}
	write()
	if needed {
		e.WriteString(")")
	}
}

func (e *emitter) alternatives(a *alternation) {
	for i, item := range a.items {
		if i > 0 {
			e.WriteString("|")
		}
		e.emit(item, chain)
	}
}

func (e *emitter) quantifier(r *repeat) {
	switch {
	case r.min == 0 && r.max == unlimited:
		e.WriteString("*")
	case r.min == 1 && r.max == unlimited:
		e.WriteString("+")
	case r.min == 0 && r.max == 1:
		e.WriteString("?")
	case r.max == unlimited:
		e.WriteString("{" + strconv.Itoa(r.min) + ",}")
	default:
		e.WriteString("{" + strconv.Itoa(r.min) + "," + strconv.Itoa(r.max) + "}")
	}
	if r.lazy {
		e.WriteString("?")
	}
}

var groupStarts = map[groupKind]string{
	atomic: "(?>", ahead: "(?=", notAhead: "(?!", behind: "(?<=", notBehind: "(?<!",
}

func (e *emitter) group(g *group, b binding) {
	switch {
	case g.kind == capture && e.referred[g.num]:
		e.WriteString("(?<" + strconv.Itoa(g.num) + ">")
	case g.kind == capture, g.kind == modified:
		e.emit(g.body, b)
		return
	default:
		e.WriteString(groupStarts[g.kind])
	}
	e.emit(g.body, loose)
	e.WriteString(")")
}

func (e *emitter) backref(b *backref) {
	e.WriteString(map[bool]string{false: "(?:", true: "(?i:"}[b.fold])
	e.WriteString(`\k<` + strconv.Itoa(b.nums[0]) + ">)")
}

func (e *emitter) anchor(kind anchorKind) {
	if e.plain {
		e.WriteString(map[anchorKind]string{
			lineStart: `\A`, textStart: `\A`,
			lineEnd: `\z`, textEnd: `\z`, lastLineEnd: `\z`,
			wordBoundary: `\b`, asciiWordBoundary: `\b`,
			notWordBoundary: `\B`, notASCIIWordBoundary: `\B`,
		}[kind])
		return
	}
	switch kind {
	case lineStart:
		// Ruby sees no line behind a newline that ends the text.
		e.WriteString(`(?m:^)(?!(?<=\n)\z)`)
	case lineEnd:
		e.WriteString(`(?m:$)`)
	case textStart:
		e.WriteString(`\A`)
	case textEnd:
		e.WriteString(`\z`)
	case lastLineEnd:
		e.WriteString(`(?=\n?\z)`)
	case wordBoundary:
		e.boundary(wordType(), "(?!", "(?=")
	case asciiWordBoundary:
		e.boundary(asciiWord, "(?!", "(?=")
	case notWordBoundary:
		e.boundary(wordType(), "(?=", "(?!")
	case notASCIIWordBoundary:
		e.boundary(asciiWord, "(?=", "(?!")
	}
}

// boundary writes what must follow behind a character of a word, and behind any other.
func (e *emitter) boundary(word runeSet, behindWord, behindOther string) {
	e.WriteString("(?:(?<=")
	e.set(word)
	e.WriteString(")" + behindWord)
	e.set(word)
	e.WriteString(")|(?<!")
	e.set(word)
	e.WriteString(")" + behindOther)
	e.set(word)
	e.WriteString("))")
}

// set writes one character of s, as a literal or in brackets.
func (e *emitter) set(s runeSet) {
	if e.plain {
		if s = s.intersect(plainRunes); slices.Equal(s, plainRunes) {
			s = allRunes
		}
	}
	if r, ok := s.only(); ok {
		e.rune(r)
		return
	}
	if len(s) == 0 || len(s) > 1 && s[0].lo == 0 && s[len(s)-1].hi == unicode.MaxRune {
		s = s.complement()
		e.WriteString("[^")
	} else {
		e.WriteString("[")
	}
	for _, r := range s {
		e.rune(r.lo)
		if r.hi > r.lo {
			e.WriteString("-")
			e.rune(r.hi)
		}
	}
	e.WriteString("]")
}

// rune writes a character so that no engine takes it for anything else.
func (e *emitter) rune(r rune) {
	switch {
	case '0' <= r && r <= '9', 'A' <= r && r <= 'Z', 'a' <= r && r <= 'z', r > unicode.MaxASCII:
		e.WriteRune(r)
	default:
		const hex = "0123456789abcdef"
		e.WriteString(`\x`)
		e.WriteByte(hex[r>>4])
		e.WriteByte(hex[r&15])
	}
}
