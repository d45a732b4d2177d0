package rubyregexp

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// emitter writes a tree as a pattern for package regexp, for plain subjects, which are ASCII without newlines. It
// writes only constructs that have the same meaning in Ruby, and spells out characters, so that nothing depends on how
// package regexp interprets \w, `.`, or `$`.
type emitter struct{ strings.Builder }

// binding is the precedence that a node needs in its context.
type binding int

const (
	loose binding = iota // alternatives
	chain                // a sequence
	tight                // a single item, to be repeated
)

// translate returns the tree, which is linear, as a pattern for plain subjects.
func (t *tree) translate() string {
	e := &emitter{}
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
		e.emit(n.body, b)
	case *anchor:
		e.wrap(b == tight, func() { e.WriteString(plainAnchors[n.kind]) })
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

// plainAnchors are the equivalents of anchors in a plain subject.
var plainAnchors = map[anchorKind]string{
	lineStart: `\A`, textStart: `\A`,
	lineEnd: `\z`, textEnd: `\z`, lastLineEnd: `\z`,
	wordBoundary: `\b`, asciiWordBoundary: `\b`,
	notWordBoundary: `\B`, notASCIIWordBoundary: `\B`,
}

// set writes a set as a literal or a bracket expression.
func (e *emitter) set(s runeSet) {
	if s = s.intersect(plainRunes); slices.Equal(s, plainRunes) {
		s = allRunes
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

// rune writes a character, escaped if necessary.
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
