// Package options has the rules about lookup_options and merges.
package options

import (
	"embed"

	"github.com/hieralint/hieralint/internal/rule"
)

var family = &rule.Family{Title: "Merging and lookup_options", Tag: "lookup-options", Docs: docs}

//go:embed *.txtar
var docs embed.FS
