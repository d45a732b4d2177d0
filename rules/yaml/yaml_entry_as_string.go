package yaml

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/rule"
)

// YAMLEntryAsString reports entries of hashes that YAML reads as a string, because there is no space after the colon, or an equals
// sign in its place.
var YAMLEntryAsString = &rule.Rule{
	ID: "HL1020", Name: "yaml-entry-as-string", Family: family, Severity: diagnostic.Warning,
	Nodes: folded,
	CheckNode: func(p *rule.FilePass, n *data.Node) {
		if n.Parent.Kind != data.Mapping || !startsBelowKey(n) {
			return
		}
		lines, isAmongHashes := linesOf(n), isAmong(n, data.Mapping)
		if len(lines) > 1 && areAll(lines, spacedEquals().MatchString) {
			p.Report(diagnostic.Diagnostic{
				Span: lines[0].span, Key: rule.KeyPath(n),
				Message: "equals sign in place of a colon in `" + rule.Shown(lines[0].text) + "`",
				Detail:  "The value is a string: YAML joins its lines with spaces",
				Help:    "write `key: value` on each line for a hash, or `|` after the key above for a string of several lines",
			})
			return
		}
		if areAll(lines, quotedAfterColon().MatchString) || isAmongHashes && areAll(lines, wordAfterKey().MatchString) {
			reportEntries(p, n, lines, isAmongHashes)
		}
	},
}

var (
	// spacedEquals matches assignments. Several of them without spaces may be the options of a program.
	spacedEquals     = lazyregexp.New(`^[A-Za-z_][\w.-]* += +\S`)
	quotedAfterColon = lazyregexp.New(`^[A-Za-z_][\w.-]*:(?:'[^']*'|"[^"]*")$`)
	// wordAfterKey does not match URLs and names of classes.
	wordAfterKey = lazyregexp.New(`^[A-Za-z_][\w.-]*(?:=(?:'[^']*'|"[^"]*"|[^\s'"=,]+)|:[^\s'":/,][^\s'":,]*)$`)
)

func areAll(lines []line, matches func(string) bool) bool {
	return !slices.ContainsFunc(lines, func(l line) bool { return !matches(l.text) })
}

// reportEntries reports a string whose lines are entries of a hash.
func reportEntries(p *rule.FilePass, n *data.Node, lines []line, isAmongHashes bool) {
	d := diagnostic.Diagnostic{
		Span: lines[0].span, Key: rule.KeyPath(n),
		Message: "missing space after the colon in `" + rule.Shown(lines[0].text) + "`",
		Detail:  "The value is the string `" + rule.Shown(n.Text()) + "`",
		Help:    "write it as an entry of a hash, or on the line of its key if it is meant to be a string",
	}
	if isAmongHashes {
		d.Detail = "This is a string, but the other values are hashes"
	}
	var edits []diagnostic.TextEdit
	for i, l := range lines {
		at := strings.IndexAny(l.text, ":=")
		if i == 0 && l.text[at] == '=' {
			d.Message = "equals sign in place of a colon in `" + rule.Shown(l.text) + "`"
		}
		sign := source.Span{Start: l.span.Start + at, End: l.span.Start + at + 1}
		edits = append(edits, diagnostic.TextEdit{File: p.Source(), Span: sign, New: ": "})
	}
	d.Fixes = []diagnostic.Fix{{Message: "write a colon and a space after the key", Edits: edits}}
	p.Report(d)
}
