package rules

import (
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// HieraConfigDeprecated reports a hiera.yaml of version 3 or 4 where Puppet still reads it.
var HieraConfigDeprecated = &rule.Rule{
	ID: "HL4012", Name: "hiera-config-deprecated", Family: hierarchyFamily, Severity: diagnostic.Note,
	Doc: rule.Doc{
		Title: "The hiera.yaml is of a deprecated version",
		What: "A valid hiera.yaml of version 4 in an environment or module, or of version 3 in the global layer. What is wrong in such a file is reported by hiera-config-invalid, one of version 3 elsewhere by " +
			"hiera-config-v3-in-environment.",
		Why: "The file works, and Puppet warns of it in each run. Version 5 has what both lack, such as globs and options for a level, and is the only one that goes everywhere.",
		Puppet: "`Use of 'hiera.yaml' version 4 is deprecated. It should be converted to version 5`, once in every run, in both versions and for both layers. The data is read all the same: version 3 works in the global layer only, " +
			"version 4 in environments and modules only. (Puppet 7.23 and 8.11)",
		Examples: []rule.Example{{
			Avoid: map[string]string{
				"hiera.yaml":       "version: 4 # want\nhierarchy:\n  - name: common\n    backend: yaml\n",
				"data/common.yaml": "app::port: 80\n",
			},
			Prefer: map[string]string{
				"hiera.yaml":       "version: 5\nhierarchy:\n  - name: Common\n    path: common.yaml\n",
				"data/common.yaml": "app::port: 80\n",
			},
			Lookup: "app::port", Value: "80", PreferValue: "80",
		}},
	},
	CheckConfig: func(p *rule.ConfigPass) {
		problems := p.Config().Problems
		if slices.ContainsFunc(problems, isOldVersion) {
			return // Puppet does not take the file at all
		}
		for _, problem := range problems {
			if problem.Code == config.VersionDeprecated {
				p.Report(diagnostic.Diagnostic{
					Message: problem.Cause, Span: problem.Span, Key: keyPathOf(problem.Node),
					Detail: "Puppet warns in every run, and reads the file all the same", Help: "convert the file to version 5",
				})
			}
		}
	},
}
