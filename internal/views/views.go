// Package views shows what a project is made of: its environments, nodes and keys, each as text for people and as JSON
// for programs, and the overview that reports have.
//
// It judges nothing: which nodes there are is the business of package nodes, what reads a key that of package usage,
// how an overview looks that of package report.
package views

import (
	"encoding/json"
	"io"

	"github.com/hieralint/hieralint/internal/visible"
)

// writeText writes lines for people, whose parts are visible.
func writeText(w io.Writer, lines string) error {
	_, err := io.WriteString(w, visible.Lines(lines))
	return err
}

// writeJSON writes a list for programs, under a name and with the version of its form.
func writeJSON(w io.Writer, name string, all any) error {
	e := json.NewEncoder(visible.JSON(w))
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(map[string]any{"version": 1, name: all})
}
