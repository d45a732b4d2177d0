package options

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// LookupOptionsPatternNotAnchored reports entries that look like a pattern but are literal keys.
var LookupOptionsPatternNotAnchored = &rule.Rule{
	ID: "HL3002", Name: "lookup-options-pattern-not-anchored", Family: family, Severity: diagnostic.Error, Wide: true,
	CheckFile: func(p *rule.FilePass) {
		options := p.Options()
		if options == nil || options.Kind != data.Mapping {
			return
		}
		for i := 0; i+1 < len(options.Children); i += 2 {
			key := options.Children[i]
			if key.Value == nil || key.Value.Kind() != data.String {
				continue
			}
			name := key.Value.Text()
			if !merging.LooksLikePattern(name) || p.Project.HasKey(name) {
				continue
			}
			better := merging.Anchored(name, p.Module())
			d := diagnostic.Diagnostic{
				Span:    key.Span,
				Message: "`" + rule.Shown(name) + "` looks like a pattern, but a pattern must start with `^`",
				Detail:  "Puppet takes it for the name of a key, and no key has this name: it applies to nothing",
				Help:    "write `" + rule.Shown(better) + "`",
				Key:     rule.KeyPath(key),
			}
			start := []diagnostic.TextEdit{{File: p.Source(), Span: key.Span, New: "'" + better + "'"}}
			switch quoted := key.Style == data.DoubleQuoted || key.Style == data.SingleQuoted; {
			case quoted && better == "^"+name:
				start[0].Span, start[0].New = source.Span{Start: key.Span.Start + 1, End: key.Span.Start + 1}, "^"
			case p.Doc().Format == data.JSON || strings.ContainsAny(better, "'\\\""):
				start = nil
			}
			if start != nil {
				d.Fixes = []diagnostic.Fix{{Message: "start the pattern with `^`", Edits: start}}
			}
			p.Report(d)
		}
	},
}
