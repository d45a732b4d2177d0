package rules

import (
	"strings"

	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// TopScopeFact reports facts that are read as variables at top scope instead of from the hash of facts.
var TopScopeFact = &rule.Rule{
	ID: "HL2014", Name: "top-scope-fact", Family: interpolationFamily, Severity: diagnostic.Note, OnRequest: true,
	Doc: rule.Doc{
		Title: "A fact is read as a top-scope variable",
		What: "Facts that are written as variables, such as `%{kernel}`, `%{os.family}` and `%{::networking.ip}`, in data and in the paths of a hiera.yaml: those of Facter, and those that the configuration or a module in " +
			"the tree defines. Legacy facts are reported by legacy-fact.",
		Why: "A class parameter, a variable of the main manifest or of an external node classifier may have the same name, and then decides the value. Nothing but a fact is in `facts`, and a reader sees that it is one.",
		Puppet: "Puppet sets a top-scope variable for each fact. Without `::` a token is looked up in the scope of the lookup first, so a local variable of this name hides the fact. " +
			"(Puppet 7.23 and 8.11)",
		Examples: []rule.Example{
			{
				Avoid:  map[string]string{".hieralint.yaml": "profile: strict\n", "data/common.yaml": "app::family: \"%{os.family}\" # want\n"},
				Prefer: map[string]string{".hieralint.yaml": "profile: strict\n", "data/common.yaml": "app::family: \"%{facts.os.family}\"\n"},
				Lookup: "app::family", Value: `"Debian"`, PreferValue: `"Debian"`,
			},
			{
				Avoid: map[string]string{
					".hieralint.yaml":     "profile: strict\n",
					"hiera.yaml":          "version: 5\nhierarchy:\n  - name: System\n    path: \"os/%{::os.family}.yaml\" # want\n",
					"data/os/Debian.yaml": "app::user: www-data\n",
				},
				Prefer: map[string]string{
					".hieralint.yaml":     "profile: strict\n",
					"hiera.yaml":          "version: 5\nhierarchy:\n  - name: System\n    path: \"os/%{facts.os.family}.yaml\"\n",
					"data/os/Debian.yaml": "app::user: www-data\n",
				},
				Lookup: "app::user", Value: `"www-data"`, PreferValue: `"www-data"`,
			},
		},
	},
	CheckConfig: func(p *rule.ConfigPass) {
		for v := range configVariables(p) {
			if isTopScopeFact(p.Site, v.Key) {
				span := v.Node.SourceSpan(v.Offset+v.RootSpan.Start, v.Offset+v.RootSpan.End)
				reportTopScopeFact(p.Pass, v.Key, diagnostic.Diagnostic{Span: span, Key: keyPath(v.Node)}, span)
			}
		}
	},
	CheckFile: func(p *rule.FilePass) {
		if readByCode(p) {
			return
		}
		for text, token := range p.Tokens() {
			variable := token.Kind == interpolate.Variable && token.Mistake == interpolate.NoMistake
			if !variable && token.Method != interpolate.Scope || token.KeyErr != nil {
				continue
			}
			if isTopScopeFact(p.Site, token.Key) {
				root := source.Span{Start: token.KeyOffset + token.Key.RootSpan.Start, End: token.KeyOffset + token.Key.RootSpan.End}
				reportTopScopeFact(p.Pass, token.Key, diagnostic.Diagnostic{Span: text.Span(token.Span), Key: keyPath(text.Node)}, text.Span(root))
			}
		}
	},
}

// isTopScopeFact tells whether a variable is a fact, and nothing that the site sets itself.
func isTopScopeFact(k *rule.Site, v key.Key) bool {
	name := strings.TrimPrefix(v.Root, "::")
	return !isVariable(k, name) && (isFact(k, name) || facter.Core(name) != nil)
}

// reportTopScopeFact reports a fact. root is the place of its name.
func reportTopScopeFact(p *rule.Pass, v key.Key, d diagnostic.Diagnostic, root source.Span) {
	name := strings.TrimPrefix(v.Root, "::")
	d.Message = "the fact `" + name + "` is read as a top-scope variable"
	d.Detail = "A variable of the same name hides it"
	d.Help = "write `facts." + name + "`"
	d.Fixes = []diagnostic.Fix{{
		Message: "read it from `facts`",
		// Without :: or parts of a fact behind it the name may be that of another variable.
		Safe:  name != v.Root || len(v.Sub) > 0,
		Edits: []diagnostic.TextEdit{{File: p.Source(), Span: root, New: "facts." + name}},
	}}
	p.Report(d)
}
