package report

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/jsonschema"
	"github.com/hieralint/hieralint/rules"
	"github.com/hieralint/hieralint/sarif"
)

func fullOptions() Options {
	return Options{
		Version: "v1.2.3", Category: "hieralint/production/",
		Repository: &Repository{URI: "https://github.com/example/control-repo", Revision: "7e203eab19ad6d9f1b4c2fd8a5fd2ac8c3f0b6a1", Branch: "main"},
	}
}

func TestSARIFExample(t *testing.T) {
	t.Parallel()
	golden.Check(t, "example.sarif", []byte(write(t, SARIF, example(t), fullOptions())))
	golden.Check(t, "clean.sarif", []byte(write(t, SARIF, clean(), Options{})))
}

func run(t testing.TB, r *Report, o Options) sarif.Run {
	t.Helper()
	out := write(t, SARIF, r, o)
	if !utf8.ValidString(out) {
		t.Error("not UTF-8")
	}
	var log sarif.Log
	d := json.NewDecoder(strings.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&log); err != nil {
		t.Fatal(err)
	}
	if len(log.Runs) != 1 {
		t.Fatalf("got %d runs, want 1", len(log.Runs))
	}
	return log.Runs[0]
}

func TestSARIFListsEveryRuleOnce(t *testing.T) {
	t.Parallel()
	r := example(t)
	r.Rules = r.Rules[:3] // some findings are of other rules
	out := run(t, r, Options{})
	seen := map[string]bool{}
	for _, rule := range out.Tool.Driver.Rules {
		if seen[rule.ID] {
			t.Errorf("duplicate rule %s", rule.ID)
		}
		seen[rule.ID] = true
	}
	for _, result := range out.Results {
		if got := out.Tool.Driver.Rules[result.RuleIndex].ID; got != result.RuleID {
			t.Errorf("ruleIndex of %s points to %s", result.RuleID, got)
		}
	}
}

func TestSARIFSecuritySeverityOnlyOnSecrets(t *testing.T) {
	t.Parallel()
	for _, rule := range run(t, clean(), Options{}).Tool.Driver.Rules {
		tagged := slices.Contains(rule.Properties.Tags, "security")
		if secret := rule.ID == secretRule.ID; secret != tagged || secret != (rule.Properties.SecuritySeverity != "") {
			t.Errorf("%s: tags %q, security-severity %q", rule.ID, rule.Properties.Tags, rule.Properties.SecuritySeverity)
		}
	}
}

func TestSARIFRegions(t *testing.T) {
	t.Parallel()
	file := source.New("f.yaml", []byte("\uFEFF😀: x\r\n状: y\rz: \xe2\x82!\n"))
	tests := []struct {
		token string
		want  sarif.Region
	}{
		{"\uFEFF", sarif.Region{StartLine: 1, StartColumn: 1, EndLine: 1, EndColumn: 1}},
		{"😀", sarif.Region{StartLine: 1, StartColumn: 1, EndLine: 1, EndColumn: 3}},
		{"x", sarif.Region{StartLine: 1, StartColumn: 5, EndLine: 1, EndColumn: 6}},
		{"y", sarif.Region{StartLine: 2, StartColumn: 4, EndLine: 2, EndColumn: 5}},
		{"x\r\n状", sarif.Region{StartLine: 1, StartColumn: 5, EndLine: 2, EndColumn: 2}},
		{"!", sarif.Region{StartLine: 3, StartColumn: 5, EndLine: 3, EndColumn: 6}},
	}
	for _, tt := range tests {
		if got := region(file, find(t, file, tt.token, 1)); got != tt.want {
			t.Errorf("region of %q = %+v, want %+v", tt.token, got, tt.want)
		}
	}
}

func TestSARIFContext(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("状", 4000)
	tests := []struct {
		name, text, token string
		want              string // the text of the context region; empty if there is none
	}{
		{"one line on each side", "a: 1\nb: 2\nc: 3\nd: 4\n", "3", "b: 2\nc: 3\nd: 4"},
		{"first line", "a: 1\nb: 2\n", "1", "a: 1\nb: 2"},
		{"whole first line with its line break", "a: 1\n", "a: 1", "a: 1\n"},
		{"whole file", "a: 1", "a: 1", ""},
		{"byte order mark", "\uFEFFa: 1", "1", "a: 1"},
		{"part of a long line", long + "token" + long, "token", strings.Repeat("状", 66) + "token" + strings.Repeat("状", 66)},
		{"long token", long + long, long, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := source.New("f.yaml", []byte(tt.text))
			s := &sarifReport{Report: &Report{}, files: map[*source.File]*sarifFile{}}
			p := s.physical(file, find(t, file, tt.token, 1))
			got := ""
			if p.ContextRegion != nil {
				got = p.ContextRegion.Snippet.Text
			}
			if got != tt.want {
				t.Errorf("got context %q, want %q", got, tt.want)
			}
		})
	}
}

