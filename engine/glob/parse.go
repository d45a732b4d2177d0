package glob

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// char is one character of a pattern, or a hole in it.
type char struct {
	text string // the character, or the name of the hole
	// literal means that the character stands for itself: it was behind a backslash, or in text
	// that is not a glob.
	literal bool
	hole    *holeRule // nil unless it is one
}

// holeRule says what may stand in a hole.
type holeRule struct {
	slashes bool
	likely  func(text string) bool // nil when any text is
}

func (c char) is(special byte) bool {
	return !c.literal && c.hole == nil && len(c.text) == 1 && c.text[0] == special
}

// lex splits the text of a glob into characters. A backslash at the very end becomes an empty one.
func lex(text string) []char {
	chars := make([]char, 0, len(text))
	for i := 0; i < len(text); {
		escaped := text[i] == '\\'
		if escaped {
			i++
		}
		// A byte that is not UTF-8 is a character of its own, as in Ruby.
		_, size := utf8.DecodeRuneInString(text[i:])
		chars = append(chars, char{text: text[i : i+size], literal: escaped})
		i += size
	}
	return chars
}

// segment is what a pattern asks of one directory level; next is what it asks further down.
type segment struct {
	kind segmentKind
	// chars is the segment, rest the pattern from here to its end.
	chars, rest []char
	next        *segment

	tokens   []token   // of a magical segment
	choices  [][]token // of a segment with braces behind a `**/`, once expanded
	expanded bool
}

type segmentKind uint8

const (
	plain     segmentKind = iota // a name, or a path behind an escaped slash
	magical                      // *, ? or [
	braces                       // {
	recursive                    // **/
	matchAll                     // the end: whatever is here
	matchDir                     // the end behind a slash: only a directory
)

var anyDepth = lex("**/")

// parse splits a pattern, without the slashes it opens with.
func parse(chars []char) *segment {
	before := &segment{}
	for last := before; ; last = last.next {
		if n := recursion(chars); n > 0 {
			chars = chars[n:]
			last.next = &segment{kind: recursive, rest: slices.Concat(anyDepth, chars)}
			continue
		}
		if len(chars) == 0 {
			last.next = &segment{kind: matchDir}
			return before.next
		}
		end, kind := scan(chars)
		s := &segment{kind: kind, chars: chars[:end], rest: chars}
		if kind == magical {
			s.tokens = tokenize(s.chars)
		}
		last.next = s
		if end == len(chars) {
			s.next = &segment{kind: matchAll}
			return before.next
		}
		chars = chars[end+1:]
	}
}

// recursion is the length of the `**/` that chars open with, repetitions and further slashes
// included; 0 when they do not.
func recursion(chars []char) int {
	n := 0
	for n+2 < len(chars) && chars[n].is('*') && chars[n+1].is('*') && chars[n+2].is('/') {
		for n += 3; n < len(chars) && chars[n].is('/'); n++ {
		}
	}
	return n
}

// scan finds the end of the first segment: a slash that is neither escaped nor in brackets or
// braces. Like Ruby it does not count them: the first closing one of either kind closes all.
func scan(chars []char) (end int, kind segmentKind) {
	open := false
	for i, c := range chars {
		switch {
		case c.is('['):
			open = true
			kind = max(kind, magical)
		case c.is('{'):
			open = true
			kind = braces
		case c.is(']'), c.is('}'):
			open = false
		case c.is('*'), c.is('?'):
			kind = max(kind, magical)
		case c.is('/') && !open:
			return i, kind
		}
	}
	return len(chars), kind
}

// text is what chars are when nothing in them is special.
func text(chars []char) string {
	var b strings.Builder
	for _, c := range chars {
		b.WriteString(c.text)
	}
	return b.String()
}
