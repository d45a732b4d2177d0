package manual

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/rules"
	"github.com/hieralint/hieralint/rules/interpolation"
)

// example is an application with commands and flags of each kind.
func example() *cli.App {
	return &cli.App{
		Name: "hieralint", Usage: "check data", UsageText: "hieralint [lint] [options] [PATH...]", Version: "1.2.3",
		Description: "Reads `data/common.yaml` with a back\\slash - and a dash.\n\n  hieralint lint data\n  hieralint explain yaml-date-value\n\n.dots at the start of a line, 'quotes' too.",
		Flags:       []cli.Flag{&cli.BoolFlag{Name: "fix", Usage: "apply fixes"}},
		Commands: []*cli.Command{
			{
				Name: "lint", Usage: "check files", ArgsUsage: "[PATH...]",
				Flags: []cli.Flag{
					&cli.StringSliceFlag{Name: "format", Aliases: []string{"f"}, Category: "Report", Usage: "write `FORMAT`, which is one of many, and may be given several times: text, json, sarif"},
					&cli.BoolFlag{Name: "fix", Usage: "apply fixes", Category: "Fixes"},
					&cli.PathFlag{Name: "a-flag-with-a-long-name", Category: "Report", Usage: "read `FILE`"},
					&cli.BoolFlag{Name: "debug", Hidden: true},
					&cli.StringFlag{Name: "node", Usage: "a name", Value: "web01"},
				},
			},
			{Name: "config", Usage: "the configuration", Subcommands: []*cli.Command{{Name: "show", Usage: "print it"}, {Name: "init", Usage: "write it"}}},
			{Name: "explain", Usage: "explain a rule", ArgsUsage: "RULE"},
			{Name: "secret", Usage: "is hidden", Hidden: true},
		},
	}
}

func TestHelp(t *testing.T) {
	app := example()
	var b bytes.Buffer
	if err := AppHelp(&b, app); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "app.txt", b.Bytes())
	b.Reset()
	if err := CommandHelp(&b, app.Commands[0], "hieralint lint"); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "command.txt", b.Bytes())
}

func TestMan(t *testing.T) {
	var b bytes.Buffer
	if err := Man(&b, example(), []Section{{"Exit status", [][2]string{{"0", "All is `well`."}}}}); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "hieralint.1", b.Bytes())
	for _, tool := range [][]string{{"mandoc", "-T", "lint", "-W", "warning"}, {"groff", "-man", "-Tutf8", "-ww", "-z"}} {
		t.Run(tool[0], func(t *testing.T) {
			if _, err := exec.LookPath(tool[0]); err != nil {
				t.Skip(tool[0] + " is not installed")
			}
			cmd := exec.Command(tool[0], tool[1:]...)
			cmd.Stdin = bytes.NewReader(b.Bytes())
			// A page without a date has an empty one, so that builds of a commit are reproducible.
			out, err := cmd.CombinedOutput()
			for line := range strings.Lines(string(out)) {
				if !strings.Contains(line, "missing date") {
					t.Errorf("%s", line)
				}
			}
			if len(out) == 0 && err != nil {
				t.Error(err)
			}
		})
	}
}

func TestComplete(t *testing.T) {
	values := Values{"--format": {"text", "sarif", "json"}, "explain": {"alias-not-whole-value", "yaml-date-value"}, "config": {"all"}, "lint --node": {"web01"}}
	for _, tt := range []struct {
		line string
		want []string
	}{
		{"", nil},
		{"hieralint", nil}, // completed by the shell
		{"hieralint ", []string{"config", "explain", "lint"}},
		{"/usr/bin/hieralint c", []string{"config"}},
		{"hieralint --", []string{"--fix", "--help"}},
		{"hieralint lint ", nil}, // files, which the shell completes
		{"hieralint lint --f", []string{"--fix", "--format"}},
		{"hieralint lint --de", nil},
		{"hieralint lint --format ", []string{"json", "sarif", "text"}},
		{"hieralint lint -f s", []string{"sarif"}},
		{"hieralint lint --format=s", []string{"--format=sarif"}},
		{"hieralint lint --format=sarif=out", nil},
		{"hieralint lint --fix=", nil},
		{"hieralint lint --node w", []string{"web01"}},
		{"hieralint lint --format text da", nil},
		{"hieralint lint --format=text --", []string{"--a-flag-with-a-long-name", "--fix", "--format", "--help", "--node"}},
		{"hieralint lint -- --f", nil},
		{"hieralint lint data c", nil}, // a command cannot follow an argument
		{"hieralint config ", []string{"all", "init", "show"}},
		{"hieralint config show ", nil},
		{"hieralint explain y", []string{"yaml-date-value"}},
		{"hieralint explain yaml-date-value ", nil},
		{"hieralint explain Y", nil},
	} {
		var got []string
		for _, c := range Complete(example(), values, tt.line) {
			got = append(got, c.Word)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.line, diff)
		}
	}
}

