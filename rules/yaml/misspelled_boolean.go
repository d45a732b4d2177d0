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

// MisspelledBoolean reports unquoted strings that are almost true or false.
var MisspelledBoolean = &rule.Rule{
	ID: "HL1017", Name: "misspelled-boolean", Family: family, Severity: diagnostic.Warning,
	Selectors: []*rule.Selector{booleans},
	CheckFile: func(p *rule.FilePass) {
		for _, n := range p.Selected(booleans) {
			meant := booleanMeant(n.Text())
			if meant == "" {
				continue
			}
			p.Report(diagnostic.Diagnostic{
				Span: n.Span, Message: "`" + rule.Shown(n.Text()) + "` is a string, not a boolean", Detail: "In Puppet code, every string counts as true",
				Help: "did you mean `" + meant + "`? Quote the value if it is meant to be a string", Key: rule.KeyPath(n),
				Fixes: []diagnostic.Fix{edit.Write(p.Source(), n.Span, meant)},
			})
		}
	},
}

// booleans chooses the unquoted hash values that resemble true or false in length, first, and last letter.
var booleans = &rule.Selector{Parts: rule.Strings, Choose: func(n *data.Node) bool {
	text := n.Text()
	return len(text) >= len("tru") && len(text) <= len("false")+1 && strings.IndexByte("tTfFrRaA", text[0]) >= 0 && isUnquoted(n) && n.Counterpart() != nil && !n.IsKey()
}}

// otherWords are words that differ from true and false by one letter.
var otherWords = []string{"rue", "tue", "tre", "truce", "trued", "truer", "trues", "fale", "falser", "falses"}

// booleanMeant returns the boolean that a word is a misspelling of: letters are swapped, or one is missing or added.
func booleanMeant(word string) string {
	word = strings.ToLower(word)
	if strings.ContainsFunc(word, func(r rune) bool { return !ascii.IsLower(r) }) || slices.Contains(otherWords, word) {
		return ""
	}
	for _, boolean := range []string{"true", "false"} {
		if _, edit := nearest.SingleEdit(word, boolean); edit != nearest.NoEdit && edit != nearest.Replaced {
			return boolean
		}
	}
	return ""
}
