// Package views presents what a project consists of: its environments, nodes, and keys, each as
// text and as JSON, and the overview in reports.
//
// It only presents: package nodes determines the nodes, package usage what reads a key, and package
// report the form of an overview.
package views

import (
	"encoding/json"
	"io"

	"github.com/hieralint/hieralint/internal/visible"
)

// writeText writes lines of text whose parts are escaped.
func writeText(w io.Writer, lines string) error {
	_, err := io.WriteString(w, visible.Lines(lines))
	return err
}

// JSON returns a function that writes lists as JSON under a name, with the version of the format.
func JSON[T any](name string) func(io.Writer, []T) error {
	return func(w io.Writer, all []T) error { return writeJSON(w, name, all) }
}

// writeJSON writes a list as JSON under a name, with the version of the format.
func writeJSON(w io.Writer, name string, all any) error {
	e := json.NewEncoder(visible.JSON(w))
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(map[string]any{"version": 1, name: all})
}
