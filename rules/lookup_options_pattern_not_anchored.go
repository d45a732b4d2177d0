package rules

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// LookupOptionsPatternNotAnchored reports entries that look like a pattern but are taken literally.
var LookupOptionsPatternNotAnchored = &rule.Rule{
	ID: "HL3002", Name: "lookup-options-pattern-not-anchored", Family: optionsFamily, Severity: diagnostic.Error,
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
			if !looksLikePattern(name) || p.Project.HasKey(name) {
				continue
			}
			better := anchored(name, p.Module())
			d := diagnostic.Diagnostic{
				Span:    key.Span,
				Message: "`" + shown(name) + "` looks like a pattern, but a pattern must start with `^`",
				Detail:  "Puppet takes it for the name of a key, and no key has this name: it applies to nothing",
				Help:    "write `" + shown(better) + "`",
				Key:     keyPath(key),
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

func isPattern(name string) bool { return strings.HasPrefix(name, "^") }

// looksLikePattern tells whether a name has characters that no key has, but patterns do. A dot
// alone is not one: people try `a::b.c` to set the options of a sub key.
func looksLikePattern(name string) bool {
	return !isPattern(name) && !strings.Contains(name, "%{") && strings.ContainsAny(name, `*+?()[]|\$^{}`)
}

// anchored is the pattern that was probably meant by name.
func anchored(name, module string) string {
	name = strings.TrimPrefix(name, `\A`)
	if len(name) > 2 && strings.HasPrefix(name, "/") && strings.HasSuffix(name, "/") {
		name = name[1 : len(name)-1]
	}
	name = strings.TrimPrefix(name, "^")
	if strings.HasSuffix(name, "::*") { // a glob
		name = strings.TrimSuffix(name, "*")
	}
	if module != "" && !strings.HasPrefix(name, module+"::") {
		name = module + "::" + strings.TrimPrefix(name, ".*")
	}
	return "^" + name
}
