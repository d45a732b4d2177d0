// Package binding has the rules about how code uses data: keys, classes, and class parameters.
package binding

import (
	"embed"

	"github.com/hieralint/hieralint/internal/rule"
)

var family = &rule.Family{Title: "Keys, classes, and lookups", Tag: "keys", Docs: docs}

//go:embed *.txtar
var docs embed.FS
