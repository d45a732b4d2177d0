package hierarchy

import (
	"path"

	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// HieraConfigMisnamed reports hierarchies that Puppet does not find because their file is not called hiera.yaml.
var HieraConfigMisnamed = &rule.Rule{
	ID: "HL4015", Name: "hiera-config-misnamed", Family: family, Severity: diagnostic.Warning,
	CheckConfig: func(p *rule.ConfigPass) {
		if p.Root.MeantFor == "" {
			return
		}
		p.Report(diagnostic.Diagnostic{
			Span:    rule.FirstLine(p.Config().Doc.Root),
			Message: "Puppet does not read `" + path.Base(p.Root.Path) + "` in an environment or module",
			Detail:  "Puppet expects the hierarchy of this " + p.Root.MeantFor + " in `" + environment.ConfigName + "`; without that file, it silently finds none of the data",
			Help:    "rename the file to `" + environment.ConfigName + "`; if the server's setting hiera_config names it, name it under `environments` in .hieralint.yaml",
		})
	},
}
