package report

import (
	"cmp"
	"strings"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/sarif"
)

// describe returns a rule for code scanning.
func describe(r *diagnostic.Descriptor) sarif.Descriptor {
	doc := r.Explain()
	return sarif.Descriptor{
		ID:                   r.ID,
		Name:                 pascalCase(r.Name),
		ShortDescription:     &sarif.Text{Text: doc.Title},
		FullDescription:      &sarif.Text{Text: cmp.Or(doc.What, doc.Title)},
		MessageStrings:       map[string]sarif.Text{defaultMessage: {Text: braces.Replace(doc.Title) + ": '{0}'."}},
		DefaultConfiguration: &sarif.Configuration{Level: levels[r.Severity]},
		HelpURI:              r.URL,
		Help:                 &sarif.Text{Text: helpText(r, &doc), Markdown: doc.Page},
		Properties: &sarif.RuleProperties{
			Precision: precision(r), ProblemSeverity: problemSeverity(r.Severity), SecuritySeverity: securitySeverity(r), Tags: tags(r),
		},
	}
}

// defaultMessage is the id of the only message string of each rule.
const defaultMessage = "default"

// braces escapes what would be a placeholder in a message string.
var braces = strings.NewReplacer("{", "{{", "}", "}}")

// pascalCase converts yaml-duplicate-key to YamlDuplicateKey, and data-file-not-a-hash to
// DataFileNotHash: validators do not accept two consecutive capitals as Pascal case.
func pascalCase(name string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(name, "-") {
		if len(word) > 1 {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// helpText returns the help for readers that do not support Markdown.
func helpText(r *diagnostic.Descriptor, doc *diagnostic.Explanation) string {
	parts := lists.Filter([]string{doc.What, doc.Why, doc.Puppet}, func(text string) bool { return text != "" })
	return strings.Join(append(parts, "More: "+r.URL), "\n\n")
}

// precision returns how certain the findings of a rule are: those that depend on several files also
// depend on what is installed.
func precision(r *diagnostic.Descriptor) string {
	if r.IsProjectWide {
		return "high"
	}
	return "very-high"
}

func problemSeverity(s diagnostic.Severity) string {
	if s == diagnostic.Note {
		return "recommendation"
	}
	return s.String()
}

// securitySeverity rates findings about secrets on the CVSS scale, where 7.0 is high and 4.0
// medium. Other rules must not have a value, which would make their findings security alerts.
func securitySeverity(r *diagnostic.Descriptor) string {
	if !r.GuardsSecrets {
		return ""
	}
	return map[diagnostic.Severity]string{diagnostic.Error: "8.0", diagnostic.Warning: "6.0", diagnostic.Note: "4.0"}[r.Severity]
}

// tags returns the tags of a rule.
func tags(r *diagnostic.Descriptor) []string {
	all := []string{"hiera", "puppet"}
	if r.Family != "" {
		all = append(all, r.Family)
	}
	return all
}
