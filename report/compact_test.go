package report

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/dlclark/regexp2"
	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/reference"
)

func TestCompactExample(t *testing.T) {
	t.Parallel()
	golden.Check(t, "example.compact", []byte(write(t, Compact, example(t), Options{})))
	if got := write(t, Compact, clean(), Options{}); got != "" {
		t.Errorf("no findings: got %q, want no output", got)
	}
}

// TestCompactIsTheFirstLinesOfText checks that every line is also in the text report.
func TestCompactIsTheFirstLinesOfText(t *testing.T) {
	t.Parallel()
	text := write(t, Text, example(t), Options{Color: true})
	for line := range strings.Lines(write(t, Compact, example(t), Options{Color: true})) {
		if !strings.Contains(text, "\n"+line) && !strings.HasPrefix(text, line) {
			t.Errorf("not in the text report: %q", line)
		}
	}
}

// problemMatcher is the configuration of a problem matcher in GitHub Actions (actions/runner, IssueMatcher.cs).
type problemMatcher struct {
	Owner, Severity string
	Pattern         []struct {
		Regexp                                      string
		File, Line, Column, Severity, Message, Code int
	}
}

// TestProblemMatcher checks that the problem matcher finds every finding. The runner compiles the pattern
// with the option ECMAScript of .NET, and only knows the severities error, warning, and notice
// (OutputManager.ConvertToIssue).
func TestProblemMatcher(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(reference.Root(t), ".github/hieralint-matcher.json"))
	if err != nil {
		t.Fatal(err)
	}
	var config struct{ ProblemMatcher []problemMatcher }
	if err := json.Unmarshal(text, &config); err != nil {
		t.Fatal(err)
	}
	r := example(t)
	r.Diagnostics[0].Message = "several\r\nlines\tand [brackets]"
	r.Diagnostics[1].File = source.New("data/a\nb: c.yaml", r.Diagnostics[1].File.Text)
	want := []string{
		"data/common.yaml|4|5|error|several lines and [brackets]|lookup-options-unknown-option",
		"data/a b: c.yaml|5|3|error|the pattern `^profile::(.*::users` is not a valid regular expression: end pattern with unmatched parenthesis|lookup-options-bad-pattern",
		"data/common.yaml|9|24|notice|`profile::db::password` looks like a plaintext secret|plaintext-secret",
		"data/common.yaml|10|1|error|`profile::web::base` is defined twice|yaml-duplicate-key",
		"data/nodes/web01.example.com.yaml|9|20|error|`alias` must be the whole value|alias-not-whole-value",
		"data/nodes/web01.example.com.yaml|10|10|warning|`on` is read as true|yaml-implicit-boolean",
		"data/nodes/web01.example.com.yaml|12|22|warning|unquoted value contains an interpolation token|interpolation-unquoted",
		"data/nodes/web01.example.com.yaml|16|116|warning|unquoted value contains an interpolation token|interpolation-unquoted",
		"data/role/web.yaml|1|16|error|unquoted value starts with an interpolation token|interpolation-unquoted",
		"data/role/web.yaml|3|1|notice|nothing looks up `profile::old`|unused-key",
	}
	slices.Sort(want) // the text report lists errors first
	for _, format := range []Writer{Compact, Text} {
		for _, color := range []bool{false, true} {
			var found []string
			for line := range strings.Lines(write(t, format, r, Options{Color: color})) {
				for _, m := range config.ProblemMatcher {
					if issue := m.match(t, strings.TrimSuffix(line, "\n")); issue != "" {
						found = append(found, issue)
					}
				}
			}
			for i := range found {
				found[i] = sgr.ReplaceAllString(found[i], "")
			}
			slices.Sort(found)
			if diff := cmp.Diff(want, found); diff != "" {
				t.Errorf("color %t (-want +got):\n%s", color, diff)
			}
		}
	}
}

func (m *problemMatcher) match(t *testing.T, line string) string {
	t.Helper()
	if m.Owner == "" || len(m.Pattern) != 1 {
		t.Fatalf("got matcher %+v, want an owner and one pattern", m)
	}
	p := m.Pattern[0]
	found, err := regexp2.MustCompile(p.Regexp, regexp2.ECMAScript).FindStringMatch(line)
	if err != nil {
		t.Fatal(err)
	}
	if found == nil {
		return ""
	}
	group := func(n int) string { return found.GroupByNumber(n).String() }
	severity := m.Severity
	if p.Severity > 0 {
		severity = group(p.Severity)
	}
	return strings.Join([]string{group(p.File), group(p.Line), group(p.Column), severity, group(p.Message), group(p.Code)}, "|")
}
