package key

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/rubystring"
	"github.com/hieralint/hieralint/engine/source"
)

// special are the characters that make a key more than its own root.
const special = `'".`

// Parse reads a lookup key. The error is a *SyntaxError.
//
// A key without a quote or dot is its own root, whatever is in it, and costs no memory. In all
// others segments are separated by single dots. A segment is quoted text of at least one
// character, or text without quotes and dots; white space around it does not count (Puppet 7.23,
// lib/puppet/pops/lookup/sub_lookup.rb; cases keys/*).
func Parse(text string) (Key, error) {
	k := Key{Text: text, Root: text, RootSpan: source.Span{Start: 0, End: len(text)}}
	if !strings.ContainsAny(text, special) {
		return k, nil
	}
	var segments []Segment
	for at := 0; ; at++ { // past the dot
		segment, next, ok := scanSegment(text, at)
		if !ok || next < len(text) && text[next] != '.' { // a quote must open or close a whole segment
			return Key{}, &SyntaxError{Key: text, Offset: next}
		}
		segments = append(segments, segment)
		if next == len(text) {
			break
		}
		at = next
	}
	root := segments[0]
	if root.IsIndex() {
		return Key{}, &SyntaxError{Key: text, Offset: root.Span.Start, Number: root.String()}
	}
	k.Root, k.RootSpan, k.Sub = root.Text, root.Span, segments[1:]
	return k, nil
}

// scanSegment reads the segment of text that begins at offset at. next is where it ends, or, where it is empty or its
// quote is not closed, where it begins.
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

// skipSpace goes over what \s matches in a Ruby regular expression.
func skipSpace(text string, at int) int {
	for at < len(text) && (text[at] == ' ' || '\t' <= text[at] && text[at] <= '\r') {
		at++
	}
	return at
}

// isInteger reports whether Puppet makes an Integer of an unquoted segment. Its regular expression,
// ^(:?[+-]?[0-9]+)$, is meant to allow a colon group and allows a colon instead, and it matches
// when any line of the text does: "a\n1" is the Integer 0.
func isInteger(s string) bool {
	for {
		line, rest, more := strings.Cut(s, "\n")
		line = strings.TrimPrefix(line, ":")
		if line != "" && (line[0] == '+' || line[0] == '-') {
			line = line[1:]
		}
		if line != "" && strings.Trim(line, "0123456789") == "" {
			return true
		}
		if !more {
			return false
		}
		s = rest
	}
}
