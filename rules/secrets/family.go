// Package secrets has the rules about secrets and hiera-eyaml.
package secrets

import (
	"embed"

	"github.com/hieralint/hieralint/internal/rule"
)

var family = &rule.Family{Title: "Secrets", Tag: "security", GuardsSecrets: true, Docs: docs}

//go:embed *.txtar
var docs embed.FS
