package yaml

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// MisspelledBoolean reports unquoted strings that are almost true or false.
var MisspelledBoolean = &rule.Rule{
	ID: "HL1017", Name: "misspelled-boolean", Family: family, Severity: diagnostic.Warning,
	CheckFile: func(p *rule.FilePass) {
		for _, n := range p.Booleans() {
			meant := booleanMeant(n.Text())
			if meant == "" {
				continue
			}
			p.Report(diagnostic.Diagnostic{
				Span: n.Span, Message: "`" + rule.Shown(n.Text()) + "` is a string, not a boolean", Detail: "In Puppet code, every string counts as true",
				Help: rule.DidYouMean(meant) + " Quote the value if it is meant to be a string", Key: rule.KeyPath(n),
				Fixes: []diagnostic.Fix{edit.Write(p.Source(), n.Span, meant)},
			})
		}
	},
}

// otherWords are words that differ from true and false by one letter.
var otherWords = []string{"rue", "tue", "tre", "truce", "trued", "truer", "trues", "fale", "falser", "falses"}

// booleanMeant returns the boolean that a word is a misspelling of: letters are swapped, or one is missing or added.
func booleanMeant(word string) string {
	word = strings.ToLower(word)
	if strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }) || slices.Contains(otherWords, word) {
		return ""
	}
	for _, boolean := range []string{"true", "false"} {
		if nearest.Distance(word, boolean, 1) == 1 && (len(word) != len(boolean) || hasSameLetters(word, boolean)) {
			return boolean
		}
	}
	return ""
}

func hasSameLetters(a, b string) bool {
	s, t := []byte(a), []byte(b)
	slices.Sort(s)
	slices.Sort(t)
	return string(s) == string(t)
}
