package options

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// LookupOptionsPatternNotAnchored reports entries that look like a pattern but are literal keys.
var LookupOptionsPatternNotAnchored = &rule.Rule{
	ID: "HL3002", Name: "lookup-options-pattern-not-anchored", Family: family, Severity: diagnostic.Error, Reach: rule.OtherKeys,
	CheckFile: func(p *rule.FilePass) {
		for key := range p.Options().Entries() {
			if !key.Value.Is(data.String) {
				continue
			}
			name := key.Value.Text()
			if !merging.LooksLikePattern(name) || p.Project.HasKey(name) {
				continue
			}
			better := merging.Anchored(name, p.Module())
			d := diagnostic.Diagnostic{
				Span:    key.Span,
				Message: "`" + rule.Shown(name) + "` looks like a pattern but does not start with `^`",
				Detail:  "Without `^`, Puppet treats it as a literal key name. No such key exists, so the entry is silently ignored",
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
			if !edit.RemoveTaken(&d, key, better) && start != nil {
				d.Fixes = []diagnostic.Fix{{Message: "start the pattern with `^`", Edits: start}}
			}
			p.Report(d)
		}
	},
}
