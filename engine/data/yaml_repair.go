package data

import (
	"sort"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
)

// A `%{…}` without quotes around it is the mistake that people make most, and because it keeps the
// file from being read it hides all others. So the scanner can read over it, and if nothing else
// is wrong, the tree of a copy with quotes stands in for the one that Puppet does not get.

// interpolation moves over a %{…} as if YAML knew it.
func (s *scanner) interpolation(start int) {
	from := s.pos
	s.skip()
	s.stumbled = s.stumbled || from == start
	if from < s.unclosed {
		return
	}
	length := strings.IndexAny(s.text[from:], "}\r\n")
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
	// In block context YAML stops inside of a token only for what looks like a key or a comment.
	if s.flow > 0 || strings.Contains(token, ": ") || strings.Contains(token, " #") {
		s.stumbled = true
	}
}

// repair looks for the tokens without quotes that may be why libyaml refuses the document. When
// they are, it notes them, and when nothing else is wrong it reads a copy with quotes.
func (d *Document) repair(refused *syntaxError) (repaired bool) {
	if !strings.Contains(d.text, "%{") {
		return false
	}
	walk := newWalk(d)
	walk.lenient = true
	second := walk.run(nil)
	guilty := false
	for _, span := range walk.unquoted {
		guilty = guilty || span.Start <= refused.at && refused.at <= span.End
	}
	if !guilty {
		return false
	}

	var edits []edit
	for _, span := range walk.unquoted {
		written := d.text[span.Start:span.End]
		quotes := quote(written)
		p := &Problem{Code: UnquotedToken, Span: span, Replacement: apply(written, quotes),
			Cause: "a text with `%{` must be in quotes here", Help: "put all of it in quotes"}
		if strings.HasPrefix(written, "%{") {
			p.Cause = "a text that starts with `%{` must be in quotes"
		}
		if span.Start <= refused.at && refused.at <= span.End && d.Err == nil {
			p.Message = refused.message(d.text)
			d.Err = p
		}
		d.Problems = append(d.Problems, p)
		for _, q := range quotes {
			edits = append(edits, edit{span.Start + q.from, span.Start + q.to, q.text})
		}
	}
	if second != nil {
		if syntax, ok := second.(*syntaxError); ok {
			d.Problems = append(d.Problems, syntax.explained(d.text))
		}
		return true
	}

	d.quotes = make([]int, len(edits))
	for i, e := range edits {
		d.quotes[i] = e.from
	}
	d.text = apply(d.text, edits)
	walk, err := readYAML(d, []byte(d.text))
	if err != nil { // a mistake behind a token that the copy does not have in the same way
		d.Root = nil
		return true
	}
	d.Repaired = true
	d.Comments = walk.comments
	for i, c := range d.Comments {
		d.Comments[i] = d.inFile(c)
	}
	d.Root.move(d.inFile)
	refusal := d.Err
	d.readValues(walk.size)
	d.Value, d.Err = nil, refusal
	return true
}

// quote is the insertions of one character each that put quotes around the text of a plain scalar:
// double ones, unless single ones save backslashes.
func quote(text string) []edit {
	mark := `"`
	if strings.ContainsAny(text, `"\`) && !strings.Contains(text, `'`) {
		mark = `'`
	}
	edits := []edit{{0, 0, mark}}
	if mark == `"` {
		for i := range len(text) {
			if text[i] == '"' || text[i] == '\\' {
				edits = append(edits, edit{i, i, `\`})
			}
		}
	}
	return append(edits, edit{len(text), len(text), mark})
}

// inFile is where a piece of the text that was parsed stands in the file.
func (d *Document) inFile(s source.Span) source.Span {
	return source.Span{Start: s.Start - d.added(s.Start), End: s.End - d.added(s.End)}
}

// added is how many quotes were put in front of an offset of the text that was parsed.
func (d *Document) added(at int) int {
	return sort.Search(len(d.quotes), func(i int) bool { return d.quotes[i]+i >= at })
}

// inText is where an offset of the file stands in the text that was parsed, in front of quotes
// that were put there.
func (d *Document) inText(at int) int { return at + sort.SearchInts(d.quotes, at) }

// move changes the places of a node and all inside it.
func (n *Node) move(to func(source.Span) source.Span) {
	n.Span = to(n.Span)
	if n.Properties != noProperties {
		n.TagSpan, n.AnchorSpan = to(n.TagSpan), to(n.AnchorSpan)
	}
	for _, child := range n.Children {
		child.move(to)
	}
}
