// Package hygiene has the rules about hieralint's own directives and configuration.
package hygiene

import (
	"embed"

	"github.com/hieralint/hieralint/internal/rule"
)

var family = &rule.Family{Title: "Comments and configuration of hieralint", Tag: "configuration", Docs: docs}

//go:embed *.txtar
var docs embed.FS
