package glob

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hieralint/hieralint/internal/lists"
)

// Pattern is a glob that is matched with paths rather than the file system. It may contain placeholders,
// such as the variable in the template `nodes/%{trusted.certname}.yaml`. Unlike Glob, it does not
// distinguish symbolic links, which `**/` does not follow. A Pattern is immutable and safe for
// concurrent use.
type Pattern struct {
	alternatives [][]token
	prefix, name string
}

// Part is a part of a pattern.
type Part struct {
	Kind PartKind
	// Text is the text of the part, or the name of a placeholder. Holes with the same name have the same
	// value.
	Text string
	// Likely reports whether a string is a typical value of the placeholder; nil if all values are.
	Likely func(text string) bool
	// Required reports that the placeholder is never empty.
	Required bool
}

// PartKind determines how the text of a Part is interpreted.
type PartKind uint8

// The kinds of parts.
const (
	Wild            PartKind = iota // a part of a glob
	Plain                           // literal text
	Placeholder                     // an unknown string without slashes
	PathPlaceholder                 // an unknown string that may contain slashes
)

// Fit is the quality of a match, determined by the values of the placeholders.
type Fit uint8

// The fits, best first. A match is used only if there is none with a better fit.
const (
	Likely   Fit = iota // all values are likely and contain no slashes
	Unlikely            // a value is unlikely
	Slashed             // the value of a PathPlaceholder contains slashes
	Empty               // a value is empty, as for an undefined variable
)

// Match is a match, with the values of the placeholders.
type Match struct {
	Fit    Fit
	Values Values
}

// Values are the values of placeholders, sorted by name. There are many of them, so they are not a map.
type Values []Value

// Value is the value of a placeholder.
type Value struct{ Name, Text string }

// newValues returns values in the order of their names. If a name occurs several times, all have the same value.
func newValues(bindings []binding) Values {
	values := make(Values, 0, len(bindings))
	for _, b := range bindings {
		if at, known := values.find(b.name); !known {
			values = slices.Insert(values, at, Value{b.name, b.value})
		}
	}
	return values
}

func (v Values) find(name string) (at int, ok bool) {
	return slices.BinarySearchFunc(v, name, func(v Value, name string) int { return strings.Compare(v.Name, name) })
}

// Get returns the value of a placeholder; ok is false if there is none.
func (v Values) Get(name string) (text string, ok bool) {
	if at, ok := v.find(name); ok {
		return v[at].Text, true
	}
	return "", false
}

// Include reports whether all others are among the values.
func (v Values) Include(others Values) bool {
	return !slices.ContainsFunc(others, func(other Value) bool {
		text, ok := v.Get(other.Name)
		return !ok || text != other.Text
	})
}

// Contradict reports whether a placeholder has another value in others.
func (v Values) Contradict(others Values) bool {
	return slices.ContainsFunc(v, func(of Value) bool {
		text, ok := others.Get(of.Name)
		return ok && text != of.Text
	})
}

// maxMatches is the maximum number of matches that Find returns.
const maxMatches = 16

// Compile compiles a pattern. The error is ErrTooMuch.
func Compile(parts ...Part) (*Pattern, error) {
	var chars []char
	wild := false
	for _, part := range parts {
		if part.Kind == Wild && len(part.Text) > MaxLength {
			return nil, ErrTooMuch
		}
		switch {
		case part.Kind == Wild:
			wild = true
			chars = append(chars, lex(part.Text)...)
		case part.Kind == Plain && !wild:
			// Brackets and braces can only be open after a glob, so the text need not be split
			// before.
			chars = append(chars, char{text: part.Text, literal: true})
		case part.Kind == Plain:
			for text := part.Text; text != ""; {
				_, size := utf8.DecodeRuneInString(text)
				chars = append(chars, char{text: text[:size], literal: true})
				text = text[size:]
			}
		default:
			chars = append(chars, char{text: part.Text, placeholder: &placeholderRule{slashes: part.Kind == PathPlaceholder, required: part.Required, likely: part.Likely}})
		}
	}
	if len(chars) > MaxLength {
		return nil, ErrTooMuch
	}
	p := &Pattern{}
	room := maxExpansion
	all := expand(chars, &room, func(alternative []char) bool {
		p.alternatives = append(p.alternatives, tokenize(alternative))
		return true
	})
	if !all {
		return nil, ErrTooMuch
	}
	for i, tokens := range p.alternatives {
		if name := nameIn(tokens); i == 0 {
			p.name = name
		} else if name != p.name {
			p.name = ""
		}
		prefix := ""
		if len(tokens) > 0 && tokens[0].kind == literal {
			prefix = tokens[0].text
		}
		if i == 0 {
			p.prefix = prefix
		}
		p.prefix = p.prefix[:lists.CommonStart(p.prefix, prefix)]
	}
	return p, nil
}