func TestScript(t *testing.T) {
	for _, shell := range Shells() {
		if Script(shell) == "" {
			t.Errorf("no script for %s", shell)
		}
	}
	if Script("../manual.go") != "" || Script("tcsh") != "" {
		t.Error("script for an unknown shell")
	}
}

// TestExplain checks that on every page, only code is wider than a terminal, and that no Markdown
// is left except for backquotes.
func TestExplain(t *testing.T) {
	for _, r := range rules.All() {
		plain := Explain(r, false)
		if !strings.HasPrefix(plain, r.Name+"\n\n") {
			t.Errorf("%s: page does not begin with the name", r.Name)
		}
		for line := range strings.Lines(plain) {
			line = strings.TrimRight(line, "\n")
			prose := !strings.HasPrefix(line, "    ")
			if prose && utf8.RuneCountInString(line) > Width && strings.Contains(line, " ") {
				t.Errorf("%s: line too wide: %s", r.Name, line)
			}
			if prose && (strings.HasPrefix(line, "#") || strings.HasPrefix(line, "|") || strings.Contains(line, "```")) {
				t.Errorf("%s: Markdown left: %s", r.Name, line)
			}
		}
		colored := Explain(r, true)
		if !strings.Contains(colored, "\x1b[") {
			t.Errorf("%s: no color", r.Name)
		}
		for _, style := range []string{heading, bad, good, "0"} {
			colored = strings.ReplaceAll(colored, "\x1b["+style+"m", "")
		}
		if colored != plain {
			t.Errorf("%s: color changes the text", r.Name)
		}
	}
	golden.Check(t, "explain.txt", []byte(Explain(interpolation.AliasNotWholeValue, false)))
}

func TestList(t *testing.T) {
	list := List(rules.All(), false)
	for _, r := range rules.All() {
		if r.Family == nil || r.Family.Title == "" {
			t.Errorf("%s: no heading for its family", r.ID)
		} else if !strings.Contains(list, r.Family.Title+" ("+r.Family.Tag+")\n") { // the tag is what --select takes
			t.Errorf("%s: the heading of its family lacks %q", r.ID, r.Family.Tag)
		}
		if !strings.Contains(list, "  "+r.ID+"  "+r.Name+" ("+r.Severity.String()+")\n") {
			t.Errorf("%s is missing", r.Name)
		}
	}
	for line := range strings.Lines(list) {
		if utf8.RuneCountInString(line) > Width+1 {
			t.Errorf("line too wide: %s", line)
		}
	}
	if got, want := strings.Count(Lines(rules.All()), "\n"), len(rules.All()); got != want {
		t.Errorf("%d lines for %d rules", got, want)
	}
}

// FuzzComplete checks that every completion of an arbitrary line extends its last word.
func FuzzComplete(f *testing.F) {
	for _, line := range []string{"hieralint ", "hieralint lint --format=s", "hieralint -- --x", "hieralint lint -f", "hieralint explain a\t", " \u00a0--=", "hieralint config show --help="} {
		f.Add(line)
	}
	values := Values{"--format": {"text", "sarif"}, "explain": {"alias-not-whole-value"}}
	f.Fuzz(func(t *testing.T, line string) {
		last := ""
		if words := strings.Fields(line); len(words) > 0 && strings.HasSuffix(line, words[len(words)-1]) {
			last = words[len(words)-1]
		}
		for _, c := range Complete(example(), values, line) {
			if !strings.HasPrefix(c.Word, last) || c.Word == "" {
				t.Errorf("%q becomes %q", last, c.Word)
			}
		}
	})
}

// FuzzTerminal checks that every word in the output for arbitrary Markdown is a word of the input.
func FuzzTerminal(f *testing.F) {
	f.Add(interpolation.AliasNotWholeValue.Markdown())
	for _, text := range []string{"", "|", "|a|\n|-|", "|a|\n|-|\n|b|c|", "```", "# \n\n", "- a\n- b", "`a\n\n```\nx", "## t\n\n## u"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		plain := terminal(text, false)
		for word := range strings.FieldsSeq(plain) {
			if !strings.Contains(text, strings.TrimSuffix(word, ":")) {
				t.Errorf("%q is not in %q", word, text)
			}
		}
	})
}
