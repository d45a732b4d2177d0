package yaml

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// MisspelledBoolean reports unquoted strings that are almost booleans.
var MisspelledBoolean = &rule.Rule{
	ID: "HL1017", Name: "misspelled-boolean", Family: family, Severity: diagnostic.Warning, Reach: rule.OtherValues,
	Nodes: booleans,
	CheckNode: func(p *rule.FilePass, n *data.Node) {
		meant, isSure := booleanMeant(n.Text())
		if meant == "" || !isSure && !isBooleanElsewhere(p.Site, n) {
			return
		}
		p.Report(diagnostic.Diagnostic{
			Span: n.Span, Message: "`" + rule.Shown(n.Text()) + "` is a string, not a boolean", Detail: "In Puppet code, every string counts as true",
			Help: "did you mean `" + meant + "`? Quote the value if it is meant to be a string", Key: rule.KeyPath(n),
			Fixes: []diagnostic.Fix{edit.Write(p.Source(), n.Span, meant)},
		})
	},
}

// booleans chooses the unquoted hash values that are almost booleans.
var booleans = &rule.Selector{Parts: rule.Strings, Choose: func(n *data.Node) bool {
	if text := n.Text(); len(text) < len("ys") || len(text) > maxBoolean || !isUnquoted(n) || n.Counterpart() == nil || n.IsKey() {
		return false
	}
	meant, _ := booleanMeant(n.Text())
	return meant != ""
}}

// maxBoolean is the length up to which a string may be a misspelled boolean, perhaps with a word after it.
const maxBoolean = 20

// otherWords are words that differ from booleans by one letter.
var otherWords = []string{
	"rue", "tue", "tre", "tree", "trie", "truce", "trued", "truer", "trues", "fale", "falser", "falses", "falsy",
	"eyes", "nob", "nod", "non", "nor", "not", "nov", "now", "one", "con", "don", "ion", "son", "ton", "won", "of",
}

// booleanMeant returns the boolean that a string is a misspelling of: letters are swapped, one is missing, added, or, after the first one of
// `true` or `false`, wrong, or another word was appended, as in `trueunknown`. isSure reports that it is hardly anything else; otherwise, it may be a word of its own.
func booleanMeant(text string) (boolean string, isSure bool) {
	text = strings.ToLower(text)
	if strings.ContainsFunc(text, func(r rune) bool { return !ascii.IsLower(r) }) || slices.Contains(otherWords, text) {
		return "", false
	}
	for i, boolean := range []string{"true", "false", "yes", "no", "on", "off"} {
		switch at, edit := nearest.SingleEdit(text, boolean); {
		case edit == nearest.Replaced && i < 2 && at > 0:
			return boolean, boolean == "false" // there are more words like `true`
		case edit != nearest.NoEdit && edit != nearest.Replaced:
			return boolean, i < 2
		}
	}
	for _, boolean := range []string{"true", "false"} {
		if strings.HasPrefix(text, boolean) && text != boolean {
			return boolean, false
		}
	}
	return "", false
}

// isBooleanElsewhere reports whether another file sets a boolean for the same key as n, and none another string. Elements of arrays
// have no keys.
func isBooleanElsewhere(p *rule.Site, n *data.Node) bool {
	path, isBoolean := pathOfKeys(n), false
	if path == nil {
		return false
	}
	for _, d := range p.Project.Definitions(path[0]) {
		switch value := valueAt(d.Value, path[1:]); {
		case value == nil || d.File.Doc == n.Doc:
		case value.Kind() == data.Boolean:
			isBoolean = true
		case value.Kind() == data.String:
			return false
		}
	}
	return isBoolean
}
