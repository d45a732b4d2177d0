package rules

import (
	"embed"

	"github.com/hieralint/hieralint/internal/rule"
)

//go:embed *.txtar
var docs embed.FS

// The families, in the order of the ids of their rules.
var (
	yamlFamily          = &rule.Family{Title: "Files and their syntax", Tag: "yaml", Docs: docs}
	interpolationFamily = &rule.Family{Title: "Tokens: %{…}", Tag: "interpolation", Docs: docs}
	optionsFamily       = &rule.Family{Title: "Merging and lookup_options", Tag: "lookup-options", Docs: docs}
	hierarchyFamily     = &rule.Family{Title: "hiera.yaml and the hierarchy", Tag: "hierarchy", Docs: docs}
	bindingFamily       = &rule.Family{Title: "Keys, classes and lookups", Tag: "keys", Docs: docs}
	secretsFamily       = &rule.Family{Title: "Secrets", Tag: "security", GuardsSecrets: true, Docs: docs}
	hygieneFamily       = &rule.Family{Title: "Comments and configuration of hieralint", Tag: "configuration", Docs: docs}
)
