package interpolation

import (
	"strings"

	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/variables"
)

// TopScopeFact reports facts that are used as top-scope variables instead of through `facts`.
var TopScopeFact = &rule.Rule{
	ID: "HL2014", Name: "top-scope-fact", Family: family, Severity: diagnostic.Note, OnRequest: true,
	CheckConfig: func(p *rule.ConfigPass) {
		for v := range variables.InConfig(p) {
			if isTopScopeFact(p.Site, v.Key) {
				span := v.Node.SourceSpan(v.Offset+v.RootSpan.Start, v.Offset+v.RootSpan.End)
				reportTopScopeFact(p.Pass, v.Key, diagnostic.Diagnostic{Span: span, Key: rule.KeyPath(v.Node)}, span)
			}
		}
	},
	CheckFile: func(p *rule.FilePass) {
		if p.ReadByCode() {
			return
		}
		for text, token := range p.Tokens() {
			if !asksForVariable(text, token) {
				continue
			}
			if isTopScopeFact(p.Site, token.Key) {
				root := source.Span{Start: token.KeyOffset + token.Key.RootSpan.Start, End: token.KeyOffset + token.Key.RootSpan.End}
				reportTopScopeFact(p.Pass, token.Key, diagnostic.Diagnostic{Span: text.Span(token.Span), Key: rule.KeyPath(text.Node)}, text.Span(root))
			}
		}
	},
}

// isTopScopeFact reports whether a variable is a fact, and not a variable of the site.
func isTopScopeFact(p *rule.Site, v key.Key) bool {
	name := strings.TrimPrefix(v.Root, "::")
	return !variables.IsVariable(p, name) && (variables.IsFact(p, name) || facter.Core(name) != nil)
}

// reportTopScopeFact reports a fact. root is the span of its name.
func reportTopScopeFact(p *rule.Pass, v key.Key, d diagnostic.Diagnostic, root source.Span) {
	name := strings.TrimPrefix(v.Root, "::")
	d.Message = "fact `" + name + "` is read as a top-scope variable"
	d.Detail = "A top-scope variable of the same name would hide the fact"
	d.Help = "write `facts." + name + "`"
	d.Fixes = []diagnostic.Fix{{
		Message: "read it from `facts`",
		// Without a leading :: or a subkey, it may be another variable with the same name.
		Safe:  name != v.Root || len(v.Sub) > 0,
		Edits: []diagnostic.TextEdit{{File: p.Source(), Span: root, New: "facts." + name}},
	}}
	p.Report(d)
}
