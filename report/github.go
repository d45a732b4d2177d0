package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/visible"
)

// GitHub writes workflow commands, which GitHub Actions turns into annotations in the diff of a
// pull request and on the page of the run. The log shows only the message of a command, so the
// message includes the position.
//
// The runner (actions/runner, ActionCommandManager and ExecutionContext.AddIssue) keeps the first
// ten commands of each level in a step as annotations. All of them remain in the log, as the last
// line says.
func GitHub(w io.Writer, r *Report, o Options) error {
	b := bufio.NewWriter(w)
	most := 0
	counts := map[diagnostic.Severity]int{}
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		counts[d.Severity]++
		most = max(most, counts[d.Severity])
		r.workflowCommand(b, d, o)
	}
	p := &printer{w: b, canFix: o.CanFix}
	p.summary(&r.Summary)
	if most > annotationsPerStep {
		fmt.Fprintf(b, "GitHub shows the first %d errors, warnings and notices of a step as annotations; all findings are in this log.\n", annotationsPerStep)
	}
	return b.Flush()
}

// annotationsPerStep is the number of annotations of each level that GitHub keeps.
const annotationsPerStep = 10

// maxAnnotated is the maximum number of related places in an annotation.
const maxAnnotated = 10

func (r *Report) workflowCommand(w io.Writer, d *diagnostic.Diagnostic, o Options) {
	path := r.pathInRepository(d.File.Path, o)
	first, last := lines(d.File, d.Span)
	properties := []string{"file=" + fileProperty(path), fmt.Sprintf("line=%d", first), fmt.Sprintf("endLine=%d", last)}
	if at := d.File.Range(d.Span); at.Start.Line == at.End.Line {
		// The runner drops the columns of annotations that span several lines.
		properties = append(properties, fmt.Sprintf("col=%d", at.Start.Column), fmt.Sprintf("endColumn=%d", at.End.Column))
	}
	properties = append(properties, "title="+commandProperty.Replace(d.Rule.Name))

	text := sentences(d)
	if d.Help != "" && followsHelp(d) {
		text = text[:len(text)-1]
	}
	text[0] = place(path, d.File, d.Span) + ": " + d.Message
	for i := range d.Related {
		if i == maxAnnotated {
			text = append(text, fmt.Sprintf("and %d more places", len(d.Related)-i))
			break
		}
		related := &d.Related[i]
		text = append(text, place(r.pathInRepository(related.File.Path, o), related.File, related.Span)+": "+related.Message)
	}
	for i, fix := range d.Fixes {
		text = append(text, fixLabels[min(i, 1)]+" "+fix.Message)
	}
	text = append(text, d.Rule.URL)
	fmt.Fprintf(w, "::%s %s::%s\n", githubLevel(d.Severity), strings.Join(properties, ","), commandText.Replace(strings.Join(text, "\n")))
}

// fileProperty returns a path whose line breaks are escaped for the runner, so that it finds the
// file.
func fileProperty(path string) string {
	var b strings.Builder
	for _, part := range strings.SplitAfter(path, "\n") {
		text := strings.TrimRight(part, "\r\n")
		b.WriteString(visible.Text(text) + part[len(text):])
	}
	return commandProperty.Replace(b.String())
}

func githubLevel(s diagnostic.Severity) string {
	if s == diagnostic.Note {
		return "notice"
	}
	return s.String()
}

// The characters that would end a workflow command or one of its properties (actions/toolkit,
// core/src/command.ts).
var (
	commandText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