func TestSARIFMessage(t *testing.T) {
	t.Parallel()
	file := source.New("data/common.yaml", []byte("key: value\nmore: 1\n"))
	related := func(message string) diagnostic.Related { return diagnostic.Related{File: file, Message: message} }
	tests := []struct {
		name string
		d    diagnostic.Diagnostic
		want sarif.Message
	}{
		{"all parts",
			diagnostic.Diagnostic{Message: "`a` is wrong", Detail: "Puppet fails", Help: "write `b`", Key: diagnostic.RootKey("k")},
			sarif.Message{Text: "`a` is wrong. Puppet fails. Write `b`.", Markdown: "`a` is wrong.\n\nPuppet fails.\n\nWrite `b`.", ID: "default", Arguments: []string{"k"}}},
		{"no key",
			diagnostic.Diagnostic{Message: "m", Span: source.Span{Start: 5, End: 15}},
			sarif.Message{Text: "M.", Markdown: "M.", ID: "default", Arguments: []string{"value"}}},
		{"no key and no source",
			diagnostic.Diagnostic{Message: "m"},
			sarif.Message{Text: "M.", Markdown: "M.", ID: "default", Arguments: []string{"data/common.yaml"}}},
		{"looks like a placeholder",
			diagnostic.Diagnostic{Message: "the pattern `^a{2}$`", Key: diagnostic.RootKey("k")},
			sarif.Message{Text: "The pattern `^a{2}$`.", Markdown: "The pattern `^a{2}$`."}},
		{"Markdown outside code",
			diagnostic.Diagnostic{Message: "a_b *c* <d> [e] `f_g <h>`", Key: diagnostic.RootKey("k")},
			sarif.Message{Text: "A_b *c* <d> [e] `f_g <h>`.", Markdown: "A\\_b \\*c\\* \\<d\\> \\[e\\] `f_g <h>`.", ID: "default", Arguments: []string{"k"}}},
		{"links",
			diagnostic.Diagnostic{Message: "m", Key: diagnostic.RootKey("k"), Related: []diagnostic.Related{related("a [b] \\"), related("`c`")}},
			sarif.Message{Text: "M. Related: [a \\[b\\] \\\\](1), [`c`](2).", Markdown: "M.\n\nRelated: [a \\[b\\] \\\\](1), [`c`](2).", ID: "default", Arguments: []string{"k"}}},
		{"many links",
			diagnostic.Diagnostic{Message: "m", Key: diagnostic.RootKey("k"), Related: slices.Repeat([]diagnostic.Related{related("x")}, 7)},
			sarif.Message{Text: "M. Related: [x](1), [x](2), [x](3), [x](4), [x](5) and 2 more places.",
				Markdown: "M.\n\nRelated: [x](1), [x](2), [x](3), [x](4), [x](5) and 2 more places.", ID: "default", Arguments: []string{"k"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.d.Rule, tt.d.File = aliasRule, file
			got := message(&tt.d, nil)
			if got.Text != tt.want.Text || got.Markdown != tt.want.Markdown || got.ID != tt.want.ID || !slices.Equal(got.Arguments, tt.want.Arguments) {
				t.Errorf("got  %+q\nwant %+q", got, tt.want)
			}
		})
	}
}

func TestSARIFPaths(t *testing.T) {
	t.Parallel()
	file := func(path string) diagnostic.Diagnostic {
		return diagnostic.Diagnostic{Rule: aliasRule, Severity: diagnostic.Error, File: source.New(path, nil)}
	}
	r := &Report{Dir: "/repo/site", Diagnostics: []diagnostic.Diagnostic{file("data/a b.yaml"), file("/repo/data/ü.yaml"), file("../../x.yaml")}}
	var got []string
	for _, result := range run(t, r, Options{Root: "/repo"}).Results {
		location := result.Locations[0].PhysicalLocation.ArtifactLocation
		got = append(got, location.URIBaseID+" "+location.URI)
	}
	want := []string{"%SRCROOT% site/data/a%20b.yaml", "%SRCROOT% data/%C3%BC.yaml", "%SRCROOT% ../x.yaml"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSARIFRuleNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"encoding": "Encoding", "yaml-duplicate-key": "YamlDuplicateKey", "data-file-not-a-hash": "DataFileNotHash",
	} {
		if got := describe(rule("HL1000", name, diagnostic.Error, "t")).Name; got != want {
			t.Errorf("%s: got name %s, want %s", name, got, want)
		}
	}
}

func TestSARIFVersions(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]string{
		"v1.2.3": "1.2.3", "1.2.3-rc.1+abc": "1.2.3-rc.1+abc", "": "0.0.0-dev", "(devel)": "0.0.0-dev",
		"v0.0.0-20261120214500-7e203eab19ad": "0.0.0-20261120214500-7e203eab19ad",
	} {
		driver := run(t, clean(), Options{Version: version}).Tool.Driver
		if driver.Version != want || driver.SemanticVersion != want {
			t.Errorf("%q: got version %q, semanticVersion %q, want %q", version, driver.Version, driver.SemanticVersion, want)
		}
	}
}

