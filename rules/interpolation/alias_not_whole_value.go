package interpolation

import (
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// AliasNotWholeValue reports %{alias('key')} with text around it.
var AliasNotWholeValue = &rule.Rule{
	ID: "HL2002", Name: "alias-not-whole-value", Family: family, Severity: diagnostic.Error,
	CheckFile: func(p *rule.FilePass) {
		for text, token := range p.Tokens() {
			if token.Kind != interpolate.Call || token.Method != interpolate.Alias || text.Template.Whole() {
				continue
			}
			p.Report(diagnostic.Diagnostic{
				Span:    text.Span(token.Span),
				Message: "`alias` must be the whole value",
				Detail:  rule.EveryLookup(text.Node) + " fails",
				Help:    "use `%{lookup('" + token.Argument + "')}` to insert the value as a string",
				Fixes:   []diagnostic.Fix{edit.Replace("use `lookup` instead of `alias`", p.Source(), text.Span(methodSpan(token)), "lookup")},
				Key:     rule.KeyPath(text.Node),
			})
		}
	},
}

// methodSpan returns the span of the method's name in a call.
func methodSpan(token *interpolate.Token) source.Span {
	return source.Span{Start: token.Expression.Start, End: token.Expression.Start + len(token.MethodName)}
}
