package interpolation

import (
	"strings"

	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// LiteralArgument reports %{literal(…)} with an argument other than a single %.
var LiteralArgument = &rule.Rule{
	ID: "HL2003", Name: "literal-argument", Family: family, Severity: diagnostic.Error,
	CheckFile: func(p *rule.FilePass) {
		for text, token := range p.Tokens() {
			if callsLiteral(text, token) {
				reportLiteral(p.Pass, text, token)
			}
		}
	},
}

// callsLiteral reports whether a token calls literal, or would if it were well-formed.
func callsLiteral(text *rule.Text, token *interpolate.Token) bool {
	if token.Kind == interpolate.Call || token.Kind == interpolate.UnknownMethod {
		return token.Method == interpolate.Literal
	}
	name, rest, _ := strings.Cut(text.Slice(token.Expression), "(")
	return strings.TrimSpace(name) == "literal" && rest != ""
}

func reportLiteral(p *rule.Pass, text *rule.Text, token *interpolate.Token) {
	d := diagnostic.Diagnostic{Span: text.Span(token.Span), Key: rule.KeyPath(text.Node)}
	kind := mistake.Of(text.Template.Text, token)
	switch {
	case token.Kind == interpolate.Call && token.Argument == "%":
		return
	case token.Kind == interpolate.Call:
		d.Severity = diagnostic.Warning
		d.Span = text.Span(token.ArgumentSpan)
		d.Message = "`literal` argument is not a single `%`"
		d.Detail = "Puppet inserts the argument unchanged"
		d.Help = "write the string directly, without `literal`"
		if !strings.Contains(token.Argument, "%") {
			d.Fixes = []diagnostic.Fix{edit.Replace("write the string directly", p.Source(), text.Span(token.Span), string(p.Source().Slice(d.Span)))}
		}
	case token.Kind == interpolate.Variable:
		d.Message = "unquoted `literal` argument"
		d.Detail = "Puppet treats `" + text.Slice(token.Expression) + "` as an undefined variable"
		d.Help = "write `%{literal('%')}`"
	case kind == mistake.BraceInArgument || kind == mistake.Nested:
		d.Message = "`literal` argument must be a single `%`: a token ends at its first `}`"
		d.Detail = rule.EveryLookup(text.Node) + " fails"
		d.Help = "write `%{literal('%')}` in place of the `%` only: `%{literal('%')}{name}` gives `%{name}`"
	default:
		d.Message = "`literal` takes a single `%` in quotes, without spaces around it"
		d.Detail = rule.EveryLookup(text.Node) + " fails"
		d.Help = "write `%{literal('%')}`"
	}
	p.Report(d)
}