// TestSARIFLineHash checks that every line on which a finding can start has a hash, including the empty line
// after the last line break.
func TestSARIFLineHash(t *testing.T) {
	t.Parallel()
	file := source.New("f", []byte("---\nk: 1\nk: 2\nü: \"😀\"\n"))
	s := &sarifReport{Report: &Report{}, files: map[*source.File]*sarifFile{}}
	want := []string{"3451f413f1535ee:1", "f288b1b28cd50f15:1", "9740ac8afd86b89d:1", "2566825bb9245a50:1", "c129715d7a2bc9a3:1"}
	for offset := range len(file.Text) + 1 {
		if got, want := s.lineHash(file, offset), want[file.Pos(offset).Line-1]; got != want {
			t.Errorf("hash at %d = %s, want %s", offset, got, want)
		}
	}
}

// suppressed returns the example with findings suppressed by a comment and by a baseline.
func suppressed(t testing.TB) *Report {
	r := example(t)
	r.Suppressed = []diagnostic.Suppressed{
		{Diagnostic: r.Diagnostics[0], By: diagnostic.ByComment, Reason: "the old name"},
		{Diagnostic: r.Diagnostics[1], By: diagnostic.ByBaseline},
	}
	r.Diagnostics = r.Diagnostics[2:]
	return r
}

// TestSARIFSuppressions checks that suppressed findings are omitted without IncludeSuppressed, because GitHub
// shows them as open.
func TestSARIFSuppressions(t *testing.T) {
	t.Parallel()
	r := suppressed(t)
	for _, result := range run(t, r, Options{}).Results {
		if result.Suppressions != nil {
			t.Errorf("%s is marked as suppressed", result.RuleID)
		}
	}
	results := run(t, r, Options{IncludeSuppressed: true}).Results
	if len(results) != len(r.Diagnostics)+2 {
		t.Fatalf("got %d results", len(results))
	}
	fingerprints := map[string]bool{}
	for i, result := range results {
		if result.Suppressions == nil {
			t.Fatalf("result %d has no suppressions", i)
		}
		var want []sarif.Suppression
		switch i {
		case len(r.Diagnostics):
			want = []sarif.Suppression{{Kind: sarif.InSource, Status: sarif.Accepted, Justification: "the old name"}}
		case len(r.Diagnostics) + 1:
			want = []sarif.Suppression{{Kind: sarif.External, Status: sarif.Accepted}}
		}
		if !slices.Equal(*result.Suppressions, want) {
			t.Errorf("result %d: got suppressions %v, want %v", i, *result.Suppressions, want)
		}
		if own := result.PartialFingerprints[ownFingerprint]; fingerprints[own] {
			t.Errorf("result %d has a duplicate fingerprint", i)
		} else {
			fingerprints[own] = true
		}
	}
}

