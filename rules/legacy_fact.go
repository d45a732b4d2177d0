package rules

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// LegacyFact reports facts that agents of Puppet 8 do not send any more.
var LegacyFact = &rule.Rule{
	ID: "HL2009", Name: "legacy-fact", Family: interpolationFamily, Severity: diagnostic.Warning,
	Doc: rule.Doc{
		Title: "A legacy fact, which agents of Puppet 8 do not send",
		What: "The flat facts of old versions of Facter, such as `%{::osfamily}`, `%{facts.fqdn}` or `%{ipaddress_eth0}`, in data and in the paths of a hiera.yaml. " +
			"Words that a site may well use for a variable of its own, such as `%{network}`, are a note. Facts of the same name that a module in the tree defines, and variables of the main manifest, are not reported.",
		Why: "On the day an agent is upgraded its nodes lose the value: a level of the hierarchy is not read any more, a path has a hole, nothing fails.",
		Puppet: "Puppet 8 agents send structured facts only (`include_legacy_facts` is off). The legacy fact then is an undefined variable: an empty text in paths, in data an error with Puppet 8 " +
			"on the server and an empty text with Puppet 7. (Puppet 7.23 and 8.11, Facter 4.3)",
		Examples: []rule.Example{
			{
				Avoid:  map[string]string{"data/common.yaml": "app::family: \"%{::osfamily}\" # want\n"},
				Prefer: map[string]string{"data/common.yaml": "app::family: \"%{facts.os.family}\"\n"},
				Lookup: "app::family", Value: `""`, PreferValue: `"Debian"`,
			},
			{
				Avoid: map[string]string{
					"hiera.yaml":          "version: 5\nhierarchy:\n  - name: System\n    path: \"os/%{facts.osfamily}.yaml\" # want\n",
					"data/os/Debian.yaml": "app::user: www-data\n",
				},
				Prefer: map[string]string{
					"hiera.yaml":          "version: 5\nhierarchy:\n  - name: System\n    path: \"os/%{facts.os.family}.yaml\"\n",
					"data/os/Debian.yaml": "app::user: www-data\n",
				},
				Lookup: "app::user", Fails: "did not find a value for the name 'app::user'", PreferValue: `"www-data"`,
			},
		},
	},
	CheckConfig: func(p *rule.ConfigPass) {
		for v := range configVariables(p) {
			if l, ok := legacy(p.Site, v.Key); ok {
				span := v.Node.SourceSpan(v.Offset+l.span.Start, v.Offset+l.span.End)
				reportLegacy(p.Pass, l, diagnostic.Diagnostic{
					Span:   span,
					Detail: "Agents of Puppet 8 do not send it. Without it there is nothing in its place",
					Key:    keyPath(v.Node),
				}, span)
			}
		}
	},
	CheckFile: func(p *rule.FilePass) {
		for text, token := range p.Tokens() {
			variable := token.Kind == interpolate.Variable && token.Mistake == interpolate.NoMistake
			if !variable && token.Method != interpolate.Scope || token.KeyErr != nil {
				continue
			}
			if l, ok := legacy(p.Site, token.Key); ok {
				reportLegacy(p.Pass, l, diagnostic.Diagnostic{
					Span:   text.Span(token.Span),
					Detail: "Agents of Puppet 8 do not send it. Without it " + undefinedOutcome(p.Site, text, token.Key),
					Key:    keyPath(text.Node),
				}, text.Span(source.Span{Start: token.KeyOffset + l.span.Start, End: token.KeyOffset + l.span.End}))
			}
		}
	},
}

// legacyFact is a legacy fact in a variable.
type legacyFact struct {
	name string
	twin facter.Twin
	// span is what to replace in the text of the variable by instead, "" when nothing is the same.
	span    source.Span
	instead string
	// ambiguous tells that the name may be that of a variable of the site.
	ambiguous bool
}

// legacy finds the legacy fact that a variable is.
func legacy(k *rule.Site, v key.Key) (legacyFact, bool) {
	at := 0
	if strings.TrimPrefix(v.Root, "::") == "facts" {
		at = 1
	}
	if len(v.Sub) != at {
		return legacyFact{}, false
	}
	name, span := segment(v, at)
	twin, ok := facter.Legacy(name)
	if !ok || isKnown(k, name) {
		return legacyFact{}, false
	}
	l := legacyFact{name: name, twin: twin, span: span, instead: twin.Path}
	if at == 0 {
		l.ambiguous = v.Root == name && slices.Contains(commonWords, name)
		if twin.Path != "" {
			l.instead = "facts." + twin.Path
		}
	}
	return l, true
}

// commonWords are legacy facts that sites may have variables of the same names as.
var commonWords = []string{"gid", "id", "interfaces", "network", "network6", "uptime", "uuid", "zones", "zonename"}

// reportLegacy reports a legacy fact. edited is what instead takes the place of.
func reportLegacy(p *rule.Pass, l legacyFact, d diagnostic.Diagnostic, edited source.Span) {
	d.Message, d.Cause = "`"+l.name+"` is a legacy fact", l.name
	if l.ambiguous {
		d.Severity = diagnostic.Note
		d.Message = "`" + l.name + "` is a legacy fact, unless the site sets a variable of this name"
	}
	if l.instead == "" {
		d.Help = "use the structured facts; none of them has the same value"
		p.Report(d)
		return
	}
	d.Help = "use `facts." + l.twin.Path + "`"
	d.Fixes = []diagnostic.Fix{{
		Message: "use the structured fact",
		Safe:    l.twin.Exact && !l.ambiguous,
		Edits:   []diagnostic.TextEdit{{File: p.Source(), Span: edited, New: l.instead}},
	}}
	p.Report(d)
}
