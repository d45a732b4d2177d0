package interpolation

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/variables"
)

// LegacyFact reports legacy facts, which Puppet 8 agents do not send.
var LegacyFact = &rule.Rule{
	ID: "HL2009", Name: "legacy-fact", Family: family, Severity: diagnostic.Warning, Tag: diagnostic.Deprecated, FindsLegacyFacts: true,
	CheckConfig: func(p *rule.ConfigPass) {
		for v := range variables.InConfig(p) {
			if l, ok := legacy(p.Site, v.Key); ok {
				span := v.Node.SourceSpan(v.Offset+l.span.Start, v.Offset+l.span.End)
				reportLegacy(p.Pass, l, diagnostic.Diagnostic{
					Span:   span,
					Detail: "Puppet 8 agents do not send it. Where it is missing, Puppet inserts the empty string",
					Key:    rule.KeyPath(v.Node),
				}, span)
			}
		}
	},
	CheckFile: func(p *rule.FilePass) {
		for text, token := range p.Tokens() {
			if !asksForVariable(text, token) {
				continue
			}
			if l, ok := legacy(p.Site, token.Key); ok {
				outcome := strings.Replace(undefinedOutcome(p.Site, text, token.Key), "Every", "every", 1)
				reportLegacy(p.Pass, l, diagnostic.Diagnostic{
					Span:   text.Span(token.Span),
					Detail: "Puppet 8 agents do not send it. Where it is missing, " + outcome,
					Key:    rule.KeyPath(text.Node),
				}, text.Span(source.Span{Start: token.KeyOffset + l.span.Start, End: token.KeyOffset + l.span.End}))
			}
		}
	},
}

// legacyFact is a legacy fact used as a variable.
type legacyFact struct {
	name        string
	replacement facter.Replacement
	// span is the part of the variable to replace by instead, which is "" if there is no equivalent.
	span    source.Span
	instead string
	// ambiguous means that the name may be a variable of the site.
	ambiguous bool
}

// legacy returns the legacy fact that a variable refers to.
func legacy(p *rule.Site, v key.Key) (legacyFact, bool) {
	at := 0
	if strings.TrimPrefix(v.Root, "::") == "facts" {
		at = 1
	}
	if len(v.Sub) != at {
		return legacyFact{}, false
	}
	name, span := variables.Segment(v, at)
	replacement, ok := facter.Legacy(name)
	if !ok || variables.IsKnown(p, name) {
		return legacyFact{}, false
	}
	l := legacyFact{name: name, replacement: replacement, span: span, instead: replacement.Path}
	if at == 0 {
		l.ambiguous = v.Root == name && slices.Contains(commonWords, name)
		if replacement.Path != "" {
			l.instead = "facts." + replacement.Path
		}
	}
	return l, true
}

// commonWords are legacy facts with names that sites may use for variables.
var commonWords = []string{"gid", "id", "interfaces", "network", "network6", "uptime", "uuid", "zones", "zonename"}

// reportLegacy reports a legacy fact. edited is the span to replace.
func reportLegacy(p *rule.Pass, l legacyFact, d diagnostic.Diagnostic, edited source.Span) {
	d.Message, d.Cause = "`"+l.name+"` is a legacy fact", l.name
	if l.ambiguous {
		d.Severity = diagnostic.Note
		d.Message = "`" + l.name + "` is a legacy fact, unless the site sets a variable of this name"
	}
	if l.instead == "" {
		d.Help = "use structured facts; none of them has exactly this value"
		p.Report(d)
		return
	}
	d.Help = "use `facts." + l.replacement.Path + "`"
	d.Fixes = []diagnostic.Fix{{
		Message: d.Help,
		Safe:    l.replacement.Exact && !l.ambiguous,
		Edits:   []diagnostic.TextEdit{{File: p.Source(), Span: edited, New: l.instead}},
	}}
	p.Report(d)
}
