package glob

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// char is a character of a pattern, or a placeholder.
type char struct {
	text string // the character, or the name of the placeholder
	// literal reports that the character has no special meaning, because it is escaped or not part
	// of a glob.
	literal     bool
	placeholder *placeholderRule // nil for a character
}

// placeholderRule restricts the values of a placeholder.
type placeholderRule struct {
	slashes  bool
	required bool
	likely   func(text string) bool // nil if all values are likely
}

func (c char) is(special byte) bool {
	return !c.literal && c.placeholder == nil && len(c.text) == 1 && c.text[0] == special
}

// lex splits a glob into characters. A backslash at the end becomes an empty character.
func lex(text string) []char {
	chars := make([]char, 0, len(text))
	for i := 0; i < len(text); {
		escaped := text[i] == '\\'
		if escaped {
			i++
		}
		// As in Ruby, an invalid byte is a character.
		_, size := utf8.DecodeRuneInString(text[i:])
		chars = append(chars, char{text: text[i : i+size], literal: escaped})
		i += size
	}
	return chars
}

// segment is the part of a pattern that matches names in one directory; next is the following part.
type segment struct {
	kind segmentKind
	// chars are the characters of the segment, and rest those from its start to the end of the
	// pattern.
	chars, rest []char
	next        *segment

	name     string    // if the kind is plain
	tokens   []token   // if the kind is magical
	choices  [][]token // the alternatives of braces after `**/`, if expanded
	expanded bool
}

type segmentKind uint8

const (
	plain     segmentKind = iota // a name, or a path with escaped slashes
	magical                      // contains *, ?, or [
	braces                       // {
	recursive                    // **/
	matchAll                     // end of the pattern: matches any file
	matchDir                     // end after a slash: matches only directories
)

var anyDepth = lex("**/")

// parse splits a pattern without leading slashes into segments.
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
		switch kind {
		case plain:
			s.name = text(s.chars)
		case magical:
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

// recursion returns the number of characters of the `**/` at the start of chars, including
// repetitions and additional slashes; 0 if there is none.
func recursion(chars []char) int {
	n := 0
	for n+2 < len(chars) && chars[n].is('*') && chars[n+1].is('*') && chars[n+2].is('/') {
		for n += 3; n < len(chars) && chars[n].is('/'); n++ {
		}
	}
	return n
}

// scan returns the end of the first segment: a slash that is neither escaped nor in brackets or
// braces. Like Ruby, it ignores nesting: a single closing bracket or brace ends all open ones.
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

// text returns the characters as a string.
func text(chars []char) string {
	var b strings.Builder
	for _, c := range chars {
		b.WriteString(c.text)
	}
	return b.String()
}
