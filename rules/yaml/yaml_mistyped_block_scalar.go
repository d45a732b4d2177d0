package yaml

import (
	"bytes"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// YAMLMistypedBlockScalar reports values that start with `<` on a line of its own, where `>` or `|` was meant, and block scalars
// whose first line is another `>` or `|`.
var YAMLMistypedBlockScalar = &rule.Rule{
	ID: "HL1023", Name: "yaml-mistyped-block-scalar", Family: family, Severity: diagnostic.Warning,
	Nodes: startsWithSign,
	CheckNode: func(p *rule.FilePass, n *data.Node) {
		if n.Style != data.Plain {
			reportSecondIndicator(p, n)
			return
		}
		sign := source.Span{Start: n.Span.Start, End: n.Span.Start + 1}
		p.Report(diagnostic.Diagnostic{
			Span: sign, Key: rule.KeyPath(n),
			Message: "`<` does not start a block scalar",
			Detail:  "Puppet reads it as part of the value, and joins the lines with spaces",
			Help:    "write `>` to join the lines, or `|` to keep them",
			Fixes:   []diagnostic.Fix{edit.Write(p.Source(), sign, ">")},
		})
	},
}

// startsWithSign chooses the values whose first line only has a sign.
var startsWithSign = &rule.Selector{Parts: rule.Strings, Choose: func(n *data.Node) bool {
	switch n.Style {
	case data.Plain:
		return folded.Choose(n) && lessThanLine().Match(n.Doc.File.Slice(n.Span))
	case data.Literal, data.Folded:
		return secondIndicator().Match(n.Doc.File.Slice(n.Span))
	}
	return false
}}

var (
	// lessThanLine matches a value whose first line only has the sign, and perhaps what may follow the indicator of a block scalar.
	lessThanLine = lazyregexp.New(`^<[+-]?[ \t]*\r?\n`)
	// secondIndicator matches a block scalar whose first line is an indicator. In drawings and quoted messages, the next line
	// starts with the same sign.
	secondIndicator = lazyregexp.New(`^[|>][^\n]*\n([ \t]*(?:>[+-]?[ \t]*\r?\n[ \t]*[^>\s]|\|[+-]?[ \t]*\r?\n[ \t]*[^|\s]))`)
)

// reportSecondIndicator reports the first line of a block scalar.
func reportSecondIndicator(p *rule.FilePass, n *data.Node) {
	text := p.Source().Slice(n.Span)
	start := secondIndicator().FindSubmatchIndex(text)[2]
	line := source.Span{Start: n.Span.Start + start, End: n.Span.Start + start + bytes.IndexByte(text[start:], '\n') + 1}
	sign := bytes.TrimSpace(p.Source().Slice(line))
	first := bytes.IndexByte(p.Source().Slice(line), sign[0])
	p.Report(diagnostic.Diagnostic{
		Span: source.Span{Start: line.Start + first, End: line.Start + first + len(sign)}, Key: rule.KeyPath(n),
		Message: "`" + string(sign) + "` in the first line of a block scalar does not start another one",
		Detail:  "The value starts with it", Help: "remove the line",
		Fixes: []diagnostic.Fix{edit.Replace("remove the line", p.Source(), line, "")},
	})
}
