package puppetfile

import (
	"strings"

	"github.com/hieralint/hieralint/internal/ascii"
)

// kind is the kind of a token.
type kind byte

const (
	end kind = iota
	newline
	word        // an identifier or number
	label       // an identifier or string with a colon, as in `git: 'x'`
	symbol      // :git
	text        // a string
	punctuation // anything else, such as `=>`
)

// token is a token of Ruby, as far as Puppetfiles need it.
type token struct {
	kind kind
	// value is the content of a string, the name of a symbol or label, or the text of others.
	value string
	// computed means that a string contains an expression.
	computed bool
	line     int
}

func (t token) is(value string) bool {
	return (t.kind == word || t.kind == punctuation) && t.value == value
}

// scanner splits a Puppetfile into tokens. Strings end at the end of the line at the latest, so that a missing quotation
// mark affects no other lines.
type scanner struct {
	text     string
	at       int
	line     int
	unclosed int // where the last line ends in which a closing brace was missing
}

// maxTokens is the maximum number of tokens: each takes many times the memory of a character.
const maxTokens = 1_000_000

// scan returns the tokens of a text, the last of which is end. isComplete is false if there are more than maxTokens.
func scan(text string) (all []token, isComplete bool) {
	s := &scanner{text: text, line: 1}
	for len(all) < maxTokens {
		t := s.next()
		all = append(all, t)
		if t.kind == end {
			return all, true
		}
	}
	return append(all, token{line: s.line}), false
}

func (s *scanner) next() token {
	s.skip()
	t := token{line: s.line}
	if s.at == len(s.text) {
		return t
	}
	switch c := s.text[s.at]; {
	case c == '\n':
		s.at++
		s.line++
		t.kind = newline
	case c == '\'' || c == '"':
		t.kind = text
		t.value, t.computed = s.quoted(c)
		if s.endsLabel() {
			t.kind = label
		}
	case c == ':' && s.follows(1, isWordByte):
		s.at++
		t.kind, t.value = symbol, s.name()
	case c == ':' && s.follows(1, func(c byte) bool { return c == '"' || c == '\'' }):
		s.at++
		t.kind = symbol
		t.value, t.computed = s.quoted(s.text[s.at])
	case isWordByte(c):
		t.kind, t.value = word, s.name()
		if s.endsLabel() {
			t.kind = label
		}
	case strings.HasPrefix(s.text[s.at:], "=>"):
		s.at += 2
		t.kind, t.value = punctuation, "=>"
	default:
		s.at++
		t.kind, t.value = punctuation, string(c)
	}
	return t
}

// skip skips white space, continued lines, and comments.
func (s *scanner) skip() {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch {
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r':
			s.at++
		case strings.HasPrefix(rest, "\\\n"):
			s.at += 2
			s.line++
		case rest[0] == '#':
			s.at += lineLength(rest)
		case strings.HasPrefix(rest, "=begin") && (s.at == 0 || s.text[s.at-1] == '\n'):
			length := len(rest)
			if i := strings.Index(rest, "\n=end"); i >= 0 {
				length = i + 1 + lineLength(rest[i+1:])
			}
			s.line += strings.Count(rest[:length], "\n")
			s.at += length
		default:
			return
		}
	}
}

// quoted reads a string.
func (s *scanner) quoted(quote byte) (value string, computed bool) {
	var b strings.Builder
	for s.at++; s.at < len(s.text) && s.text[s.at] != '\n'; s.at++ {
		switch c := s.text[s.at]; {
		case c == quote:
			s.at++
			return b.String(), computed
		case c == '\\' && s.follows(1, func(c byte) bool { return c != '\n' }):
			s.at++
			b.WriteByte(s.text[s.at])
		case quote == '"' && c == '#' && s.follows(1, func(c byte) bool { return c == '{' }):
			computed = true
			length := s.expression()
			b.WriteString(computedPart + s.text[s.at:][min(2, length):length] + computedPart)
			s.at += length
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), computed
}

// expression returns the number of bytes before the brace that closes an expression in a string; 1 if it is missing in the line.
func (s *scanner) expression() int {
	if s.at < s.unclosed {
		return 1
	}
	switch i := strings.IndexAny(s.text[s.at:], "}\n"); {
	case i < 0:
		s.unclosed = len(s.text)
	case s.text[s.at+i] == '\n':
		s.unclosed = s.at + i
	default:
		return i
	}
	return 1
}

// name reads a word.
func (s *scanner) name() string {
	start := s.at
	for s.at < len(s.text) && isWordByte(s.text[s.at]) {
		s.at++
	}
	return s.text[start:s.at]
}

// endsLabel reads the colon of a label, if there is one.
func (s *scanner) endsLabel() bool {
	if s.follows(0, func(c byte) bool { return c == ':' }) && !s.follows(1, func(c byte) bool { return c == ':' }) {
		s.at++
		return true
	}
	return false
}

// follows reports whether the byte at a distance from the current one has a property.
func (s *scanner) follows(distance int, is func(byte) bool) bool {
	return s.at+distance < len(s.text) && is(s.text[s.at+distance])
}

func isWordByte(c byte) bool { return ascii.IsWord(c) }

// lineLength returns the length of the first line of a text, without its line break.
func lineLength(text string) int {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return i
	}
	return len(text)
}
