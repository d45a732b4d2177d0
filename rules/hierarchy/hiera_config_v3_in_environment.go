package hierarchy

import (
	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// HieraConfigV3InEnvironment reports version 3 files in places where Puppet does not read them.
var HieraConfigV3InEnvironment = &rule.Rule{
	ID: "HL4002", Name: "hiera-config-v3-in-environment", Family: family, Severity: diagnostic.Error, Tag: diagnostic.Deprecated,
	CheckConfig: func(p *rule.ConfigPass) {
		for _, problem := range configProblems(p.Config()) {
			if !rule.IsOldVersion(problem.Problem) {
				continue
			}
			if p.Config().Layer == config.Environment && p.Config().Version == 3 {
				if fixes, obstacle := version5Fix(p); obstacle == "" {
					problem.help, problem.fixes = convertFile, fixes
				}
			}
			reportConfig(p.Pass, problem)
		}
	},
}
