package interpolation

import (
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// InterpolationUnknownFunction reports calls of unknown interpolation functions.
var InterpolationUnknownFunction = &rule.Rule{
	ID: "HL2005", Name: "interpolation-unknown-function", Family: family, Severity: diagnostic.Error,
	CheckFile: func(p *rule.FilePass) {
		for text, token := range p.Tokens() {
			if token.Kind != interpolate.UnknownMethod {
				continue
			}
			_, instead := mistake.Find(text.Template.Text, token)
			if instead == "" && readByOwnBackend(p) {
				continue
			}
			d := diagnostic.Diagnostic{
				Span:    text.Span(methodSpan(token)),
				Message: "unknown interpolation function `" + token.MethodName + "`",
				Detail:  rule.EveryLookup(text.Node) + " fails",
				Help:    "use `lookup`, `hiera`, `alias`, `literal`, or `scope`",
				Key:     rule.KeyPath(text.Node),
			}
			if instead != "" {
				d.Meant = instead
				d.Fixes = []diagnostic.Fix{edit.Write(p.Source(), text.Span(token.Span), instead)}
			}
			p.Report(d)
		}
	},
}

// readByOwnBackend reports whether a version 3 hierarchy that reads the file has a custom backend, which may handle
// tokens in other ways.
func readByOwnBackend(p *rule.FilePass) bool {
	return slices.ContainsFunc(p.File.Matches, func(m project.Match) bool {
		return slices.ContainsFunc(m.Root.Config.Hierarchy, func(l *config.Level) bool { return l.Function.Kind == config.Hiera3Backend })
	})
}