// TestSARIFMultitool validates reports with Microsoft's validator (npm: @microsoft/sarif-multitool) and its
// rules for GitHub. Its exit code does not depend on its findings, so they are read from its output.
func TestSARIFMultitool(t *testing.T) {
	t.Parallel()
	tool := os.Getenv("HIERALINT_TEST_SARIF_MULTITOOL")
	if tool == "" {
		if os.Getenv("HIERALINT_TEST_REQUIRE_ORACLE") == "1" {
			t.Fatal("HIERALINT_TEST_SARIF_MULTITOOL does not name the program Sarif.Multitool")
		}
		t.Skip("set HIERALINT_TEST_SARIF_MULTITOOL to the program Sarif.Multitool (npm: @microsoft/sarif-multitool)")
	}
	related := example(t)
	related.Diagnostics[3].Related = slices.Repeat(related.Diagnostics[3].Related, 200)
	every := clean()
	every.Rules = rules.Descriptors()
	shapes := map[string]*Report{
		"clean": clean(), "every rule": every, "example": example(t), "related": related, "odd": odd(), "suppressed": suppressed(t),
	}
	dir := t.TempDir()
	var files []string
	for name, r := range shapes {
		o := fullOptions()
		o.IncludeSuppressed = name == "suppressed"
		file := filepath.Join(dir, name+".sarif")
		if err := os.WriteFile(file, []byte(write(t, SARIF, r, o)), 0o644); err != nil {
			t.Fatal(err)
		}
		if name != "odd" {
			files = append(files, file)
		}
	}
	validate(t, tool, nil, files...)
	// These rules require a context region and a snippet. A region that is the whole file has no context, and
	// very long regions have no snippet.
	validate(t, tool, []string{"SARIF2010", "SARIF2011"}, filepath.Join(dir, "odd.sarif"))
}

// validate reports the validator's findings in files, except those of allowed rules.
func validate(t *testing.T, tool string, allowed []string, files ...string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "validation.json")
	args := slices.Concat([]string{"validate"}, files, []string{"--config", "testdata/multitool.xml", "--rule-kind", "Sarif;Ghas", "--level", "Error;Warning;Note", "-o", out, "--log", "ForceOverwrite"})
	cmd := exec.Command(tool, args...)
	cmd.Env = append(os.Environ(), "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1")
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID    string
				Level     string
				Message   struct{ Arguments []string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(strings.TrimPrefix(string(text), "\uFEFF")), &log); err != nil {
		t.Fatal(err)
	}
	if len(log.Runs) != 1 {
		t.Fatalf("got %d runs of the validator, want 1", len(log.Runs))
	}
	for _, result := range log.Runs[0].Results {
		if !slices.Contains(allowed, result.RuleID) {
			t.Errorf("%v: %s %s %q", result.Locations, result.Level, result.RuleID, result.Message.Arguments)
		}
	}
}

func FuzzSARIF(f *testing.F) {
	f.Add([]byte("a: b\n"), 0, 4, "message", "data/path.yaml", "new")
	f.Add([]byte("\uFEFFa:\r\n\t- \x1b[31m😀\u202e\r"), 3, 40, "`a\x00` {0} [x](1)\n", "p\x1b/\xff", "\xff")
	f.Add([]byte("k: \xe2\x82 \xff"), 3, 3, "\xff", "", "")
	schema := jsonschema.Read(f, "docs/schemas/lint-report.schema.json")
	f.Fuzz(func(t *testing.T, text []byte, start, length int, message, path, replacement string) {
		file := source.New(path, text)
		start = min(max(start, 0), len(text))
		span := source.Span{Start: start, End: min(max(length, 0), len(text)-start) + start}
		r := &Report{Diagnostics: []diagnostic.Diagnostic{{
			Rule: aliasRule, Severity: diagnostic.Warning, File: file, Span: span, Message: message, Key: diagnostic.RootKey(message),
			Related: []diagnostic.Related{{File: file, Span: span, Message: message}},
			Fixes:   []diagnostic.Fix{{Message: message, Edits: []diagnostic.TextEdit{{File: file, Span: span, New: replacement}}}},
		}}}
		result := run(t, r, Options{Version: path, Category: message}).Results[0]
		at := result.Locations[0].PhysicalLocation.Region
		if at.StartLine < 1 || at.StartColumn < 1 || at.EndLine < at.StartLine || at.EndLine == at.StartLine && at.EndColumn < at.StartColumn {
			t.Errorf("invalid region %+v", at)
		}
		for _, name := range []string{sarif.PrimaryLocationLineHash, ownFingerprint} {
			if result.PartialFingerprints[name] == "" {
				t.Errorf("missing fingerprint %s", name)
			}
		}
		if err := schema.CheckJSON([]byte(write(t, JSON, r, Options{}))); err != nil {
			t.Error(err)
		}
	})
}
