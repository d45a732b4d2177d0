// Package binding has the rules about what code does with data: keys, classes and their parameters.
package binding

import (
	"embed"

	"github.com/hieralint/hieralint/internal/rule"
)

var family = &rule.Family{Title: "Keys, classes and lookups", Tag: "keys", Docs: docs}

//go:embed *.txtar
var docs embed.FS
