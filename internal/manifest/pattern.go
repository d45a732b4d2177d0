package manifest

import (
	"strings"

	"github.com/hieralint/hieralint/engine/key"
)

// Pattern is a partially known string: literal strings with anything between them. A Pattern of one
// part is a known string. The zero Pattern represents no string.
type Pattern struct{ parts []string }

// literal returns the Pattern of a known string.
func literal(text string) Pattern { return Pattern{[]string{text}} }

// anything is the Pattern of a completely unknown string.
var anything = Pattern{[]string{"", ""}}

// IsZero reports whether it represents no string.
func (p Pattern) IsZero() bool { return len(p.parts) == 0 }

// Text returns the string, if it is known.
func (p Pattern) Text() (text string, known bool) {
	if len(p.parts) != 1 {
		return "", false
	}
	return p.parts[0], true
}

// IsAny reports whether nothing is known.
func (p Pattern) IsAny() bool {
	return len(p.parts) == 2 && p.parts[0] == "" && p.parts[1] == ""
}

// String returns the string with `*` for unknown parts.
func (p Pattern) String() string { return strings.Join(p.parts, "*") }

// Matches reports whether the string can be text.
func (p Pattern) Matches(text string) bool {
	n := len(p.parts)
	if n < 2 {
		return n == 1 && p.parts[0] == text
	}
	first, last := p.parts[0], p.parts[n-1]
	if len(text) < len(first)+len(last) || !strings.HasPrefix(text, first) || !strings.HasSuffix(text, last) {
		return false
	}
	text = text[len(first) : len(text)-len(last)]
	for _, part := range p.parts[1 : n-1] {
		i := strings.Index(text, part)
		if i < 0 {
			return false
		}
		text = text[i+len(part):]
	}
	return true
}

// then returns p followed by q.
func (p Pattern) then(q Pattern) Pattern {
	if p.IsZero() {
		return q
	}
	if q.IsZero() {
		return p
	}
	parts := append([]string(nil), p.parts...)
	parts[len(parts)-1] += q.parts[0]
	for _, part := range q.parts[1:] {
		if n := len(parts); n > 1 && parts[n-1] == "" {
			parts = parts[:n-1] // nothing between two unknown strings
		}
		parts = append(parts, part)
	}
	return Pattern{parts}
}

// clone copies the strings of p, because strings that are part of a file keep all of it in memory.
func (p Pattern) clone() Pattern {
	q := Pattern{make([]string, len(p.parts))}
	for i, part := range p.parts {
		q.parts[i] = strings.Clone(part)
	}
	return q
}

// size returns the number of known bytes.
func (p Pattern) size() int {
	n := 0
	for _, part := range p.parts {
		n += len(part)
	}
	return n
}

// rootKey returns the Pattern of the first segment of a dotted key.
func (p Pattern) rootKey() Pattern {
	if text, known := p.Text(); known {
		if k, err := key.Parse(text); err == nil {
			return literal(k.Root)
		}
	}
	if quoted, ok := p.quotedRoot(); ok {
		return quoted
	}
	for i, part := range p.parts {
		end := segmentEnd(part)
		if end == len(part) {
			continue
		}
		parts := append([]string(nil), p.parts[:i]...)
		return Pattern{append(parts, part[:end])}
	}
	return p
}

// quotedRoot returns the Pattern of the text in the quotes with which p starts; ok is false if it does not start with a quoted
// segment.
func (p Pattern) quotedRoot() (quoted Pattern, ok bool) {
	if len(p.parts) < 2 || p.parts[0] == "" || p.parts[0][0] != '\'' && p.parts[0][0] != '"' {
		return Pattern{}, false
	}
	quote, parts := p.parts[0][:1], []string{p.parts[0][1:]}
	parts = append(parts, p.parts[1:]...)
	for i, part := range parts {
		if before, after, found := strings.Cut(part, quote); found {
			return Pattern{append(parts[:i:i], before)}, after == "" || after[0] == '.'
		}
	}
	return Pattern{}, false
}

// segmentEnd returns the end of the first segment of a key: a dot outside of quotes.
func segmentEnd(text string) int {
	quote := byte(0)
	for i := range len(text) {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '.':
			return i
		}
	}
	return len(text)
}
