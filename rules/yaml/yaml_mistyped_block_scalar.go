package yaml

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// YAMLMistypedBlockScalar reports values that start with `<` on a line of its own, where `>` or `|` was meant.
var YAMLMistypedBlockScalar = &rule.Rule{
	ID: "HL1023", Name: "yaml-mistyped-block-scalar", Family: family, Severity: diagnostic.Warning,
	Nodes: folded,
	CheckNode: func(p *rule.FilePass, n *data.Node) {
		if !lessThanLine().Match(p.Source().Slice(n.Span)) {
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

// lessThanLine matches a value whose first line only has the sign, and perhaps what may follow the indicator of a block scalar.
var lessThanLine = lazyregexp.New(`^<[+-]?[ \t]*\r?\n`)
