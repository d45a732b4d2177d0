package glob

import (
	"strings"
	"unicode/utf8"
)

// token is a part of a pattern without braces that matches text by itself.
type token struct {
	kind tokenKind
	text string // of a literal; the name of a placeholder
	set  set    // of a class
	rule *placeholderRule
}

type tokenKind uint8

const (
	literal     tokenKind = iota
	star                  // any characters except slashes
	one                   // one character except a slash
	class                 // one character of a set
	dirs                  // any number of directories, each with its slash
	placeholder           // any text
	never                 // a bracket that is not closed
)

// set is the content of brackets.
type set struct {
	not    bool
	ranges []charRange
}

// charRange is a character or a range. Its ends are compared byte for byte and belong to it even if
// they are in the wrong order: [z-a] matches z and a.
type charRange struct{ low, high string }

func (s set) contains(c string) bool {
	for _, r := range s.ranges {
		if c == r.low || c == r.high || codepoint(r.low) <= codepoint(c) && codepoint(c) <= codepoint(r.high) {
			return !s.not
		}
	}
	return s.not
}

// codepoint places invalid UTF-8 after all characters.
func codepoint(c string) rune {
	r, size := utf8.DecodeRuneInString(c)
	if r == utf8.RuneError && size == 1 {
		return utf8.MaxRune + rune(c[0])
	}
	return r
}

// tokenize parses a pattern without braces, or a part of one. Slashes are literals; `**/` is
// recognized at the start of a segment. Adjacent literals are joined, and so are adjacent stars.
func tokenize(chars []char) []token {
	tokens := make([]token, 0, len(chars))
	atStart := true
	for i := 0; i < len(chars); {
		c := chars[i]
		if atStart {
			if n := recursion(chars[i:]); n > 0 {
				tokens = append(tokens, token{kind: dirs})
				i += n
				continue
			}
		}
		atStart = strings.HasSuffix(c.text, "/") && c.placeholder == nil
		switch {
		case c.placeholder != nil:
			tokens = append(tokens, token{kind: placeholder, text: c.text, rule: c.placeholder})
		case c.text == "": // a backslash at the end
		case c.is('*'):
			if len(tokens) == 0 || tokens[len(tokens)-1].kind != star {
				tokens = append(tokens, token{kind: star})
			}
		case c.is('?'):
			tokens = append(tokens, token{kind: one})
		case c.is('['):
			t, n := readSet(chars[i:])
			tokens = append(tokens, t)
			i += n
			continue
		case len(tokens) > 0 && tokens[len(tokens)-1].kind == literal:
			tokens[len(tokens)-1].text += c.text
		default:
			tokens = append(tokens, token{kind: literal, text: c.text})
		}
		i++
	}
	return tokens
}

// readSet parses the class at the start of chars. The first ] ends it, even directly after the [.
func readSet(chars []char) (token, int) {
	var s set
	i := 1
	if i < len(chars) && (chars[i].is('!') || chars[i].is('^')) {
		s.not = true
		i++
	}
	for i < len(chars) {
		if chars[i].is(']') {
			return token{kind: class, set: s}, i + 1
		}
		r := charRange{chars[i].text, chars[i].text}
		i++
		if i+1 < len(chars) && chars[i].is('-') && !chars[i+1].is(']') {
			r.high = chars[i+1].text
			i += 2
		}
		s.ranges = append(s.ranges, r)
	}
	return token{kind: never}, len(chars)
}
