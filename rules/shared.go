package rules

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// reportProblem reports a problem of the data file with what d says about it. Puppet's own text, which people search for,
// becomes the detail where d has none.
func reportProblem(p *rule.FilePass, problem *data.Problem, d diagnostic.Diagnostic) {
	if d.Detail == "" && problem.Message != "" {
		d.Detail = "Puppet fails every lookup that reaches this file: `" + quoted(problem.Message) + "`"
		if readByCode(p) {
			d.Detail = "The function `" + p.File.Functions[0].Name + "` cannot read this file: `" + quoted(problem.Message) + "`"
		}
	}
	reportDocumentProblem(p.Pass, problem, d)
}

// reportDocumentProblem reports a problem of a document with what d says about it.
func reportDocumentProblem(p *rule.Pass, problem *data.Problem, d diagnostic.Diagnostic) {
	d.Span = problem.Span
	d.Key = keyPathOf(problem.Node)
	if d.Message == "" {
		d.Message = problem.Cause
	}
	if d.Help == "" {
		d.Help = problem.Help
	}
	if problem.Replacement != "" {
		d.Fixes = []diagnostic.Fix{{
			Message: "write `" + shown(problem.Replacement) + "`",
			Safe:    true,
			Edits:   []diagnostic.TextEdit{{File: p.Source(), Span: problem.Span, New: problem.Replacement}},
		}}
	}
	p.Report(d)
}

// lookupName names the key at the root under which n stands, for a message.
func lookupName(n *data.Node) string {
	path := n.Path()
	if len(path) == 0 {
		return "the key"
	}
	return "`" + shown(path[0]) + "`"
}

// failsLookups says which lookups fail for a value that Puppet refuses when it looks up the key at
// the root. Where no level reads the file other code may read it, which may have no such scruples.
func failsLookups(p *rule.FilePass, d *diagnostic.Diagnostic, n *data.Node) {
	lookups := "every lookup of " + lookupName(n)
	if path := n.Path(); len(path) > 0 && path[0] == rule.OptionsKey {
		lookups = everyLookup(p)
	}
	d.Detail = "Puppet fails " + lookups
	if len(p.File.Readers) == 0 {
		d.Severity = diagnostic.Warning
		d.Detail = "If Puppet reads this file, it fails " + lookups
	}
}

// readByCode tells whether only functions of the site read the file: it is not known what they make of
// keys.
func readByCode(p *rule.FilePass) bool { return len(p.File.Functions) > 0 }

// permits tells whether a function that may read the file may load objects of a Ruby class, which Puppet refuses.
func permits(p *rule.FilePass, class string) bool {
	return slices.ContainsFunc(p.File.Functions, func(f *project.DataFunction) bool { return f.Permits(class) })
}

// problems are those of the document that make a difference to what reads the file. Functions of the site may read what
// is no hash, and what their source permits.
func problems(p *rule.FilePass) []*data.Problem {
	if !readByCode(p) {
		return p.Doc().Problems
	}
	var problems []*data.Problem
	for _, problem := range p.Doc().Problems {
		switch problem.Code {
		case data.NotAHash, data.EmptyDocument, data.ExtraDocument:
		case data.ForbiddenClass:
			if !permits(p, strings.TrimPrefix(problem.Message, "Tried to load unspecified class: ")) {
				problems = append(problems, problem)
			}
		default:
			problems = append(problems, problem)
		}
	}
	return problems
}

// hasRootKey tells whether the data file has a key at its root. A file that Puppet cannot read has keys
// too, once an obvious mistake in it is mended.
func hasRootKey(p *rule.FilePass, name string) bool {
	root := p.Doc().Root
	for i := 0; root != nil && i+1 < len(root.Children); i += 2 {
		if rule.IsKey(root.Children[i], name) {
			return true
		}
	}
	return false
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
func firstLine(n *data.Node) source.Span { return firstLineOf(n.Doc.File, n.Span) }

// firstLineOf is the part of a span on its first line.
func firstLineOf(file *source.File, span source.Span) source.Span {
	if i := bytes.IndexAny(file.Slice(span), "\r\n"); i >= 0 {
		span.End = span.Start + i
	}
	return span
}
