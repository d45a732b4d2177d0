package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/golden"
)

func TestGitHubExample(t *testing.T) {
	t.Parallel()
	golden.Check(t, "example.github", []byte(write(t, GitHub, example(t), Options{CanFix: true})))
	golden.Check(t, "clean.github", []byte(write(t, GitHub, clean(), Options{})))
}

// command is a workflow command parsed by parseCommand.
type command struct {
	name, data string
	properties map[string]string
}

// parseCommand parses a line like the runner (actions/runner, ActionCommand.TryParseV2).
func parseCommand(line string) (c command, ok bool) {
	line, ok = strings.CutPrefix(strings.TrimLeft(line, " \t"), "::")
	head, data, found := strings.Cut(line, "::")
	if !ok || !found {
		return c, false
	}
	c.properties = map[string]string{}
	c.data = strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%").Replace(data)
	var properties string
	c.name, properties, _ = strings.Cut(head, " ")
	for pair := range strings.SplitSeq(properties, ",") {
		name, value, _ := strings.Cut(pair, "=")
		c.properties[name] = strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%").Replace(value)
	}
	return c, true
}

func TestGitHubCommandsSurviveTheRunner(t *testing.T) {
	t.Parallel()
	file := source.New("/repo/site/data/50%, a: b\r\n::error::x.yaml", []byte("a: 1\nb: 2\nc: 3\n"))
	span := func(start, end int) source.Span { return source.Span{Start: start, End: end} }
	r := &Report{Dir: "/repo/site", Diagnostics: []diagnostic.Diagnostic{
		{Rule: aliasRule, Severity: diagnostic.Error, File: file, Span: span(3, 4), Message: "100%\r\n::warning::not a command, %0A"},
		{Rule: unusedRule, Severity: diagnostic.Note, File: file, Span: span(5, 13), Message: "two lines"},
		{Rule: booleanRule, Severity: diagnostic.Warning, File: file, Span: span(8, 10), Message: "ends with a line break"},
	}}
	var found []command
	for line := range strings.Lines(write(t, GitHub, r, Options{Root: "/repo"})) {
		if c, ok := parseCommand(strings.TrimSuffix(line, "\n")); ok {
			found = append(found, c)
		}
	}
	if len(found) != 3 {
		t.Fatalf("got %d commands, want 3: %+v", len(found), found)
	}
	for i, want := range []string{
		`error map[col:4 endColumn:5 endLine:1 file:site/data/50%, a: b` + "\r\n" + `::error::x.yaml line:1 title:alias-not-whole-value]`,
		`notice map[endLine:3 file:site/data/50%, a: b` + "\r\n" + `::error::x.yaml line:2 title:unused-key]`,
		`warning map[endLine:2 file:site/data/50%, a: b` + "\r\n" + `::error::x.yaml line:2 title:yaml-implicit-boolean]`,
	} {
		if got := fmt.Sprint(found[i].name, " ", found[i].properties); got != want {
			t.Errorf("command %d:\ngot\n%s\nwant\n%s", i, got, want)
		}
	}
	if want := "site/data/50%, a: b ::error::x.yaml:1:4: 100%\r\n::warning::not a command, %0A\n" + aliasRule.URL; found[0].data != want {
		t.Errorf("got message %q, want %q", found[0].data, want)
	}
}

func TestGitHubSaysWhatItDoesNotShow(t *testing.T) {
	t.Parallel()
	r := example(t)
	const note = "GitHub shows the first 10 "
	if out := write(t, GitHub, r, Options{}); strings.Contains(out, note) {
		t.Errorf("ten findings: got a note about hidden findings:\n%s", out)
	}
	for range 6 {
		r.Diagnostics = append(r.Diagnostics, r.Diagnostics[0])
	}
	if out := write(t, GitHub, r, Options{}); !strings.Contains(out, note) {
		t.Errorf("eleven errors: got no note about hidden findings:\n%s", out)
	}
}

// A help that a fix repeats is written once.
func TestGitHubHelpAndFix(t *testing.T) {
	t.Parallel()
	d := diagnostic.Diagnostic{
		Rule: aliasRule, Severity: diagnostic.Error, File: source.New("a.yaml", []byte("a: b\n")), Span: source.Span{Start: 3, End: 4},
		Message: "message", Help: "did you mean `c`?", Meant: "c", Fixes: []diagnostic.Fix{{Message: "write `c`", Writes: "c"}},
	}
	for _, tt := range []struct {
		writes, want string
	}{
		{"c", "message%0Afix: write `c`"},
		{"d", "message%0ADid you mean `c`?%0Afix: write `c`"},
	} {
		d.Fixes[0].Writes = tt.writes
		if got := write(t, GitHub, &Report{Diagnostics: []diagnostic.Diagnostic{d}}, Options{}); !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %s", tt.writes, got)
		}
	}
}
