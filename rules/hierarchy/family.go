// Package hierarchy has the rules about hiera.yaml, the hierarchy, and the files and values that it hides.
package hierarchy

import (
	"embed"

	"github.com/hieralint/hieralint/internal/rule"
)

var family = &rule.Family{Title: "hiera.yaml and the hierarchy", Tag: "hierarchy", Docs: docs}

//go:embed *.txtar
var docs embed.FS
