package rules_test

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule"
)

// want is the comment that expects findings on its line, each a regular expression that the
// message matches, after the severity where it is given: # want error "…" "…".
var want = regexp.MustCompile(`\s*# want((?:\s+(?:(?:error|warning|note)\s+)?"[^"]*")+)$`)

var wantOne = regexp.MustCompile(`(?:(error|warning|note)\s+)?"([^"]*)"`)

// run writes the files without their # want comments, checks them with all rules, and compares
// what the checked rule found with what is wanted. It returns the findings.
func run(t *testing.T, checked *rule.Rule, files map[string]string) []diagnostic.Diagnostic {
	t.Helper()
	type expectation struct {
		place, severity string
		message         *regexp.Regexp
	}
	var expected []expectation
	clean := map[string]string{}
	if _, ok := files["hiera.yaml"]; !ok {
		clean["hiera.yaml"] = "version: 5\n"
	}
	for name, text := range files {
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			m := want.FindStringSubmatchIndex(line)
			if m == nil {
				continue
			}
			for _, one := range wantOne.FindAllStringSubmatch(line[m[2]:], -1) {
				expected = append(expected, expectation{fmt.Sprintf("%s:%d", name, i+1), one[1], regexp.MustCompile(one[2])})
			}
			lines[i] = line[:m[0]]
		}
		clean[name] = strings.Join(lines, "\n")
	}
	dir := filetree.Write(t, clean)
	var found []diagnostic.Diagnostic
	for _, d := range check(t, dir) {
		if d.Rule != checked.Descriptor() {
			continue
		}
		found = append(found, d)
		at := place(dir, d)
		i := slices.IndexFunc(expected, func(e expectation) bool {
			return e.place == at && cmp.Or(e.severity, d.Severity.String()) == d.Severity.String() && e.message.MatchString(d.Message)
		})
		if i < 0 {
			t.Errorf("%s: not wanted: %s: %s", at, d.Severity, d.Message)
			continue
		}
		expected = slices.Delete(expected, i, i+1)
	}
	for _, e := range expected {
		t.Errorf("%s: nothing reported that matches %q (%s)", e.place, e.message, e.severity)
	}
	return found
}

// common is a tree with a single data file.
func common(text string) map[string]string { return map[string]string{"data/common.yaml": text} }

// apply is the text of the data file after one fix.
func apply(fix diagnostic.Fix) string {
	edits := slices.Clone(fix.Edits)
	slices.SortStableFunc(edits, func(a, b diagnostic.TextEdit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	text := string(edits[0].File.Text)
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(text[at:e.Span.Start])
		b.WriteString(e.New)
		at = e.Span.End
	}
	return b.String() + text[at:]
}

// underlined is the text that a finding points at.
func underlined(d diagnostic.Diagnostic) string { return string(d.File.Slice(d.Span)) }

func replace(text, old, with string) string { return strings.ReplaceAll(text, old, with) }

// marked is text with a comment at the end of its last line that expects a finding.
func marked(text, finding string) string {
	return strings.TrimSuffix(text, "\n") + " # want " + finding + "\n"
}
