package data

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// An unquoted `%{…}` is the most common mistake, and since it prevents the file from being parsed,
// it hides all others. Therefore, a lenient scanner skips it. If nothing else is wrong, the tree
// contains the scalar as if it were quoted.

// interpolation skips the %{…} at pos in the plain scalar that starts at start.
func (s *scanner) interpolation(start int) {
	from := s.pos
	s.skip()
	s.stumbled = s.stumbled || from == start
	if from < s.unclosed {
		return
	}
	length := strings.IndexAny(s.text[from:], "}\r\n\u0085\u2028\u2029")
	if length < 0 || s.text[from+length] != '}' {
		s.unclosed = from + length
		if length < 0 {
			s.unclosed = len(s.text)
		}
		return
	}
	token := s.text[from : from+length+1]
	for s.pos < from+len(token) {
		s.skip()
	}
	s.stumbled = s.stumbled || s.flow > 0 || keyOrComment().MatchString(token)
}

// keyOrComment matches what ends a plain scalar in block context.
var keyOrComment = lazyregexp.New(`:[ \t]|[ \t]#`)

// readUnquoted reads a document that libyaml rejects as if all scalars with %{…} were quoted. It
// reports whether the missing quotes are the reason; if so, these scalars are among the problems,
// and the document has a tree unless something else is wrong with it.
func (d *Document) readUnquoted(refused *syntaxError) bool {
	if !strings.Contains(d.text, "%{") || yamlText(d.text).isClosedBelow(refused) {
		return false
	}
	p := newYAMLParser(d)
	p.lenient = true
	root, other := p.parse()
	guilty := func(s source.Span) bool { return s.Start <= refused.at && refused.at <= s.End }
	if !slices.ContainsFunc(p.unquoted, guilty) {
		return false
	}
	for _, span := range p.unquoted {
		problem := &Problem{Code: UnquotedToken, Span: span, Subject: d.text[span.Start:span.End]}
		if d.Err == nil && guilty(span) {
			problem.Message = refused.message(d.text)
			d.Err = problem
		}
		d.Problems = append(d.Problems, problem)
	}
	if other != nil {
		d.Problems = append(d.Problems, other.explained(d.text))
		return true
	}
	d.Root, d.quoted, d.Comments = root, true, p.comments
	refusal := d.Err
	d.readValues(p.size)
	d.Value, d.Err = nil, refusal
	return true
}

// QuotesFor returns the style in which to quote a plain scalar: double quotes, unless single quotes
// avoid escaping backslashes.
func QuotesFor(written string) Style {
	if strings.ContainsAny(written, `"\`) && !strings.Contains(written, `'`) {
		return SingleQuoted
	}
	return DoubleQuoted
}
