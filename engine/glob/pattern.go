package glob

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Pattern is a glob that is matched with paths instead of the disk. It may have holes, as the
// template `nodes/%{trusted.certname}.yaml` of a level has one. Whether a directory is a symbolic
// link, which `**/` would not follow, it cannot know. A Pattern may be shared between goroutines.
type Pattern struct {
	alternatives [][]token
	prefix       string
}

// Part is a piece of a pattern.
type Part struct {
	Kind PartKind
	// Text is the text of the piece, or the name of the hole. Holes of the same name have the
	// same value.
	Text string
	// Likely reports whether a text is like what usually stands in the hole; nil when any is.
	Likely func(text string) bool
}

// PartKind is the meaning of the text of a Part.
type PartKind uint8

// The kinds of parts.
const (
	Wild     PartKind = iota // a piece of a glob
	Plain                    // text that stands for itself
	Hole                     // text that is not known
	PathHole                 // the same, but there may be slashes in it
)

// Fit is how well a path fits the holes of a pattern.
type Fit uint8

// The fits, best first. A worse one counts only where there is no better.
const (
	Likely   Fit = iota // in each hole is text without a slash that is likely to be there
	Unlikely            // in some hole is text that is not likely to be there
	Slashed             // in some PathHole is text with slashes
	Empty               // in some hole is nothing: a variable that the node does not have
)

// Filling is one way to fill the holes of a pattern.
type Filling struct {
	Fit    Fit
	Values map[string]string // by the name of the hole
}

// maxMatches is how many ways to fill the holes are of use to anybody.
const maxMatches = 16

// Compile makes a pattern of its parts. The only error is ErrTooMuch.
func Compile(parts ...Part) (*Pattern, error) {
	var chars []char
	wild := false
	for _, part := range parts {
		switch {
		case part.Kind == Wild:
			wild = true
			chars = append(chars, lex(part.Text)...)
		case part.Kind == Plain && !wild:
			// Before the first glob no bracket is open, so the text need not be taken apart.
			chars = append(chars, char{text: part.Text, literal: true})
		case part.Kind == Plain:
			for text := part.Text; text != ""; {
				_, size := utf8.DecodeRuneInString(text)
				chars = append(chars, char{text: text[:size], literal: true})
				text = text[size:]
			}
		default:
			chars = append(chars, char{text: part.Text, hole: &holeRule{slashes: part.Kind == PathHole, likely: part.Likely}})
		}
	}
	p := &Pattern{}
	room := maxExpansion
	all := expand(chars, &room, func(alternative []char) bool {
		p.alternatives = append(p.alternatives, tokenize(alternative))
		return true
	})
	if !all || len(chars) > maxLength {
		return nil, ErrTooMuch
	}
	for i, tokens := range p.alternatives {
		prefix := ""
		if len(tokens) > 0 && tokens[0].kind == literal {
			prefix = tokens[0].text
		}
		if i == 0 {
			p.prefix = prefix
		}
		p.prefix = p.prefix[:common(p.prefix, prefix)]
	}
	return p, nil
}

// common is how many bytes a and b open with that are the same.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// Prefix is the text that each path opens with which the pattern matches.
func (p *Pattern) Prefix() string { return p.prefix }

// Find reports with which text in its holes the pattern matches path: several ways where it is
// ambiguous, as `Debian-12-lts.yaml` for `%{os}-%{release}.yaml`, the shortest text first; nil when
// it does not match. All ways have the same Fit. Between holes side by side, no word or number is
// divided if that can be: `%{os}%{release}` matches `el7` with `el` and `7` only.
func (p *Pattern) Find(path string) []Filling {
	if !strings.HasPrefix(path, p.prefix) {
		return nil
	}
	if !slices.ContainsFunc(p.alternatives, func(tokens []token) bool { return mayMatch(tokens, path) }) {
		return nil
	}
	for fit := Likely; fit <= Empty; fit++ {
		var matches []Filling
		holes := false
		for _, tokens := range p.alternatives {
			holes = holes || slices.ContainsFunc(tokens, func(t token) bool { return t.kind == hole })
			if !mayMatch(tokens, path) {
				continue
			}
			start := len(matches)
			newMatcher(tokens, path, fit, func(values []binding) bool {
				match := Filling{Fit: fit, Values: make(map[string]string, len(values))}
				for _, v := range values {
					match.Values[v.name] = v.value
				}
				matches = append(matches, match)
				return len(matches) == maxMatches
			}).match(0, 0)
			matches = append(matches[:start], whole(tokens, matches[start:])...)
			if len(matches) == maxMatches {
				break
			}
		}
		if len(matches) > 0 || !holes {
			return matches
		}
	}
	return nil
}

// Fit is the Fit of the ways that Find returns, which takes less time; false where there are none.
func (p *Pattern) Fit(path string) (fit Fit, ok bool) {
	if !strings.HasPrefix(path, p.prefix) {
		return 0, false
	}
	for fit := Likely; fit <= Empty; fit++ {
		holes := false
		for _, tokens := range p.alternatives {
			holes = holes || slices.ContainsFunc(tokens, func(t token) bool { return t.kind == hole })
			if mayMatch(tokens, path) && newMatcher(tokens, path, fit, func([]binding) bool { return true }).matches() {
				return fit, true
			}
		}
		if !holes {
			break
		}
	}
	return 0, false
}

// whole are the ways to fill the holes that divide no word or number between holes side by side; all of them where each does.
func whole(tokens []token, all []Filling) []Filling {
	divides := func(f Filling) bool {
		for i, t := range tokens {
			if i > 0 && t.kind == hole && tokens[i-1].kind == hole {
				last, _ := utf8.DecodeLastRuneInString(f.Values[tokens[i-1].text])
				first, _ := utf8.DecodeRuneInString(f.Values[t.text])
				if unicode.IsLetter(last) && unicode.IsLetter(first) || unicode.IsDigit(last) && unicode.IsDigit(first) {
					return true
				}
			}
		}
		return false
	}
	if len(all) < 2 || !slices.ContainsFunc(all, func(f Filling) bool { return !divides(f) }) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), divides)
}
