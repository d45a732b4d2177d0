// Package interpolation has the rules about interpolation tokens in data.
package interpolation

import (
	"embed"

	"github.com/hieralint/hieralint/internal/rule"
)

var family = &rule.Family{Title: "Interpolation: %{…}", Tag: "interpolation", Docs: docs}

//go:embed *.txtar
var docs embed.FS
