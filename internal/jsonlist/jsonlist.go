// Package jsonlist writes JSON, above all documents that consist of long lists.
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

// Fill writes a document as JSON. Its first list, which must be empty, gets n elements.
func Fill(w io.Writer, document any, n int, element func(i int) any) error {
	w = visible.JSON(w)
	text, err := Encode("", "  ", document)
	if err != nil {
		return err
	}
	before, after, hasList := strings.Cut(text, "[]")
	if hasList && n > 0 {
		if _, err := io.WriteString(w, before+"["); err != nil {
			return err
		}
		line := before[strings.LastIndexByte(before, '\n')+1:]
		if err := Elements(w, line[:len(line)-len(strings.TrimLeft(line, " "))], "  ", n, element); err != nil {
			return err
		}
		text = "]" + after
	}
	_, err = io.WriteString(w, text+"\n")
	return err
}

// Elements writes the elements of a list between its brackets, one after the other, because all of them together may be
// very large. The line with the brackets starts with prefix.
func Elements(w io.Writer, prefix, indent string, n int, element func(i int) any) error {
	var b bytes.Buffer
	e := newEncoder(&b, prefix+indent, indent)
	for i := range n {
		b.WriteString("\n" + prefix + indent)
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
	_, err := io.WriteString(w, "\n"+prefix)
	return err
}

// Encode returns a value as JSON. All lines but the first start with prefix.
func Encode(prefix, indent string, v any) (string, error) {
	var b strings.Builder
	err := newEncoder(&b, prefix, indent).Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

func newEncoder(w io.Writer, prefix, indent string) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, indent)
	return e
}
