package yaml

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// YAMLMistypedBlockScalar reports values that start with `<` on a line of its own, where `>` or `|` was meant, and block scalars
// that start with a second indicator.
var YAMLMistypedBlockScalar = &rule.Rule{
	ID: "HL1023", Name: "yaml-mistyped-block-scalar", Family: family, Severity: diagnostic.Warning,
	Selectors: []*rule.Selector{folded, twiceIndicated},
	CheckFile: func(p *rule.FilePass) {
		for _, n := range p.Selected(twiceIndicated) {
			found := indicatorLine().FindSubmatchIndex(p.Source().Slice(n.Span))
			sign := source.Span{Start: n.Span.Start + found[2], End: n.Span.Start + found[3]}
			line := source.Span{Start: sign.Start, End: n.Span.Start + found[4]}
			p.Report(diagnostic.Diagnostic{
				Span: sign, Key: rule.KeyPath(n),
				Message: "second indicator of a block scalar",
				Detail:  "The block scalar starts in the line above, so Puppet reads this one as part of the value",
				Help:    "remove it",
				Fixes:   []diagnostic.Fix{edit.Replace("remove it", p.Source(), line, "")},
			})
		}
		for _, n := range p.Selected(folded) {
			if !lessThanLine().Match(p.Source().Slice(n.Span)) || foldedPEM().MatchString(n.Value.Text()) {
				continue // yaml-folded-pem reports the latter
			}
			sign := source.Span{Start: n.Span.Start, End: n.Span.Start + 1}
			p.Report(diagnostic.Diagnostic{
				Span: sign, Key: rule.KeyPath(n),
				Message: "`<` does not start a block scalar",
				Detail:  "Puppet reads it as part of the value, and joins the lines with spaces",
				Help:    "write `>` to join the lines, or `|` to keep them",
				Fixes:   []diagnostic.Fix{edit.Write(p.Source(), sign, ">")},
			})
		}
	},
}

// twiceIndicated chooses the block scalars whose first line is an indicator.
var twiceIndicated = &rule.Selector{Parts: rule.Strings, Choose: func(n *data.Node) bool {
	return (n.Style == data.Literal || n.Style == data.Folded) && indicatorLine().Match(n.Doc.File.Slice(n.Span))
}}

// indicatorLine matches a block scalar whose first line only has an indicator, which no other line starts with, up to the next line.
var indicatorLine = lazyregexp.New(`^[|>][^\n]*\n[ \t]*([|>][+-]?)[ \t]*\r?\n[ \t]*()[^|>\s]`)

// lessThanLine matches a value whose first line only has the sign, and perhaps what may follow the indicator of a block scalar.
var lessThanLine = lazyregexp.New(`^<[+-]?[ \t]*\r?\n`)
