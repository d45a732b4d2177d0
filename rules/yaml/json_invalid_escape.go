package yaml

import (
	"bytes"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// JSONInvalidEscape reports strings in JSON with a backslash that starts no escape sequence.
var JSONInvalidEscape = &rule.Rule{
	ID: "HL1024", Name: "json-invalid-escape", Family: family, Severity: diagnostic.Warning,
	Nodes:     invalidEscapes,
	CheckNode: reportEscapes,
}

// invalidEscapes chooses the strings of JSON with such a backslash.
var invalidEscapes = &rule.Selector{Parts: rule.Strings, Choose: func(n *data.Node) bool {
	return n.Doc.Format == data.JSON && nextInvalidEscape(n.Doc.File.Slice(n.Span), 0) >= 0
}}

// nextInvalidEscape returns the position of the first backslash from position at on that starts no escape sequence, or -1.
func nextInvalidEscape(text []byte, at int) int {
	for at < len(text)-1 {
		i := bytes.IndexByte(text[at:len(text)-1], '\\')
		if i < 0 {
			break
		}
		at += i
		if bytes.IndexByte([]byte(`"\/bfnrtu`), text[at+1]) < 0 {
			return at
		}
		at += len(`\n`)
	}
	return -1
}

func reportEscapes(p *rule.FilePass, n *data.Node) {
	text := p.Source().Slice(n.Span)
	first := nextInvalidEscape(text, 0)
	start := n.Span.Start + first
	_, size := utf8.DecodeRune(text[first+1:])
	sequence := string(text[first : first+1+size])
	d := diagnostic.Diagnostic{
		Span: source.Span{Start: start, End: start + len(sequence)}, Key: rule.KeyPath(n),
		Message: "`" + rule.Shown(sequence) + "` is not an escape sequence of JSON",
		Detail:  "Puppet silently drops the backslash and reads `" + rule.Shown(n.Text()) + "`",
		Help:    "write `\\\\` for a backslash, or remove it",
	}
	fix := diagnostic.Fix{Message: "write `\\\\`"}
	for at := first; at >= 0; at = nextInvalidEscape(text, at+1) {
		fix.Edits = append(fix.Edits, diagnostic.Insert(p.Source(), n.Span.Start+at, `\`))
	}
	if len(fix.Edits) <= diagnostic.MaxEdits {
		d.Fixes = []diagnostic.Fix{fix}
	}
	p.Report(d)
}
