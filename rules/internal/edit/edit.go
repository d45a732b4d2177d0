// Package edit makes the edits of fixes: quoting a value, removing an entry with its lines and comments.
package edit

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// Write returns the fix that replaces a span, with the new text as message.
func Write(file *source.File, span source.Span, text string) diagnostic.Fix {
	fix := Replace("write `"+rule.Shown(text)+"`", file, span, text)
	fix.Writes = text
	return fix
}

// Rename adds the fix that renames a key to a finding that suggests another name, unless the hash has a key with that name
// already; see RemoveTaken.
func Rename(d *diagnostic.Diagnostic, key *data.Node, name string) {
	if !RemoveTaken(d, key, name) && key.Kind == data.Scalar {
		d.Fixes = []diagnostic.Fix{Write(key.Doc.File, key.SourceSpan(0, len(key.Text())), name)}
	}
}

// RemoveTaken makes a finding suggest to remove a key instead of renaming it, if its hash has another key with the name, so that
// there would be duplicates. It returns whether it has.
func RemoveTaken(d *diagnostic.Diagnostic, key *data.Node, name string) bool {
	other := Sibling(key, name)
	if other == nil {
		return false
	}
	d.Meant, d.Fixes = "", nil
	if IsCopy(key, other) {
		d.Help = "remove it; `" + rule.Shown(name) + "` is already set here, to the same value"
	} else {
		d.Help = "remove it, or correct its name; `" + rule.Shown(name) + "` is already set here"
	}
	d.Related = append(slices.Clip(d.Related), diagnostic.Related{File: other.Doc.File, Span: rule.FirstLine(other), Message: "`" + rule.Shown(name) + "` is set here"})
	return true
}

// Sibling returns the key of the same hash with a name; nil if there is none.
func Sibling(key *data.Node, name string) *data.Node {
	if hash := key.Parent.Value; hash != nil {
		if _, ok := hash.Get(name); !ok {
			return nil
		}
	}
	if value := key.Parent.Get(name); value != nil {
		return value.Counterpart()
	}
	return nil
}

// IsCopy reports whether two keys have the same value.
func IsCopy(a, b *data.Node) bool {
	v, w := a.Counterpart().Value, b.Counterpart().Value
	return v != nil && w != nil && data.Eql(v, w)
}

// Replace returns the fix that replaces a span.
func Replace(message string, file *source.File, span source.Span, text string) diagnostic.Fix {
	return diagnostic.Fix{Message: message, Edits: []diagnostic.TextEdit{{File: file, Span: span, New: text}}}
}

