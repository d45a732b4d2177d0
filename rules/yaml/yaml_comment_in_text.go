package yaml

import (
	"bytes"
	"math"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rule"
)

// YAMLCommentInText reports lines that look like comments, but that YAML joins with the other lines of a value.
var YAMLCommentInText = &rule.Rule{
	ID: "HL1026", Name: "yaml-comment-in-text", Family: family, Severity: diagnostic.Warning,
	Nodes: joinedComments,
	CheckNode: func(p *rule.FilePass, n *data.Node) {
		comments := commentsIn(n)
		d := diagnostic.Diagnostic{
			Span: comments[0], Key: rule.KeyPath(n),
			Message: "`#` does not start a comment in a quoted string",
			Detail:  "Puppet reads it as part of the value, and joins the lines with spaces",
			Help:    "move the comment above the value",
			Fixes:   []diagnostic.Fix{moveAbove(n, comments)},
		}
		if n.Style == data.Folded {
			d.Message = "`#` does not start a comment in a block scalar"
			d.Help += ", or write `|`, which keeps the lines, if it is part of the text"
		}
		p.Report(d)
	},
}

// joinedComments chooses the strings that contain a line that looks like a comment.
var joinedComments = &rule.Selector{Parts: rule.Strings, Choose: func(n *data.Node) bool {
	switch n.Style {
	case data.Folded, data.DoubleQuoted, data.SingleQuoted:
		return n.Doc.Format == data.YAML && !n.IsKey() && len(commentsIn(n)) > 0
	}
	return false
}}

// commentsIn returns the lines of a string that look like comments and that YAML joins with a line that does not.
func commentsIn(n *data.Node) []source.Span {
	if text := n.Doc.File.Slice(n.Span); bytes.IndexByte(text, '\n') < 0 || !bytes.Contains(text, []byte("# ")) {
		return nil
	}
	lines := linesOf(n)[1:]
	if n.Style == data.Folded {
		lines = joinedLines(n.Doc.File, lines)
	}
	isText := func(i int) bool {
		return i >= 0 && i < len(lines) && lines[i].text != "" && !isCommentLine(lines[i])
	}
	var comments []source.Span
	for start := 0; start < len(lines); start++ {
		end := start
		for end < len(lines) && isCommentLine(lines[end]) {
			end++
		}
		if end > start && (isText(start-1) || isText(end)) {
			comments = append(comments, lists.Map(lines[start:end], func(l line) source.Span { return l.span })...)
		}
		start = max(start, end-1)
	}
	return comments
}

// joinedLines returns the lines of a block scalar without the text of those that YAML does not join with others since they
// are indented further.
func joinedLines(file *source.File, lines []line) []line {
	column := func(l line) int { return file.Pos(l.span.Start).Column }
	indent := math.MaxInt
	for _, l := range lines {
		if l.text != "" {
			indent = min(indent, column(l))
		}
	}
	for i, l := range lines {
		if column(l) != indent {
			lines[i].text = ""
		}
	}
	return lines
}

// isCommentLine reports whether a line looks like a comment.
func isCommentLine(l line) bool { return strings.HasPrefix(l.text, "# ") }

// moveAbove returns the fix that moves lines of a string above the line that the string starts on.
func moveAbove(n *data.Node, lines []source.Span) diagnostic.Fix {
	file := n.Doc.File
	start := bytes.LastIndexByte(file.Text[:n.Span.Start], '\n') + 1
	indent := file.Text[start:n.Span.Start]
	indent = indent[:len(indent)-len(bytes.TrimLeft(indent, " "))]
	fix := diagnostic.Fix{Message: "move it above the value"}
	var moved strings.Builder
	for _, span := range lines {
		from := bytes.LastIndexByte(file.Text[:span.Start], '\n') + 1
		to := span.End + bytes.IndexByte(file.Text[span.End:], '\n') + 1
		moved.Write(indent)
		moved.Write(bytes.TrimLeft(file.Text[from:to], " \t"))
		fix.Edits = append(fix.Edits, diagnostic.TextEdit{File: file, Span: source.Span{Start: from, End: to}})
	}
	fix.Edits = append(fix.Edits, diagnostic.Insert(file, start, moved.String()))
	return fix
}
