package yaml

import (
	"bytes"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// YAMLEmptyElement reports dashes without a value.
var YAMLEmptyElement = &rule.Rule{
	ID: "HL1025", Name: "yaml-empty-element", Family: family, Severity: diagnostic.Warning,
	Selectors: []*rule.Selector{emptyElements},
	CheckFile: func(p *rule.FilePass) {
		for _, n := range p.Selected(emptyElements) {
			reportEmptyElement(p, n)
		}
	},
}

// emptyElements chooses the elements of arrays of which nothing is written.
var emptyElements = &rule.Selector{Parts: rule.Scalars, Choose: func(n *data.Node) bool {
	return n.Style == data.Plain && n.Span.Start == n.Span.End && n.Tag == "" && n.Anchor == "" && n.Doc.Format == data.YAML &&
		n.Parent != nil && n.Parent.Kind == data.Sequence
}}

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