// Quote returns the fix that quotes a plain scalar: with double quotes if nothing would have to be escaped, with single
// quotes otherwise. Line folding is the same in all three styles.
func Quote(file *source.File, span source.Span) diagnostic.Fix {
	text := string(file.Slice(span))
	mark, escape := `"`, ""
	if strings.ContainsAny(text, `"\`) {
		mark, escape = "'", "'"
	}
	const message = "quote the value"
	if escape != "" && strings.Count(text, escape) > diagnostic.MaxEdits {
		quoted := Replace(message, file, span, mark+strings.ReplaceAll(text, escape, escape+escape)+mark)
		quoted.Safe = true
		return quoted
	}
	edits := []diagnostic.TextEdit{diagnostic.Insert(file, span.Start, mark)}
	for i := range len(text) {
		if escape != "" && text[i] == escape[0] {
			edits = append(edits, diagnostic.Insert(file, span.Start+i, escape))
		}
	}
	edits = append(edits, diagnostic.Insert(file, span.End, mark))
	return diagnostic.Fix{Message: message, Safe: true, Edits: edits}
}

// QuoteTokens returns the fix that quotes scalars that start with an interpolation token; none if the end of one is uncertain.
func QuoteTokens(file *source.File, problems ...*data.Problem) []diagnostic.Fix {
	fix := diagnostic.Fix{Message: "quote all such values", Safe: true}
	for _, problem := range problems {
		written := problem.Subject
		if written == "" {
			return nil
		}
		instead := `"` + escapeQuotes.Replace(written) + `"`
		if data.QuotesFor(written) == data.SingleQuoted {
			instead = "'" + written + "'"
		}
		if len(problems) == 1 {
			fix.Message = "write `" + rule.Shown(instead) + "`"
		}
		fix.Edits = append(fix.Edits, diagnostic.TextEdit{File: file, Span: problem.Span, New: instead})
	}
	return []diagnostic.Fix{fix}
}

var escapeQuotes = strings.NewReplacer(`"`, `\"`, `\`, `\\`)

// RemoveEntry returns the fix that deletes an entry of a mapping. There is none if the entry contains an anchor, is
// the only one of the file, or, in a block mapping, shares a line with anything else. It is safe only if the remaining
// entry has the same value, so that no data is lost.
func RemoveEntry(key *data.Node) (diagnostic.Fix, bool) {
	parent := key.Parent
	if parent == nil || parent.Kind != data.Mapping || parent == key.Doc.Root && len(parent.Children) == 2 {
		return diagnostic.Fix{}, false
	}
	value := key.Counterpart()
	if value == nil || value.HasAnchor() || key.Anchor != "" {
		return diagnostic.Fix{}, false
	}
	span, ok := linesOfEntry(key, value)
	if parent.Style != data.Block {
		span, ok = flowEntry(key)
	}
	if !ok {
		return diagnostic.Fix{}, false
	}
	var winner *data.Value
	if parent.Value != nil && key.Value != nil { // Puppet may reject something else in the hash
		winner, _ = parent.Value.GetKey(key.Value)
	}
	return diagnostic.Fix{
		Message: "remove the entry that has no effect",
		Safe:    winner != nil && value.Value != nil && data.Eql(winner, value.Value),
		Edits:   []diagnostic.TextEdit{{File: key.Doc.File, Span: span}},
	}, true
}

// flowEntry returns the span of an entry of a flow mapping, with the comma that separates it from the next or previous
// entry.
func flowEntry(key *data.Node) (source.Span, bool) {
	children := key.Parent.Children
	i, _ := slices.BinarySearchFunc(children, key.Span.Start, func(n *data.Node, start int) int { return cmp.Compare(n.Span.Start, start) })
	i += slices.Index(children[i:], key) // after an empty node at the same place
	span, comma := source.Span{}, source.Span{}
	switch {
	case i+2 < len(children):
		span = source.Span{Start: key.Span.Start, End: children[i+2].Span.Start}
		comma = source.Span{Start: children[i+1].Span.End, End: span.End}
	case i > 0:
		span = source.Span{Start: children[i-1].Span.End, End: children[i+1].Span.End}
		comma = source.Span{Start: span.Start, End: key.Span.Start}
	}
	return span, strings.TrimSpace(string(key.Doc.File.Slice(comma))) == ","
}

// linesOfEntry returns the lines of an entry if it shares them with nothing else.
func linesOfEntry(key, value *data.Node) (source.Span, bool) {
	file := key.Doc.File
	start := key.Span.Start
	for start > 0 && (file.Text[start-1] == ' ') {
		start--
	}
	if start > 0 && file.Text[start-1] != '\n' && file.Text[start-1] != '\r' {
		return source.Span{}, false // on the same line as a dash, a question mark, or a brace
	}
	end := max(value.Span.End, key.Span.End)
	rest := file.Text[end:]
	lineEnd := bytes.IndexByte(rest, '\n')
	if lineEnd < 0 {
		lineEnd = len(rest) - 1
	}
	tail := bytes.TrimSpace(rest[:lineEnd+1])
	if len(tail) > 0 && tail[0] != ':' && tail[0] != '#' || bytes.HasPrefix(tail, []byte(":")) && len(tail) > 1 {
		return source.Span{}, false
	}
	return source.Span{Start: start, End: end + lineEnd + 1}, true
}
