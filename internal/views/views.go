// Package views presents what a project consists of: its environments, nodes, and keys, each as
// text and as JSON, and the overview in reports.
//
// It only presents: package nodes determines the nodes, package usage what reads a key, and package
// report the form of an overview.
package views

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

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

// writeJSON writes a list as JSON under a name, with the version of the format. Elements are written one after the
// other, because all of them together may be very large.
func writeJSON[T any](w io.Writer, name string, all []T) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("    ", "  ")
	out := visible.JSON(w)
	before := fmt.Sprintf("{\n  %q: [", name)
	for i := range all {
		b.WriteString(before + "\n    ")
		if err := e.Encode(all[i]); err != nil {
			return err
		}
		if _, err := out.Write(bytes.TrimSuffix(b.Bytes(), []byte("\n"))); err != nil {
			return err
		}
		b.Reset()
		before = ","
	}
	end := "\n  ],\n  \"version\": 1\n}\n"
	if len(all) == 0 {
		end = before + strings.TrimLeft(end, "\n ")
	}
	_, err := io.WriteString(out, end)
	return err
}
