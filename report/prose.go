package report

import (
	"fmt"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/visible"
)

// sentences returns the message, detail, and help of a finding.
func sentences(d *diagnostic.Diagnostic) []string {
	all := []string{sentence(d.Message)}
	if d.Detail != "" {
		all = append(all, sentence(d.Detail))
	}
	if d.Help != "" {
		all = append(all, sentence(d.Help))
	}
	return all
}

// place returns the start of a span in a file with that name, in the format of editors and grep.
func place(name string, file *source.File, span source.Span) string {
	at := file.Pos(span.Start)
	return fmt.Sprintf("%s:%d:%d", visible.Start(name), at.Line, at.Column)
}

// lines returns the first and last lines of a span. A span that ends with a line break does not
// include the next line.
func lines(file *source.File, span source.Span) (first, last int) {
	first = file.Pos(span.Start).Line
	if span.Len() == 0 {
		return first, first
	}
	return first, file.Pos(span.End - 1).Line
}

// fixLabels precede the first fix of a finding and its alternatives.
var fixLabels = [...]string{"fix:", "or:"}
