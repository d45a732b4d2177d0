package yaml

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
	"github.com/hieralint/hieralint/rules/internal/misread"
)

// YAMLImplicitNumber reports unquoted scalars that YAML reads as a number different from what they look like.
var YAMLImplicitNumber = &rule.Rule{
	ID: "HL1011", Name: "yaml-implicit-number", Family: family, Severity: diagnostic.Warning,
	Nodes: implicit,
	CheckNode: func(p *rule.FilePass, n *data.Node) {
		m, ok := misread.Of(n)
		if !ok {
			return
		}
		fix := edit.Quote(p.Source(), n.Span)
		fix.Safe = false
		p.Report(diagnostic.Diagnostic{
			Severity: m.Severity,
			Span:     n.Span,
			Message:  m.Message,
			Detail:   m.Detail,
			Help:     m.Help,
			Fixes:    []diagnostic.Fix{fix},
			Key:      rule.KeyPath(n),
		})
	},
}
