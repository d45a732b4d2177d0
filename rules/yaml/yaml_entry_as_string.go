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

// YAMLEntryAsString reports entries of hashes that YAML reads as a string, because there is no colon, no space after it,
// or an equals sign in its place.
var YAMLEntryAsString = &rule.Rule{
	ID: "HL1020", Name: "yaml-entry-as-string", Family: family, Severity: diagnostic.Warning,
	Selectors: []*rule.Selector{folded},
	CheckFile: func(p *rule.FilePass) {
		for _, n := range p.Selected(folded) {
			if n.Parent.Kind != data.Mapping || !startsBelowKey(n) {
				continue
			}
			lines := linesOf(n)
			switch isAmongHashes := isAmong(n, data.Mapping); {
			case areAll(lines, quotedAfterColon().MatchString), isAmongHashes && areAll(lines, wordAfterKey().MatchString):
				reportEntries(p, n, lines, isAmongHashes)
			case areAll(lines, func(text string) bool { return isEntryBeside(n, text) }):
				reportMissingColon(p, n, lines)
			}
		}
	},
}

var (
	quotedAfterColon = lazyregexp.New(`^[A-Za-z_][\w.-]*:(?:'[^']*'|"[^"]*")$`)
	// wordAfterKey does not match URLs and names of classes.
	wordAfterKey = lazyregexp.New(`^[A-Za-z_][\w.-]*(?:=(?:'[^']*'|"[^"]*"|[^\s'"=,]+)|:[^\s'":/,][^\s'":,]*)$`)
)

// keyAndValue matches a key and a value without a colon. A value of several words is in the second group.
var keyAndValue = lazyregexp.New(`^([A-Za-z_][\w.-]*)[ \t]+(?:'[^']*'|"[^"]*"|[^\s'"]+|(\S.*))$`)

func areAll(lines []line, matches func(string) bool) bool {
	return !slices.ContainsFunc(lines, func(l line) bool { return !matches(l.text) })
}

// reportEntries reports a string whose lines are entries of a hash.
func reportEntries(p *rule.FilePass, n *data.Node, lines []line, isAmongHashes bool) {
	d := diagnostic.Diagnostic{
		Span: lines[0].span, Key: rule.KeyPath(n),
		Message: "missing space after the colon in `" + rule.Shown(lines[0].text) + "`",
		Detail:  "The value is the string `" + rule.Shown(n.Text()) + "`",
		Help:    "write it as an entry of a hash, or beside its key if it is meant to be a string",
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

// maxBeside is the maximum number of entries of a hash that are compared with a value beside them.
const maxBeside = 100

// isEntryBeside reports whether a line starts with a key of a hash beside a value: of the value of the same key in a
// neighboring hash or, if the line does not look like a sentence, of another value of the same hash.
func isEntryBeside(n *data.Node, line string) bool {
	hash, key := n.Parent, n.Counterpart()
	parts := keyAndValue().FindStringSubmatch(line)
	if parts == nil || key.Kind != data.Scalar || hash.Parent == nil {
		return false // at the root, values have nothing in common
	}
	word, isSentence := parts[1], parts[2] != ""
	hasWord := func(v *data.Node) bool {
		return v.Kind == data.Mapping && isAnyEntry(v, func(k, _ *data.Node) bool { return isText(k, word) })
	}
	if !isSentence && isAnyEntry(hash, func(_, v *data.Node) bool { return hasWord(v) }) {
		return true
	}
	return hash.Parent.Kind == data.Mapping && isAnyEntry(hash.Parent, func(_, other *data.Node) bool {
		return other.Kind == data.Mapping && isAnyEntry(other, func(k, v *data.Node) bool { return isText(k, key.Text()) && hasWord(v) })
	})
}

// isAnyEntry reports whether f is true for one of the first entries of a hash.
func isAnyEntry(hash *data.Node, f func(key, value *data.Node) bool) bool {
	n := 0
	for k, v := range hash.Entries() {
		if n++; n > maxBeside {
			break
		}
		if f(k, v) {
			return true
		}
	}
	return false
}

func isText(n *data.Node, text string) bool { return n.Kind == data.Scalar && n.Text() == text }

// reportMissingColon reports a string whose lines are entries of a hash without colons.
func reportMissingColon(p *rule.FilePass, n *data.Node, lines []line) {
	word := keyAndValue().FindStringSubmatch(lines[0].text)[1]
	d := diagnostic.Diagnostic{
		Span: lines[0].span, Key: rule.KeyPath(n),
		Message: "missing colon after `" + rule.Shown(word) + "`",
		Detail:  "This is a string, but `" + rule.Shown(word) + "` is a key of a hash beside it",
		Help:    "write a colon after the key, or write the value beside its key if it is meant to be a string",
	}
	fix := diagnostic.Fix{Message: "write a colon after the key"}
	for _, l := range lines {
		end := l.span.Start + len(keyAndValue().FindStringSubmatch(l.text)[1])
		fix.Edits = append(fix.Edits, diagnostic.Insert(p.Source(), end, ":"))
	}
	d.Fixes = []diagnostic.Fix{fix}
	p.Report(d)
}
