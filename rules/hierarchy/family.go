// Package hierarchy has the rules about hiera.yaml, the hierarchy, and unreachable files and values.
package hierarchy

import (
	"embed"

	"github.com/hieralint/hieralint/internal/rule"
)

var family = &rule.Family{Title: "hiera.yaml and the hierarchy", Tag: "hierarchy", Docs: docs}

//go:embed *.txtar
var docs embed.FS
