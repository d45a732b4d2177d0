// Package valuetext writes values on one line: in the notation of the Puppet language, as JSON, and
// in a short form without secrets.
package valuetext

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/tagged"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/secret"
)

// MaxLiteral is the maximum length of a value on a line.
const MaxLiteral = 300

// OrNone returns a value in the notation of the Puppet language, or "no value" for nil. Long texts are shortened.
func OrNone(v *data.Value) string {
	if v == nil {
		return "no value"
	}
	return Shorten(Literal(v))
}

// Shorten returns the start of a text of more than MaxLiteral characters, with the number of the others.
func Shorten(text string) string {
	if runes := []rune(text); len(runes) > MaxLiteral {
		return string(runes[:MaxLiteral]) + fmt.Sprintf("… (%d more characters)", len(runes)-MaxLiteral)
	}
	return text
}

// quoted returns a string in quotes. Encrypted text says nothing, and is left out.
func quoted(text string) string {
	if !eyaml.IsEncrypted(text) {
		return fmt.Sprintf("%q", text)
	}
	blocks := eyaml.Blocks(text)
	if len(blocks) == 1 && strings.TrimSpace(text[:blocks[0].Span.Start]+text[blocks[0].Span.End:]) == "" {
		return secret.IsEncrypted.String()
	}
	var b strings.Builder
	end := 0
	for _, block := range blocks {
		b.WriteString(text[end:block.Span.Start] + "ENC[…]")
		end = block.Span.End
	}
	return fmt.Sprintf("%q", b.String()+text[end:])
}

// Literal returns a value in the notation of the Puppet language, with unknown parts as they are written,
// and the reason instead of withheld parts.
func Literal(v *data.Value) string {
	if w, ok := secret.AsWithheld(v); ok {
		return w.String()
	}
	if u, ok := outcome.AsUnknown(v); ok {
		if u.Node != nil && u.Node.IsKey() && u.Node.Parent.Value != nil {
			return Literal(u.Node.Parent.Value) // the hash
		}
		if u.Node != nil && u.Node.Kind == data.Scalar {
			return quoted(u.Node.Text())
		}
		return "unknown (" + u.String() + ")"
	}
	switch v.Kind() {
	case data.String:
		return quoted(v.Text())
	case data.Undef:
		return "undef"
	case data.Array:
		return "[" + strings.Join(lists.Map(v.Items(), Literal), ", ") + "]"
	case data.Hash:
		entries := lists.Map(v.Entries(), func(e data.Entry) string { return Literal(e.Key) + " => " + Literal(e.Value) })
		return "{" + strings.Join(entries, ", ") + "}"
	}
	return rubytext.ToS(v)
}

// JSON returns a value with its type, in the format of batch lookups; nil if there is none.
func JSON(v *data.Value) json.RawMessage {
	if v == nil {
		return nil
	}
	return tagged.Append(nil, Written(v))
}

// Written replaces the unknown parts of a value by the strings as written, and the withheld parts by the reason.
func Written(v *data.Value) *data.Value {
	if w, ok := secret.AsWithheld(v); ok {
		return data.NewString(w.String())
	}
	if u, ok := outcome.AsUnknown(v); ok {
		if u.Node != nil && u.Node.IsKey() && u.Node.Parent.Value != nil {
			return u.Node.Parent.Value // the hash
		}
		text := u.String()
		if u.Node != nil && u.Node.Kind == data.Scalar {
			text = u.Node.Text()
		}
		return data.NewString(text)
	}
	if !v.HasUnknown() {
		return v
	}
	return v.Map(Written)
}
