package rules

import (
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// UnknownRuleInConfig reports names in the configuration that are of no rule.
var UnknownRuleInConfig = &rule.Rule{
	ID: "HL9002", Name: "unknown-rule-in-config", Family: hygieneFamily, Severity: diagnostic.Warning,
	Doc: rule.Doc{
		Title: "The configuration names a rule that does not exist",
		What: "A name in `rules`, `overrides` or `suppressions` of `.hieralint.yaml` that is neither the name nor the id of a rule. The rest of the configuration counts. " +
			"(Anything else that is wrong with the configuration ends the run with exit code 2.)",
		Why:    "The setting does nothing: a rule that was to be off stays on. It is no error, so that one configuration serves several versions of hieralint.",
		Puppet: "Puppet does not read the configuration of hieralint.",
		Examples: []rule.Example{{
			Avoid:  map[string]string{".hieralint.yaml": "rules:\n  empty-data-fil: off # want\n", "data/common.yaml": "db::port: 5432\n"},
			Prefer: map[string]string{".hieralint.yaml": "rules:\n  empty-data-file: off\n", "data/common.yaml": "# nothing yet\n"},
		}},
	},
	CheckHygiene: func(p *rule.HygienePass) {
		for _, name := range p.Housekeeping.UnknownRules {
			d := diagnostic.Diagnostic{
				File: name.File, Span: name.Span,
				Message: "there is no rule `" + shown(name.Name) + "`",
				Detail:  "This setting does nothing",
				Help:    "remove it, or see `hieralint rules` for the right name",
			}
			if name.Near != "" {
				d.Help = "did you mean `" + name.Near + "`?"
			}
			p.Report(d)
		}
	},
}
