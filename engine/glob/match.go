package glob

import (
	"strings"
	"unicode/utf8"
)

// matcher matches tokens with a string by backtracking. It remembers the states from which there is
// no match.
type matcher struct {
	tokens []token
	text   string
	fit    Fit
	// found is called for each match with the values of the placeholders. It returns true to stop the
	// search.
	found  func(values []binding) bool
	values []binding
	hits   int
	// branches is the number of tokens that allow several continuations. With a single one, no
	// state is visited twice.
	branches int
	// repeat is the index of the last placeholder whose name occurred before; -1 if there is none. Whether
	// the tokens up to it match depends on the values of the placeholders before it, so states there
	// cannot be marked as dead.
	repeat int
	dead   bits
	steps  int
}

// bits is a set of small numbers.
type bits []uint64

func (b bits) has(n int) bool { return n>>6 < len(b) && b[n>>6]&(1<<(n&63)) != 0 }

// add adds a number n < size.
func (b *bits) add(n, size int) {
	if *b == nil {
		*b = make(bits, size>>6+1)
	}
	(*b)[n>>6] |= 1 << (n & 63)
}

// maxSteps is the number of steps after which the search is abandoned. Only unrealistic templates
// need that many: several adjacent variables, one of which is repeated later.
const maxSteps = 200_000

// binding is the value of a placeholder.
type binding struct{ name, value string }

// matchName reports whether the tokens match the name of a directory entry.
func matchName(tokens []token, name string) bool {
	return newMatcher(tokens, name, Likely, func([]binding) bool { return true }).matches()
}

// matches reports whether there is a match.
func (m *matcher) matches() bool {
	m.match(0, 0)
	return m.hits > 0
}

func newMatcher(tokens []token, text string, fit Fit, found func([]binding) bool) *matcher {
	m := &matcher{tokens: tokens, text: text, fit: fit, found: found, repeat: -1}
	for i, t := range tokens {
		switch t.kind {
		case placeholder:
			for _, u := range tokens[:i] {
				if u.kind == placeholder && u.text == t.text {
					m.repeat = i
				}
			}
			m.branches++
		case star, dirs:
			m.branches++
		}
	}
	return m
}

// mayMatch reports whether text contains the literals in order, a necessary condition of a match.
// The leading slash of a literal may be missing because of an empty placeholder.
func mayMatch(tokens []token, text string) bool {
	for i, t := range tokens {
		if t.kind != literal {
			continue
		}
		if i > 0 {
			t.text = strings.TrimPrefix(t.text, "/")
		}
		at := strings.Index(text, t.text)
		if at < 0 || i == 0 && at > 0 {
			return false
		}
		text = text[at+len(t.text):]
	}
	return true
}

// match matches the tokens from index i with the text from pos. It returns true to stop the search.
func (m *matcher) match(i, pos int) bool {
	if m.steps++; m.steps > maxSteps {
		return true
	}
	if m.branches < 2 || i <= m.repeat {
		return m.try(i, pos)
	}
	state := i*(len(m.text)+1) + pos
	if m.dead.has(state) {
		return false
	}
	hits := m.hits
	if m.try(i, pos) {
		return true
	}
	if m.hits == hits {
		m.dead.add(state, (len(m.tokens)+1)*(len(m.text)+1))
	}
	return false
}

func (m *matcher) try(i, pos int) bool {
	if i == len(m.tokens) {
		if pos < len(m.text) {
			return false
		}
		m.hits++
		return m.found(m.values)
	}
	t := m.tokens[i]
	rest := m.text[pos:]
	switch t.kind {
	case literal:
		if strings.HasPrefix(rest, t.text) && m.match(i+1, pos+len(t.text)) {
			return true
		}
		// Adjacent slashes are equivalent to one: if the placeholder is empty, `nodes//a.yaml` is
		// `nodes/a.yaml`.
		return m.fit == Empty && t.text[0] == '/' && pos > 0 && m.text[pos-1] == '/' &&
			strings.HasPrefix(rest, t.text[1:]) && m.match(i+1, pos+len(t.text)-1)
	case placeholder:
		return m.tryPlaceholder(i, pos)
	}
	if t.kind != dirs && m.hidden(pos) {
		return false
	}
	switch t.kind {
	case star:
		for {
			if m.match(i+1, pos) {
				return true
			}
			if pos == len(m.text) || m.text[pos] == '/' {
				return false
			}
			pos++
		}
	case one, class:
		if rest == "" || rest[0] == '/' {
			return false
		}
		_, size := utf8.DecodeRuneInString(rest)
		return (t.kind == one || t.set.contains(rest[:size])) && m.match(i+1, pos+size)
	case dirs:
		for {
			if m.match(i+1, pos) {
				return true
			}
			slash := strings.IndexByte(m.text[pos:], '/')
			if slash <= 0 || m.hidden(pos) {
				return false
			}
			pos += slash + 1
		}
	}
	return false
}

// tryPlaceholder tries all possible values of a placeholder, shortest first.
func (m *matcher) tryPlaceholder(i, pos int) bool {
	t, rest := m.tokens[i], m.text[pos:]
	for _, b := range m.values {
		if b.name == t.text {
			return strings.HasPrefix(rest, b.value) && m.match(i+1, pos+len(b.value))
		}
	}
	shortest, longest := 1, len(rest)
	if m.fit == Empty && !t.rule.required {
		shortest = 0
	}
	if m.hidden(pos) {
		// `%{x}.yaml` matches `.yaml` if x has no value, but a file with a leading dot is not meant
		// for a value that starts with one.
		longest = 0
	}
	m.values = append(m.values, binding{name: t.text})
	last := len(m.values) - 1
	for n := shortest; n <= longest; n++ {
		if n > 0 && rest[n-1] == '/' && (m.fit < Slashed || !t.rule.slashes) {
			break
		}
		if m.fit != Empty && !m.mayFollow(i+1, rest[n:]) || m.fit == Likely && t.rule.likely != nil && !t.rule.likely(rest[:n]) {
			continue
		}
		m.values = m.values[:last+1]
		m.values[last].value = rest[:n]
		if m.match(i+1, pos+n) {
			return true
		}
	}
	m.values = m.values[:last]
	return false
}

// mayFollow reports whether the token at index i may match at the start of rest. It only compares
// literals, and must not be used if placeholders may be empty.
func (m *matcher) mayFollow(i int, rest string) bool {
	if i == len(m.tokens) {
		return rest == ""
	}
	return m.tokens[i].kind != literal || strings.HasPrefix(rest, m.tokens[i].text)
}

// hidden reports whether a name with a leading dot starts at pos. Only a literal matches the dot.
func (m *matcher) hidden(pos int) bool {
	return pos < len(m.text) && m.text[pos] == '.' && (pos == 0 || m.text[pos-1] == '/')
}
