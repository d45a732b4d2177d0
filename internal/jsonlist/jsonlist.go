// Package jsonlist writes lists as JSON, in the form that all commands that list something share.
package jsonlist

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/hieralint/hieralint/internal/visible"
)

// Writer returns a function that writes lists as JSON under a name, with the version of the format.
func Writer[T any](name string) func(io.Writer, []T) error {
	return func(w io.Writer, all []T) error { return Write(w, name, all) }
}

// Write writes a list as JSON under a name, with the version of the format. Elements are written one after the
// other, because all of them together may be very large.
func Write[T any](w io.Writer, name string, all []T) error {
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
