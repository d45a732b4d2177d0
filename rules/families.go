package rules

import "github.com/hieralint/hieralint/internal/rule"

// The families, in the order of the ids of their rules.
var (
	yamlFamily          = &rule.Family{Title: "Files and their syntax", Tag: "yaml"}
	interpolationFamily = &rule.Family{Title: "Tokens: %{…}", Tag: "interpolation"}
	optionsFamily       = &rule.Family{Title: "Merging and lookup_options", Tag: "lookup-options"}
	hierarchyFamily     = &rule.Family{Title: "hiera.yaml and the hierarchy", Tag: "hierarchy"}
	bindingFamily       = &rule.Family{Title: "Keys, classes and lookups", Tag: "keys"}
	secretsFamily       = &rule.Family{Title: "Secrets", Tag: "security", GuardsSecrets: true}
	hygieneFamily       = &rule.Family{Title: "Comments and configuration of hieralint", Tag: "configuration"}
)
