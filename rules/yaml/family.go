// Package yaml has the rules about data files as such: their encoding, syntax, and scalars.
package yaml

import (
	"embed"

	"github.com/hieralint/hieralint/internal/rule"
)

var family = &rule.Family{Title: "Files and their syntax", Tag: "yaml", Docs: docs}

//go:embed *.txtar
var docs embed.FS
