package hierarchy

import (
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// HieraConfigDeprecated reports hiera.yaml files of version 3 or 4 in places where Puppet still reads them.
var HieraConfigDeprecated = &rule.Rule{
	ID: "HL4012", Name: "hiera-config-deprecated", Family: family, Severity: diagnostic.Note, Tag: diagnostic.Deprecated,
	CheckConfig: func(p *rule.ConfigPass) {
		problems := p.Config().Problems
		if slices.ContainsFunc(problems, rule.IsOldVersion) {
			return // Puppet ignores the file
		}
		for _, problem := range problems {
			if problem.Code == config.VersionDeprecated {
				fixes, obstacle := version5Fix(p)
				help := convertFile
				if obstacle != "" {
					help += " by hand, since " + obstacle
				}
				p.Report(diagnostic.Diagnostic{
					Message: configCause(p.Config(), problem), Span: problem.Span, Key: rule.KeyPath(problem.Node),
					Detail: "Puppet warns on every run, but still reads the file", Help: help, Fixes: fixes,
				})
			}
		}
	},
}
