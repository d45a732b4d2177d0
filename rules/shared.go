package rules

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// reportProblem reports a problem of the document with what d says about it. Puppet's own text,
// which people search for, becomes the detail where d has none.
func (p *Pass) reportProblem(problem *data.Problem, d Diagnostic) {
	d.Span = problem.Span
	d.Key = keyPathOf(problem.Node)
	if d.Message == "" {
		d.Message = problem.Cause
	}
	if d.Help == "" {
		d.Help = problem.Help
	}
	if problem.Replacement != "" {
		d.Fixes = []Fix{{
			Message: "write `" + shown(problem.Replacement) + "`",
			Safe:    true,
			Edits:   []TextEdit{{File: p.source(), Span: problem.Span, New: problem.Replacement}},
		}}
	}
	if d.Detail == "" && problem.Message != "" {
		d.Detail = "Puppet fails every lookup that reaches this file: `" + quoted(problem.Message) + "`"
	}
	p.Report(d)
}

// lookupName names the key at the root under which n stands, for a message.
func (p *Pass) lookupName(n *data.Node) string {
	path := n.Path()
	if len(path) == 0 {
		return "the key"
	}
	return "`" + shown(path[0]) + "`"
}

// keyPath is the path of keys to n, as a Diagnostic has it.
func keyPath(n *data.Node) string { return strings.Join(n.Path(), ".") }

// keyPathOf is keyPath for a node that may be missing.
func keyPathOf(n *data.Node) string {
	if n == nil {
		return ""
	}
	return keyPath(n)
}

// shownLength is the number of characters after which data is cut off in a message.
const shownLength = 60

// shown is data of the user on one line of bounded length, for a message.
func shown(text string) string {
	text = quoted(text)
	if utf8.RuneCountInString(text) <= shownLength {
		return text
	}
	return string([]rune(text)[:shownLength]) + "…"
}

// quoted is a text of Puppet, whole, since people search for it, but on one line.
func quoted(text string) string { return strings.ReplaceAll(oneLine(text), "`", "'") }

// kindOf names the kind of a value in a sentence.
func kindOf(v *data.Value) string {
	if v == nil {
		return "something else"
	}
	switch v.Kind() {
	case data.Undef:
		return "nothing"
	case data.Boolean:
		return "a boolean"
	case data.Integer, data.Float:
		return "a number"
	case data.String:
		return "a text"
	case data.Symbol:
		return "a symbol"
	case data.Array:
		return "a list"
	case data.Hash:
		return "a hash"
	default:
		return "something else"
	}
}

// firstLine is the part of n on its first line: reports underline a line, not a block.
func firstLine(n *data.Node) source.Span {
	span := n.Span
	if i := bytes.IndexAny(n.Doc.File.Slice(span), "\r\n"); i >= 0 {
		span.End = span.Start + i
	}
	return span
}
