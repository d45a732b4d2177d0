package yaml

import (
	"bytes"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// YAMLEmptyElement reports dashes without a value, and elements that a colon turns into a hash without one.
var YAMLEmptyElement = &rule.Rule{
	ID: "HL1025", Name: "yaml-empty-element", Family: family, Severity: diagnostic.Warning,
	Nodes: emptyElements,
	CheckNode: func(p *rule.FilePass, n *data.Node) {
		if n.Parent.Kind == data.Sequence {
			reportEmptyElement(p, n)
		} else {
			reportStrayColon(p, n.Counterpart())
		}
	},
}

// emptyElements chooses the elements of arrays of which nothing is written, or only a key beside strings.
var emptyElements = &rule.Selector{Parts: rule.Scalars, Choose: func(n *data.Node) bool {
	return n.Style == data.Plain && n.Span.Start == n.Span.End && n.Tag == "" && n.Anchor == "" && n.Doc.Format == data.YAML &&
		n.Parent != nil && (n.Parent.Kind == data.Sequence || isBesideStrings(n.Parent))
}}

// isBesideStrings reports whether a hash has one entry and is an element of an array whose other elements are strings.
func isBesideStrings(n *data.Node) bool {
	array := n.Parent
	return len(n.Children) == 2 && n.Children[0].Value.Is(data.String) && array != nil && array.Kind == data.Sequence && len(array.Children) > 1 &&
		!slices.ContainsFunc(array.Children, func(other *data.Node) bool { return other != n && !other.Value.Is(data.String) })
}

func reportStrayColon(p *rule.FilePass, key *data.Node) {
	colon := bytes.IndexByte(p.Source().Text[key.Span.End:], ':') + key.Span.End
	p.Report(diagnostic.Diagnostic{
		Span: source.Span{Start: key.Span.Start, End: colon + 1}, Key: rule.KeyPath(key),
		Message: "colon after the array element `" + rule.Shown(key.Value.Text()) + "`",
		Detail:  "Puppet reads a hash whose only value is `undef`, but the other elements are strings",
		Help:    "remove the colon, or write the value",
		Fixes:   []diagnostic.Fix{edit.Replace("remove the colon", p.Source(), source.Span{Start: colon, End: colon + 1}, "")},
	})
}

func reportEmptyElement(p *rule.FilePass, n *data.Node) {
	text := p.Source().Text
	dash := bytes.LastIndexByte(text[:n.Span.Start], '-')
	if dash < 0 {
		return
	}
	d := diagnostic.Diagnostic{
		Span: source.Span{Start: dash, End: dash + 1}, Key: rule.KeyPath(n),
		Message: "array element without a value",
		Detail:  "Puppet reads it as `undef`",
		Help:    "write the value, or remove the dash",
	}
	if len(n.Parent.Children) == 1 {
		d.Help = "write the value, or `[]` for an empty array"
	}
	line, _, _ := bytes.Cut(text[dash+1:], []byte("\n"))
	if rest := bytes.TrimLeft(line, " \t"); len(rest) > 1 && rest[0] == '#' && rest[1] != ' ' && rest[1] != '#' {
		d.Detail += ", since `#` starts a comment"
		d.Help = "quote the value if it starts with `#`, or remove the dash"
	}
	p.Report(d)
}
