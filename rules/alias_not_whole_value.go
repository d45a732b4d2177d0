package rules

import (
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// AliasNotWholeValue reports %{alias('key')} with text around it.
var AliasNotWholeValue = &rule.Rule{
	ID: "HL2002", Name: "alias-not-whole-value", Family: interpolationFamily, Severity: diagnostic.Error,
	Doc: rule.Doc{
		Title: "`alias` is not the only thing in its value",
		What: "A call of `alias` with anything before or behind it in the same string: text, a space, another token, " +
			"or the line break that ends a block scalar.",
		Why: "`alias` hands over a value of any type, so it can only stand for a whole value. The mistake is in the file that " +
			"refers, but it is found only when a node looks the key up, and `puppet lookup` prints nothing at all.",
		Puppet: "Every lookup of the key fails with `'alias' interpolation is only permitted if the expression is equal to the " +
			"entire string`. Spaces inside the braces are allowed, outside they are not. (Puppet 7.23 and 8.11)",
		Examples: []rule.Example{
			{
				Avoid: map[string]string{"data/common.yaml": "site::base: /srv/www\n" +
					"site::docroot: \"%{alias('site::base')}/shop\" # want\n"},
				Prefer: map[string]string{"data/common.yaml": "site::base: /srv/www\n" +
					"site::docroot: \"%{lookup('site::base')}/shop\"\n"},
				Lookup: "site::docroot", Fails: "'alias' interpolation is only permitted if the expression is equal to the entire string",
				PreferValue: `"/srv/www/shop"`,
			},
			{
				Avoid: map[string]string{"data/common.yaml": "site::admins: [alice, bob]\n" +
					"site::users: |\n  %{alias('site::admins')} # want\n"},
				Prefer: map[string]string{"data/common.yaml": "site::admins: [alice, bob]\n" +
					"site::users: \"%{alias('site::admins')}\"\n"},
				Lookup: "site::users", Fails: "'alias' interpolation is only permitted if the expression is equal to the entire string",
				PreferValue: `["alice","bob"]`,
			},
		},
	},
	CheckFile: func(p *rule.FilePass) {
		for text, token := range p.Tokens() {
			if token.Kind != interpolate.Call || token.Method != interpolate.Alias || text.Whole(token) {
				continue
			}
			p.Report(diagnostic.Diagnostic{
				Span:    text.Span(token.Span),
				Message: "`alias` must be the only thing in its value",
				Detail:  "Puppet fails every lookup of " + lookupName(text.Node),
				Help:    "use `%{lookup('" + token.Argument + "')}` to insert the text of the value",
				Fixes: []diagnostic.Fix{{
					Message: "use `lookup` instead of `alias`",
					Edits:   []diagnostic.TextEdit{{File: p.Source(), Span: text.Span(methodSpan(token)), New: "lookup"}},
				}},
				Key: keyPath(text.Node),
			})
		}
	},
}

// methodSpan is where the name of the method stands in a call.
func methodSpan(token *interpolate.Token) source.Span {
	return source.Span{Start: token.Expression.Start, End: token.Expression.Start + len(token.MethodName)}
}
