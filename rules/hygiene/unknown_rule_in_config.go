package hygiene

import (
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// UnknownRuleInConfig reports unknown rules in the configuration.
var UnknownRuleInConfig = &rule.Rule{
	ID: "HL9002", Name: "unknown-rule-in-config", Family: family, Severity: diagnostic.Warning,
	CheckHygiene: func(p *rule.HygienePass) {
		for _, name := range p.UnknownRules {
			d := diagnostic.Diagnostic{
				File: name.File, Span: name.Span,
				Message: "unknown rule `" + rule.Shown(name.Name) + "`",
				Detail:  "The setting has no effect",
				Help:    "remove it, or run `hieralint rules` for a list of names",
			}
			if name.Near != "" {
				d.Meant = name.Near
			}
			p.Report(d)
		}
	},
}
