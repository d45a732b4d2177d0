// Package jsonlist writes documents as JSON that consist of one long list.
package jsonlist

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"github.com/hieralint/hieralint/internal/visible"
)

// Writer returns a function that writes lists as JSON under a name, with the version of the format.
func Writer[T any](name string) func(io.Writer, []T) error {
	return func(w io.Writer, all []T) error { return Write(w, name, all) }
}

// Write writes a list as JSON under a name, with the version of the format, in the form that all commands
// that list something share.
func Write[T any](w io.Writer, name string, all []T) error {
	return Fill(w, map[string]any{name: []T{}, "version": 1}, len(all), func(i int) any { return all[i] })
}

// Fill writes a document as JSON. Its first list, which must be empty, gets n elements. They are written
// one after the other, because all of them together may be very large.
func Fill(w io.Writer, document any, n int, element func(i int) any) error {
	w = visible.JSON(w)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(document); err != nil {
		return err
	}
	if n > 0 {
		before, after, _ := strings.Cut(b.String(), "[]")
		line := before[strings.LastIndexByte(before, '\n')+1:]
		margin := line[:len(line)-len(strings.TrimLeft(line, " "))]
		e.SetIndent(margin+"  ", "  ")
		b.Reset()
		b.WriteString(before + "[")
		for i := range n {
			b.WriteString("\n  " + margin)
			if err := e.Encode(element(i)); err != nil {
				return err
			}
			b.Truncate(b.Len() - 1) // the encoder ends the line
			if i < n-1 {
				b.WriteByte(',')
			}
			if _, err := b.WriteTo(w); err != nil {
				return err
			}
		}
		b.WriteString("\n" + margin + "]" + after)
	}
	_, err := b.WriteTo(w)
	return err
}