// Prefix returns the longest string that all matching paths start with.
func (p *Pattern) Prefix() string { return p.prefix }

// Name returns the name of the file to which all matching paths lead, without its directory; "" if it varies.
func (p *Pattern) Name() string { return p.name }

// nameIn returns what follows the last slash of a path, if it is literal; otherwise "".
func nameIn(tokens []token) string {
	if len(tokens) == 0 || tokens[len(tokens)-1].kind != literal {
		return ""
	}
	text := tokens[len(tokens)-1].text
	at := strings.LastIndexByte(text, '/')
	if at < 0 {
		return ""
	}
	return text[at+1:]
}

// Find returns the values of the placeholders for which the pattern matches path, or nil if it does not
// match. There are several if the match is ambiguous, as for `Debian-12-lts.yaml` and
// `%{os}-%{release}.yaml`; shorter values of the first placeholders come first. All have the same Fit.
// Adjacent placeholders do not divide a word or a number if that can be avoided: `%{os}%{release}` matches
// `el7` only with `el` and `7`.
func (p *Pattern) Find(path string) []Match {
	if !strings.HasPrefix(path, p.prefix) {
		return nil
	}
	if !slices.ContainsFunc(p.alternatives, func(tokens []token) bool { return mayMatch(tokens, path) }) {
		return nil
	}
	for fit := Likely; fit <= Empty; fit++ {
		var matches []Match
		placeholders := false
		for _, tokens := range p.alternatives {
			placeholders = placeholders || slices.ContainsFunc(tokens, func(t token) bool { return t.kind == placeholder })
			if !mayMatch(tokens, path) {
				continue
			}
			start := len(matches)
			newMatcher(tokens, path, fit, func(values []binding) bool {
				matches = append(matches, Match{Fit: fit, Values: newValues(values)})
				return len(matches) == maxMatches
			}).match(0, 0)
			matches = append(matches[:start], undivided(tokens, matches[start:])...)
			if len(matches) == maxMatches {
				break
			}
		}
		if len(matches) > 0 || !placeholders {
			return matches
		}
	}
	return nil
}

// Fit returns the Fit of the matches that Find returns, but is faster; ok is false if there are
// none.
func (p *Pattern) Fit(path string) (fit Fit, ok bool) {
	if !strings.HasPrefix(path, p.prefix) {
		return 0, false
	}
	for fit := Likely; fit <= Empty; fit++ {
		placeholders := false
		for _, tokens := range p.alternatives {
			placeholders = placeholders || slices.ContainsFunc(tokens, func(t token) bool { return t.kind == placeholder })
			if mayMatch(tokens, path) && newMatcher(tokens, path, fit, func([]binding) bool { return true }).matches() {
				return fit, true
			}
		}
		if !placeholders {
			break
		}
	}
	return 0, false
}

// undivided returns the matches in which adjacent placeholders do not divide a word or a number, or all of
// them if there are none.
func undivided(tokens []token, all []Match) []Match {
	divides := func(f Match) bool {
		for i, t := range tokens {
			if i > 0 && t.kind == placeholder && tokens[i-1].kind == placeholder {
				before, _ := f.Values.Get(tokens[i-1].text)
				after, _ := f.Values.Get(t.text)
				last, _ := utf8.DecodeLastRuneInString(before)
				first, _ := utf8.DecodeRuneInString(after)
				if unicode.IsLetter(last) && unicode.IsLetter(first) || unicode.IsDigit(last) && unicode.IsDigit(first) {
					return true
				}
			}
		}
		return false
	}
	if len(all) < 2 || !slices.ContainsFunc(all, func(f Match) bool { return !divides(f) }) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), divides)
}
