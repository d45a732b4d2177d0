package hierarchy

import (
	"path/filepath"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// ModuleMetadataInvalid reports a metadata.json because of which Puppet ignores the module.
var ModuleMetadataInvalid = &rule.Rule{
	ID: "HL4011", Name: "module-metadata-invalid", Family: family, Severity: diagnostic.Error,
	CheckProject: func(p *rule.ProjectPass) {
		seen := map[string]bool{}
		for _, env := range p.Project.Environments {
			for _, m := range env.Environment.Modules() {
				if seen[m.Dir] || env.Installed(m) {
					continue
				}
				seen[m.Dir] = true
				for _, problem := range m.Problems {
					reportEnvironment(p.Pass, problem, filepath.Join(m.Dir, "metadata.json"))
				}
			}
		}
	},
}
