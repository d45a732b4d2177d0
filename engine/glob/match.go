package glob

import (
	"strings"
	"unicode/utf8"
)

// matcher matches tokens with one text. It goes through the possibilities by trial and error, and
// remembers where that led nowhere.
type matcher struct {
	tokens []token
	text   string
	fit    Fit
	// found is called at each match with the values of the holes; it returns true to end the
	// search.
	found  func(values []binding) bool
	values []binding
	hits   int
	// branches is the number of tokens at which the search can branch: with one, nothing is
	// tried twice.
	branches int
	// repeat is the index of the last hole whose name occurred before. What is before it fails or
	// not depending on the values so far.
	repeat int
	dead   bits
	steps  int
}

// bits are a set of small numbers.
type bits struct {
	words []uint64
	room  [16]uint64
}

func (b *bits) has(n int) bool { return n>>6 < len(b.words) && b.words[n>>6]&(1<<(n&63)) != 0 }

// add adds a number below size.
func (b *bits) add(n, size int) {
	if b.words == nil {
		if words := size>>6 + 1; words <= len(b.room) {
			b.words = b.room[:words]
		} else {
			b.words = make([]uint64, words)
		}
	}
	b.words[n>>6] |= 1 << (n & 63)
}

// maxSteps is how much is tried before a match is given up. Only templates that nobody writes, with
// several variables side by side and one of them again behind them, come near.
const maxSteps = 200_000

// binding is a hole and its value.
type binding struct{ name, value string }

// matchName matches tokens with the name of a directory entry.
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
		case hole:
			for _, u := range tokens[:i] {
				if u.kind == hole && u.text == t.text {
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

// mayMatch reports whether the literals are in the text one behind the other, as in every match. A slash at the start of one may be missing, where
// holes are empty.
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

// match matches the tokens from i with the text from pos. It returns true when the search is over.
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
		// Nothing between two slashes leaves one: `nodes//a.yaml` is `nodes/a.yaml`.
		return m.fit == Empty && t.text[0] == '/' && pos > 0 && m.text[pos-1] == '/' &&
			strings.HasPrefix(rest, t.text[1:]) && m.match(i+1, pos+len(t.text)-1)
	case hole:
		return m.tryHole(i, pos)
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

// tryHole gives a hole each value that it can have, shortest first.
func (m *matcher) tryHole(i, pos int) bool {
	t, rest := m.tokens[i], m.text[pos:]
	for _, b := range m.values {
		if b.name == t.text {
			return strings.HasPrefix(rest, b.value) && m.match(i+1, pos+len(b.value))
		}
	}
	shortest, longest := 1, len(rest)
	if m.fit == Empty {
		shortest = 0
	}
	if m.hidden(pos) {
		// `%{x}.yaml` reads .yaml where x has no value; a value that opens with a dot is not
		// what a hidden file is for.
		longest = 0
	}
	m.values = append(m.values, binding{name: t.text})
	last := len(m.values) - 1
	for n := shortest; n <= longest; n++ {
		if n > 0 && rest[n-1] == '/' && (m.fit < Slashed || !t.rule.slashes) {
			break
		}
		if m.fit != Empty && !m.leads(i+1, rest[n:]) || m.fit == Likely && t.rule.likely != nil && !t.rule.likely(rest[:n]) {
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

// leads reports whether the token at i can match at the start of rest, as far as that is plain to see. It must not be asked
// where holes may be empty.
func (m *matcher) leads(i int, rest string) bool {
	if i == len(m.tokens) {
		return rest == ""
	}
	return m.tokens[i].kind != literal || strings.HasPrefix(rest, m.tokens[i].text)
}

// hidden reports whether a name with a leading dot starts at pos, which only a literal dot matches.
func (m *matcher) hidden(pos int) bool {
	return pos < len(m.text) && m.text[pos] == '.' && (pos == 0 || m.text[pos-1] == '/')
}
