package interpolation

import (
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/variables"
)

// failsForVariables reports lookups that fail because real nodes do not have a variable.
func failsForVariables(p *rule.KeyPass) {
	for _, f := range p.Failures(outcome.UndefinedVariable) {
		if f.Node == nil || len(f.Hops) > 0 || f.Node.Value == nil {
			continue // reported for the key that the value belongs to
		}
		t := interpolate.Parse(f.Node.Value.Text())
		for token := range t.All() {
			if !variables.IsForEvaluation(p.Site, t, token) || f.Name != token.Key.Root {
				continue
			}
			p.Report(diagnostic.Diagnostic{
				File: f.Node.Doc.File, Span: f.Node.SourceSpan(token.Span.Start, token.Span.End), Key: rule.KeyPath(f.Node), Severity: rule.SeverityOf(f.Extent),
				Message: "`" + rule.Shown(token.Key.Root) + "` is undefined on " + f.Extent.Text,
				Detail:  "Every lookup of `" + rule.Shown(p.Key.Name) + "` fails there" + rule.QuotedError(f.Error),
				Help:    "correct the name, or make sure that those nodes have the fact",
			})
			break
		}
	}
}
