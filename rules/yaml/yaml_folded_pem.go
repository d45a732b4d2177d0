package yaml

import (
	"bytes"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// YAMLFoldedPEM reports certificates and keys in PEM format whose lines YAML joins, or that have no last line.
var YAMLFoldedPEM = &rule.Rule{
	ID: "HL1021", Name: "yaml-folded-pem", Family: family, Severity: diagnostic.Warning,
	Selectors: []*rule.Selector{folded, blocksInPEM},
	CheckFile: func(p *rule.FilePass) {
		for _, n := range p.Selected(blocksInPEM) {
			if found := foldedPEM().FindStringSubmatch(n.Value.Text()); found != nil && n.Style == data.Folded {
				p.Report(diagnostic.Diagnostic{
					Severity: diagnostic.Note, Span: rule.FirstLine(n), Key: rule.KeyPath(n),
					Message: "`>` joins the lines of the " + rule.Shown(lowerLabel(found[1])),
					Detail:  "OpenSSL needs the line breaks, although some programs accept spaces instead", Help: "write `|`, which keeps the lines",
					Fixes: []diagnostic.Fix{edit.Write(p.Source(), source.Span{Start: n.Span.Start, End: n.Span.Start + 1}, "|")},
				})
			} else if label, isOpen := openBlock(n.Value.Text()); isOpen {
				p.Report(diagnostic.Diagnostic{
					Span: rule.FirstLine(n), Message: "no line `-----END " + rule.Shown(label) + "-----` after the " + rule.Shown(lowerLabel(label)),
					Detail: "OpenSSL and most other programs find nothing in such a value", Help: "restore the end of the value", Key: rule.KeyPath(n),
				})
			}
		}
		for _, n := range p.Selected(folded) {
			found := foldedPEM().FindStringSubmatch(n.Value.Text())
			if found == nil {
				continue
			}
			d := diagnostic.Diagnostic{
				Span: rule.FirstLine(n), Message: "missing `|` before the " + rule.Shown(lowerLabel(found[1])),
				Detail: "YAML joins the lines with spaces, but OpenSSL needs the line breaks", Help: "write `|` after the colon or dash", Key: rule.KeyPath(n),
			}
			if at, ok := literalStart(n); ok {
				d.Fixes = []diagnostic.Fix{{Message: "write `|` after the colon", Edits: []diagnostic.TextEdit{diagnostic.Insert(p.Source(), at, " |")}}}
			}
			p.Report(d)
		}
	},
}

// blocksInPEM chooses strings with a block in PEM format.
var blocksInPEM = &rule.Selector{Parts: rule.Strings, Choose: func(n *data.Node) bool {
	return !n.IsKey() && strings.Contains(n.Value.Text(), beginPEM)
}}

const beginPEM, endPEM = "-----BEGIN ", "-----END "

// base64Line matches a line of a block in PEM format.
var base64Line = lazyregexp.New(`(?m)^[ \t]*[A-Za-z0-9+/]{20,}=*[ \t]*$`)

// openBlock returns the label of the last block of a string in PEM format if its last line is missing or has another label.
func openBlock(text string) (label string, isOpen bool) {
	rest := text[strings.LastIndex(text, beginPEM)+len(beginPEM):]
	label, rest, ok := strings.Cut(rest, "-----")
	if !ok || strings.ContainsAny(label, "\n%") || strings.Contains(rest, "%{") || !base64Line().MatchString(rest) {
		return "", false
	}
	return label, !strings.Contains(rest, endPEM+label+"-----")
}

// foldedPEM matches a block in PEM format whose lines are separated by spaces.
var foldedPEM = lazyregexp.New(`^-----BEGIN ([A-Z0-9 ]+)----- (?:[A-Za-z0-9+/=]{20,} )+-----END [A-Z0-9 ]+-----`)

// lowerLabel returns the label of a block in words.
func lowerLabel(label string) string {
	switch label {
	case "CERTIFICATE":
		return "certificate"
	case "PUBLIC KEY":
		return "public key"
	}
	return "block `" + label + "`"
}

// literalStart returns the position after the colon of the key of a string that starts on the next line, if all lines
// of the string are indented alike.
func literalStart(n *data.Node) (at int, ok bool) {
	if n.Counterpart() == nil || !startsBelowKey(n) {
		return 0, false
	}
	for i, l := range linesOf(n) {
		if i > 0 && n.Doc.File.Pos(l.span.Start).Column != n.Position().Column {
			return 0, false
		}
	}
	between := n.Doc.File.Slice(source.Span{Start: n.Counterpart().Span.End, End: n.Span.Start})
	colon := bytes.IndexByte(between, ':')
	if colon < 0 || len(bytes.TrimSpace(between)) != 1 {
		return 0, false
	}
	return n.Counterpart().Span.End + colon + 1, true
}
