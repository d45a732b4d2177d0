package key

import (
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/rubystring"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
)

// special lists the characters that distinguish other keys from those that are their own root.
const special = `'".`

// Parse parses a lookup key. The error is a *SyntaxError.
//
// A key without a quote or dot is its own root, and parsing it allocates no memory. In other keys,
// segments are separated by single dots. A segment is either a quoted string of at least one
// character, or text without quotes and dots; surrounding whitespace is ignored (Puppet 7.23,
// lib/puppet/pops/lookup/sub_lookup.rb; cases keys/*).
func Parse(text string) (Key, error) {
	k := Key{Text: text, Root: text, RootSpan: source.Span{Start: 0, End: len(text)}}
	if !strings.ContainsAny(text, special) {
		return k, nil
	}
	var segments []Segment
	for at := 0; ; at++ { // skips the dot
		segment, next, ok := scanSegment(text, at)
		if !ok || next < len(text) && text[next] != '.' { // a quote must start or end a whole segment
			return Key{}, &SyntaxError{Key: text}
		}
		segments = append(segments, segment)
		if next == len(text) {
			break
		}
		at = next
	}
	root := segments[0]
	if root.IsIndex() {
		return Key{}, &SyntaxError{Key: text, Number: root.String()}
	}
	k.Root, k.RootSpan, k.Sub = root.Text, root.Span, segments[1:]
	return k, nil
}

// scanSegment scans the segment at offset at. next is its end or, if the segment is empty or its
// quote is not closed, its start.
func scanSegment(text string, at int) (s Segment, next int, ok bool) {
	begin := skipSpace(text, at)
	if begin < len(text) && (text[begin] == '"' || text[begin] == '\'') {
		length := strings.IndexByte(text[begin+1:], text[begin])
		if length <= 0 {
			return s, begin, false
		}
		end := begin + 1 + length + 1
		s = Segment{Text: text[begin+1 : end-1], Span: source.Span{Start: begin, End: end}}
		s.Value = data.NewString(s.Text)
		return s, skipSpace(text, end), true
	}
	length := strings.IndexAny(text[at:], special)
	if length < 0 {
		length = len(text) - at
	}
	if length == 0 {
		return s, at, false
	}
	start, end := rubystring.Strip(text[at : at+length])
	s = Segment{Text: text[at+start : at+end], Span: source.Span{Start: at + start, End: at + end}}
	if isInteger(s.Text) {
		s.Value = data.NewBigInteger(rubystring.ToI(s.Text))
	} else {
		s.Value = data.NewString(s.Text)
	}
	return s, at + length, true
}

// skipSpace skips what \s matches in a Ruby regular expression.
func skipSpace(text string, at int) int {
	for at < len(text) && ascii.IsSpace(text[at]) {
		at++
	}
	return at
}

// isInteger reports whether Puppet converts an unquoted segment to an Integer. Its regular
// expression, ^(:?[+-]?[0-9]+)$, contains a typo that allows a colon, and it matches if any line of
// the text does: "a\n1" is the Integer 0.
func isInteger(s string) bool {
	for {
		line, rest, more := strings.Cut(s, "\n")
		line = strings.TrimPrefix(line, ":")
		if line != "" && (line[0] == '+' || line[0] == '-') {
			line = line[1:]
		}
		if ascii.IsNumber(line) {
			return true
		}
		if !more {
			return false
		}
		s = rest
	}
}

// SyntaxError is the error of a key that Puppet cannot split into segments.
type SyntaxError struct {
	Key string
	// Number is the root segment if it is a number, as in `1.5`; otherwise "". In a lookup key it
	// crashes Puppet; as a variable it has a message of its own.
	Number string
}

// Error returns Puppet's message for a lookup key. Puppet has none if the root is a number: it
// crashes with a NoMethodError (case keys/introot).
func (e *SyntaxError) Error() string { return "Syntax error in key: '" + e.Key + "'" }

// MismatchError is the error of a subkey that does not fit the type of a value.
type MismatchError struct {
	Key     string
	Segment Segment
	Value   *data.Value
}

// Error returns Puppet's message. Puppet has none for Integer and Symbol: since Ruby supports []
// for both, they pass Puppet's check and then crash it with a NoMethodError.
func (e *MismatchError) Error() string {
	return fmt.Sprintf("Data Provider type mismatch: Got %s when a hash-like object was expected to access value using '%s' from key '%s'",
		rubytext.Class(e.Value), e.Segment, e.Key)
}
