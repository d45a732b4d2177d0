package yaml

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// MisspelledWord reports values of a single word that occurs nowhere else, if a similar word is a frequent value of the same attribute.
var MisspelledWord = &rule.Rule{
	ID: "HL1037", Name: "misspelled-word", Family: family, Severity: diagnostic.Warning,
	CheckProject: func(p *rule.ProjectPass) {
		found := misspelledWords(p.Site)
		if len(found) == 0 {
			return // as in most trees
		}
		var words []string
		for _, m := range found {
			words = append(words, strings.ToLower(m.text))
		}
		times := occurrences(p.Site, misspelledWordKey{}, words)
		for _, m := range found {
			if times[strings.ToLower(m.text)] == m.count && !isSecret(m.file, m.node) && !rule.IsUnreadExample(m.file) {
				m.report(p)
			}
		}
	},
}

const (
	// maxSameWord is the number of places up to which all may have the same misspelling.
	maxSameWord = 2
	// minAlikeWords is how often a word must be the value of an attribute, and alikeWordsForEach how often for each misspelling of it.
	minAlikeWords, alikeWordsForEach = 4, 4
	// shortestUpper is the length of the shortest words with letters in upper case.
	shortestUpper = 6
)

// usualWords are the values of attributes in the resource types of Puppet: all of `ensure`, and providers with long names.
var usualWords = map[string][]string{
	"ensure": {
		"present", "absent", "installed", "latest", "purged", "running", "stopped", "file", "directory", "link", "mounted", "unmounted", "defined",
		"true", "false", "held",
	},
	"provider": {"aptitude", "chocolatey", "homebrew", "pacman", "portage", "systemd", "upstart", "windows", "zypper"},
}

// wordValue is a value of a single word, with the attribute that has it.
type wordValue struct {
	file            *project.File
	node            *data.Node
	attribute, text string
}

// misspelledWord is a value that is probably misspelled.
type misspelledWord struct {
	wordValue
	count, others int // the number of places, and of those with the word that was meant
	meant         string
}

type (
	misspelledWordKey struct{}
	wordValuesKey     struct{}
)

// attributeWord is a word as a value of an attribute.
type attributeWord struct{ attribute, text string }

// misspelledWords returns the values that are probably misspelled, unless they also occur elsewhere.
func misspelledWords(s *rule.Site) []misspelledWord {
	count := map[attributeWord]int{}
	for _, f := range s.Project.Files {
		for _, v := range wordValuesOf(f) {
			count[attributeWord{v.attribute, v.text}]++
		}
	}
	frequent := map[string][]string{}
	for attribute, words := range usualWords {
		frequent[attribute] = slices.Clone(words)
	}
	for w, n := range count {
		if n >= minAlikeWords && !isUsual(w.attribute, w.text) {
			frequent[w.attribute] = append(frequent[w.attribute], w.text)
		}
	}
	var found []misspelledWord
	for _, f := range s.Project.Files {
		for _, v := range wordValuesOf(f) {
			n := count[attributeWord{v.attribute, v.text}]
			if n > maxSameWord || !v.node.Value.Is(data.String) || isUsual(v.attribute, v.text) {
				continue
			}
			m := misspelledWord{wordValue: v, count: n}
			for _, word := range frequent[v.attribute] {
				others := count[attributeWord{v.attribute, word}]
				if (others >= alikeWordsForEach*n || isUsual(v.attribute, word)) && isSlipInWord(v.text, word) {
					if m.meant != "" {
						m.meant = ""
						break // ambiguous
					}
					m.meant, m.others = word, others
				}
			}
			if m.meant != "" {
				found = append(found, m)
			}
		}
	}
	return found
}

func isUsual(attribute, word string) bool { return slices.Contains(usualWords[attribute], word) }

// isSlipInWord reports whether a word differs from another one as by a typing error. Misspelled booleans may have any, if it is not for
// misspelled-boolean to report them.
func isSlipInWord(word, other string) bool {
	if other == "true" || other == "false" {
		_, edit := nearest.SingleEdit(word, other)
		_, isReported := booleanMeant(word)
		return edit != nearest.NoEdit && !isReported
	}
	return isSlip(word, other)
}

// wordValuesOf returns the values in a file that are single words or booleans.
func wordValuesOf(f *project.File) []wordValue {
	return project.Derive(f, wordValuesKey{}, func() []wordValue {
		var all []wordValue
		var visit func(attribute string, n *data.Node)
		visit = func(attribute string, n *data.Node) {
			switch {
			case n.Kind == data.Mapping:
				for key, value := range n.Entries() {
					if key.Value.Is(data.String) {
						visit(attributeNamed(key.Value.Text()), value)
					}
				}
			case n.Kind == data.Sequence:
				for _, child := range n.Children {
					if child.Kind != data.Scalar {
						visit("", child)
					}
				}
			case n.Value.Is(data.Boolean):
				all = append(all, wordValue{f, n, attribute, strings.ToLower(n.Text())})
			case n.Value.Is(data.String) && isSingleWord(n.Value.Text()):
				all = append(all, wordValue{f, n, attribute, n.Value.Text()})
			}
		}
		for key, value := range f.Doc.Root.Entries() {
			if !rule.IsKey(key, lookupoptions.Key) && key.Value.Is(data.String) {
				visit(attributeNamed(key.Value.Text()), value)
			}
		}
		return all
	})
}

// attributeNamed returns the last segment of a key or the name of an entry. All that end in `ensure` have the same values.
func attributeNamed(name string) string {
	name = name[strings.LastIndexByte(name, ':')+1:]
	if strings.HasSuffix(name, "_ensure") {
		return "ensure"
	}
	return name
}

// isSingleWord reports whether a text is a single word that is long enough to be compared. Short ones in upper case are often abbreviations or names.
func isSingleWord(text string) bool {
	if len(text) < shortestPart || len(text) > longestWord {
		return false
	}
	isLower := true
	for i := range len(text) {
		if !ascii.IsLetter(text[i]) {
			return false
		}
		isLower = isLower && ascii.IsLower(text[i])
	}
	return isLower || len(text) >= shortestUpper
}

func (m *misspelledWord) report(p *rule.ProjectPass) {
	span := m.node.Span
	if m.meant != "true" && m.meant != "false" {
		span = m.node.SourceSpan(0, len(m.text)) // without quotes
	}
	places, attribute := "here", "`"+rule.Shown(m.attribute)+"`"
	if m.count > 1 {
		places += " and in " + plural.Count(m.count-1, "other place")
	}
	meant := "the value of " + attribute + " in " + strconv.Itoa(m.others) + " other places"
	if m.others < minAlikeWords {
		meant = "a usual value of " + attribute
	}
	p.Report(diagnostic.Diagnostic{
		File: m.node.Doc.File, Span: span, Key: rule.KeyPath(m.node),
		Message: "`" + m.text + "` occurs only " + places + ", but `" + m.meant + "` is " + meant,
		Detail:  "Puppet passes the string on unchanged",
		Meant:   m.meant,
		Fixes:   []diagnostic.Fix{edit.Write(m.node.Doc.File, span, m.meant)},
	})
}
