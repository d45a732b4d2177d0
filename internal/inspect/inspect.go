// Package inspect shows what a tree is made of: `hieralint environments`, `hieralint nodes` and `hieralint keys`, as text for people and as JSON for
// programs. It judges nothing; what nodes there are is the business of package nodes, what reads a key that
// of package usage.
package inspect

import (
	"encoding/json"
	"io"
)

// writeJSON writes a list for programs, under a name and with the version of its form.
func writeJSON(w io.Writer, name string, all any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(map[string]any{"version": 1, name: all})
}
