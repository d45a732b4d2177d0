package data_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/mistake"
)

// TestMistakes records the problems reported for each mistake and their positions.
func TestMistakes(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	for _, tt := range data.Mistakes {
		report(t, &b, tt.Name, tt.Text, data.YAML)
	}
	golden.Check(t, "mistakes", b.Bytes())
	b.Reset()
	for _, tt := range data.JSONMistakes {
		report(t, &b, tt.Name, tt.Text, data.JSON)
	}
	golden.Check(t, "mistakes-json", b.Bytes())
}

func report(t *testing.T, b *bytes.Buffer, name, text string, format data.Format) {
	t.Helper()
	doc := data.Parse(source.New("f", []byte(text)), format)
	data.CheckPlaces(t, doc)
	fmt.Fprintf(b, "== %s\n", name)
	for _, p := range doc.Problems {
		underline(b, doc.File, p.Span, '^')
		cause, help := mistake.InDocument(p)
		fmt.Fprintf(b, "   %s\n", cause)
		if help != "" {
			fmt.Fprintf(b, "   help: %s\n", help)
		}
		if p.Related != (source.Span{}) {
			underline(b, doc.File, p.Related, '-')
		}
		if p.Message != "" {
			verdict := "says"
			if p == doc.Err {
				verdict = "refuses the file"
			}
			fmt.Fprintf(b, "   Puppet %s: %s\n", verdict, strings.ReplaceAll(p.Message, "\n", "\\n"))
		} else if p == doc.Err {
			fmt.Fprintf(b, "   refused\n")
		}
	}
	switch {
	case doc.Err == nil:
		fmt.Fprintf(b, "   value: %s\n", data.Shown(doc.Value))
	case doc.Root != nil && doc.Err.Code == data.UnquotedToken:
		fmt.Fprintf(b, "   repaired: %s\n", data.Shown(doc.Root.Value))
	}
	b.WriteByte('\n')
}

// underline prints the line of a span and marks the span below it.
func underline(b *bytes.Buffer, file *source.File, span source.Span, mark rune) {
	r := file.Range(span)
	line := file.Line(r.Start.Line)
	printable := func(s source.Span) string {
		return strings.NewReplacer("\t", "→", "\uFEFF", "␣").Replace(strings.ToValidUTF8(strings.Map(func(c rune) rune {
			if c < ' ' && c != '\t' {
				return '�'
			}
			return c
		}, string(file.Slice(s))), "�"))
	}
	before := printable(source.Span{Start: line.Start, End: span.Start})
	marked := printable(source.Span{Start: span.Start, End: min(span.End, max(line.End, span.Start))})
	fmt.Fprintf(b, "%s\n%s%s\n", printable(line), strings.Repeat(" ", len([]rune(before))), strings.Repeat(string(mark), max(1, len([]rune(marked)))))
}
