package yaml

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// YAMLMissingDash reports elements of arrays of words that continue on another line.
var YAMLMissingDash = &rule.Rule{
	ID: "HL1015", Name: "yaml-missing-dash", Family: family, Severity: diagnostic.Warning,
	CheckFile: func(p *rule.FilePass) {
		for _, n := range p.FoldedElements() {
			if lines := wordLines(n); len(lines) > 1 && isListOfWords(n.Parent, n) {
				reportFolded(p, n, lines)
			}
		}
	},
}

// maxWord is the length above which a word is part of a key or certificate rather than a name.
const maxWord = 40

// wordLines returns the spans of the words of an element with one word on each of its lines, or nil.
func wordLines(n *data.Node) []source.Span {
	var words []source.Span
	start := n.Span.Start
	for line := range bytes.Lines(n.Doc.File.Slice(n.Span)) {
		word := bytes.TrimSpace(line)
		if len(word) == 0 || len(word) > maxWord || bytes.ContainsAny(word, " \t,;") {
			return nil
		}
		at := start + bytes.Index(line, word)
		words = append(words, source.Span{Start: at, End: at + len(word)})
		start += len(line)
	}
	return words
}

// isListOfWords reports whether a block sequence has other elements, each of them a single word.
func isListOfWords(list, but *data.Node) bool {
	if list.Doc.File.Text[list.Span.Start] == '[' || len(list.Children) < 2 {
		return false
	}
	return !slices.ContainsFunc(list.Children, func(n *data.Node) bool {
		return n != but && (n.Kind != data.Scalar || strings.ContainsAny(n.Text(), " \t\n"))
	})
}

func reportFolded(p *rule.FilePass, n *data.Node, words []source.Span) {
	second := words[1]
	d := diagnostic.Diagnostic{
		Span:    second,
		Message: "missing dash before `" + rule.Shown(string(n.Doc.File.Slice(second))) + "`",
		Detail:  "YAML joins the lines into one element, `" + rule.Shown(n.Text()) + "`",
		Help:    "write `- ` before it, aligned with the other dashes, or quote the element if it is meant to be one",
		Key:     rule.KeyPath(n),
	}
	if column := dashColumn(n); column >= 0 {
		var edits []diagnostic.TextEdit
		for _, word := range words[1:] {
			lineStart := bytes.LastIndexByte(n.Doc.File.Text[:word.Start], '\n') + 1
			edits = append(edits, diagnostic.TextEdit{File: n.Doc.File, Span: source.Span{Start: lineStart, End: word.Start}, New: strings.Repeat(" ", column) + "- "})
		}
		d.Fixes = []diagnostic.Fix{{Message: "split it into " + strconv.Itoa(len(words)) + " elements", Edits: edits}}
	}
	p.Report(d)
}

// dashColumn returns the number of spaces before the dash of an element, or -1 if there is other text.
func dashColumn(n *data.Node) int {
	text := n.Doc.File.Text[:n.Span.Start]
	before := text[bytes.LastIndexByte(text, '\n')+1:]
	indented := bytes.TrimRight(before, " ")
	if spaces, isElement := bytes.CutSuffix(indented, []byte("-")); isElement && len(bytes.Trim(spaces, " ")) == 0 {
		return len(spaces)
	}
	return -1
}
