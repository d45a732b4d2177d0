package runner_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/rules"
	"github.com/hieralint/hieralint/rules/hierarchy"
	"github.com/hieralint/hieralint/rules/hygiene"
	"github.com/hieralint/hieralint/rules/interpolation"
	"github.com/hieralint/hieralint/rules/yaml"
)

// plainRules are some rules that are easy to trigger, and those about suppressions.
var plainRules = []*rule.Rule{
	yaml.YAMLSyntaxError, yaml.YAMLDuplicateKey, yaml.EmptyDataFile, yaml.YAMLMultipleDocuments, interpolation.InterpolationUnquoted,
	interpolation.AliasNotWholeValue, interpolation.LiteralArgument, hierarchy.HieraConfigInvalid, hygiene.UnusedSuppression, hygiene.UnknownRuleInConfig,
}

// suppressing checks a tree and returns its findings, formatted, and the suppressed ones with their
// reasons.
func suppressing(t *testing.T, files map[string]string, o runner.Options) (found, suppressed []string) {
	t.Helper()
	if _, ok := files["hiera.yaml"]; !ok {
		files["hiera.yaml"] = "version: 5\n"
	}
	dir := filetree.Write(t, files)
	t.Chdir(dir)
	configured, err := settings.Finder{}.Find([]string{"."})
	if err != nil {
		t.Fatal(err)
	}
	o.Settings = configured
	if o.Rules == nil {
		o.Rules = plainRules
	}
	if o.Today.IsZero() {
		o.Today = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	}
	result := run(t, load(t, "."), o)
	for _, s := range result.Suppressed {
		place, _, _ := strings.Cut(lines(dir, &runner.Result{Diagnostics: []diagnostic.Diagnostic{s.Diagnostic}})[0], ": ")
		suppressed = append(suppressed, place+" "+s.Rule.Name+": "+s.Reason)
	}
	return lines(dir, result), suppressed
}

const bad = "%{alias('x')}!" // a finding of alias-not-whole-value if it is quoted

func TestSuppressions(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		found      []string // line:rule of the remaining findings
		suppressed int
	}{
		{"none", "a: \"" + bad + "\"\n", []string{"1:alias-not-whole-value"}, 0},
		{"at the end of the line", "a: \"" + bad + "\" # hieralint:ignore alias-not-whole-value\nb: \"" + bad + "\"\n", []string{"2:alias-not-whole-value"}, 1},
		{"by id", "a: \"" + bad + "\" # hieralint:ignore HL2002\n", nil, 1},
		{"after other text", "a: \"" + bad + "\" # legacy # hieralint:ignore alias-not-whole-value\n", nil, 1},
		{"without blanks", "a: \"" + bad + "\" #hieralint:ignore alias-not-whole-value\n", nil, 1},
		{"several rules", "a: \"" + bad + "%{literal('x')}\" # hieralint:ignore alias-not-whole-value, literal-argument -- both\n", nil, 2},
		{"another rule", "a: \"" + bad + "\" # hieralint:ignore yaml-duplicate-key\n", []string{"1:alias-not-whole-value", "1:unused-suppression"}, 0},
		{"above a key", "# hieralint:ignore alias-not-whole-value\na: \"" + bad + "\"\nb: \"" + bad + "\"\n", []string{"3:alias-not-whole-value"}, 1},
		{"above the first key below ---", "---\n# hieralint:ignore alias-not-whole-value\na: \"" + bad + "\"\nb: \"" + bad + "\"\n", []string{"4:alias-not-whole-value"}, 1},
		{"above a key with a large value", "# hieralint:ignore alias-not-whole-value\na:\n  b:\n    - \"" + bad + "\"\n  c: \"" + bad + "\"\nd: \"" + bad + "\"\n", []string{"6:alias-not-whole-value"}, 2},
		{"above a nested key", "a:\n  # hieralint:ignore alias-not-whole-value\n  b: \"" + bad + "\"\n  c: \"" + bad + "\"\n", []string{"4:alias-not-whole-value"}, 1},
		{"above an element", "a:\n  # hieralint:ignore alias-not-whole-value\n  - b: \"" + bad + "\"\n    c: \"" + bad + "\"\n  - \"" + bad + "\"\n", []string{"5:alias-not-whole-value"}, 2},
		{"above a later element", "a:\n  - x\n  # hieralint:ignore alias-not-whole-value\n  - - \"" + bad + "\"\n    - \"" + bad + "\"\n  - \"" + bad + "\"\n", []string{"6:alias-not-whole-value"}, 2},
		{"above a value", "a:\n  # hieralint:ignore alias-not-whole-value\n  \"x\n  " + bad + "\"\nb: \"" + bad + "\"\n", []string{"5:alias-not-whole-value"}, 1},
		{"above an explicit key", "# hieralint:ignore alias-not-whole-value\n? a\n: \"" + bad + "\"\nb: \"" + bad + "\"\n", []string{"4:alias-not-whole-value"}, 1},
		{"above a key with an anchor", "# hieralint:ignore alias-not-whole-value\n&k a: &v \"" + bad + "\"\nb: \"" + bad + "\"\n", []string{"3:alias-not-whole-value"}, 1},
		{"in brackets", "a: {\n  # hieralint:ignore alias-not-whole-value\n  b: \"" + bad + "\",\n  c: \"" + bad + "\"\n}\n", []string{"4:alias-not-whole-value"}, 1},
		{"with blank lines and comments between", "# hieralint:ignore alias-not-whole-value\n\n# about a\n\na: \"" + bad + "\"\n", nil, 1},
		{"two above each other", "# hieralint:ignore alias-not-whole-value\n# hieralint:ignore literal-argument\na: \"" + bad + "%{literal('x')}\"\n", nil, 2},
		{"less indented than the key", "a:\n# hieralint:ignore alias-not-whole-value\n  b: \"" + bad + "\"\n  c: \"" + bad + "\"\n", []string{"4:alias-not-whole-value"}, 1},
		{"at a block scalar", "a: | # hieralint:ignore alias-not-whole-value\n  x\n  " + bad + "\nb: \"" + bad + "\"\n", []string{"4:alias-not-whole-value"}, 1},
		{"at a key with a nested value", "a: # hieralint:ignore alias-not-whole-value\n  b: \"" + bad + "\"\n", []string{"1:unused-suppression", "2:alias-not-whole-value"}, 0},
		{"not in a block scalar", "a: |\n  # hieralint:ignore alias-not-whole-value\n  " + bad + "\n", []string{"3:alias-not-whole-value"}, 0},
		{"not in quotes", "a: \"" + bad + " # hieralint:ignore alias-not-whole-value\"\n", []string{"1:alias-not-whole-value"}, 0},
		{"file", "# hieralint:ignore-file alias-not-whole-value\na: \"" + bad + "\"\nb: \"" + bad + "\"\n", nil, 2},
		{"file below ---", "--- # hieralint:ignore-file alias-not-whole-value\na: \"" + bad + "\"\nb: \"" + bad + "\"\n", nil, 2},
		{"file too late", "a: \"" + bad + "\"\n# hieralint:ignore-file alias-not-whole-value\n", []string{"1:alias-not-whole-value", "2:unused-suppression"}, 0},
		{"empty file", "# hieralint:ignore empty-data-file -- to come\n", nil, 1},
		{"file that is not YAML", "# hieralint:ignore-file yaml-syntax-error -- a template\na: [<% x %>\n", nil, 1},
		{"line that is not YAML", "a: b\nb: ] # hieralint:ignore yaml-syntax-error -- a template\n", nil, 1},
		{"file with a token without quotes", "# hieralint:ignore interpolation-unquoted -- a template\na: %{x}\nb: %{y}\n", []string{"3:interpolation-unquoted"}, 1},
		{"second document", "a: 1\n--- # hieralint:ignore yaml-multiple-documents\nb: 1\n", nil, 1},
		{"above the second document", "a: 1\n# hieralint:ignore yaml-multiple-documents\n---\nb: 1\n", nil, 1},
		{"until later", "a: \"" + bad + "\" # hieralint:ignore alias-not-whole-value until=2026-11-21\n", nil, 1},
		{"until yesterday", "a: \"" + bad + "\" # hieralint:ignore alias-not-whole-value until=2026-11-20\n", []string{"1:alias-not-whole-value", "1:unused-suppression"}, 0},
		{"one of two unused", "a: \"" + bad + "\" # hieralint:ignore alias-not-whole-value,literal-argument\n", []string{"1:unused-suppression"}, 1},
		{"itself", "a: 1 # hieralint:ignore literal-argument, unused-suppression\n", []string{"1:unused-suppression", "1:unused-suppression"}, 0},
		{"misspelled rule", "a: \"" + bad + "\" # hieralint:ignore alias-not-hole-value\n", []string{"1:alias-not-whole-value", "1:unused-suppression"}, 0},
		{"no comment for hieralint", "a: \"" + bad + "\" # hieralint says: alias-not-whole-value\n", []string{"1:alias-not-whole-value"}, 0},
		{"CRLF", "# hieralint:ignore alias-not-whole-value\r\na: \"" + bad + "\"\r\nb: \"" + bad + "\" # hieralint:ignore alias-not-whole-value -- x\r\n", nil, 2},
		{"byte order mark", "\uFEFF# hieralint:ignore alias-not-whole-value\na: \"" + bad + "\"\n", nil, 1},
		{"at the end without a line break", "a: \"" + bad + "\" # hieralint:ignore alias-not-whole-value", nil, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, suppressed := suppressing(t, map[string]string{"data/common.yaml": tt.text}, runner.Options{})
			var got []string
			for _, line := range found {
				parts := strings.Split(line, ":")
				got = append(got, parts[1]+":"+strings.TrimSuffix(line[strings.LastIndex(line, "[")+1:], "]"))
			}
			if diff := cmp.Diff(tt.found, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s%s", diff, strings.Join(found, "\n"))
			}
			if len(suppressed) != tt.suppressed {
				t.Errorf("%d suppressed, want %d: %q", len(suppressed), tt.suppressed, suppressed)
			}
		})
	}
}

// TestMistakenSuppressions checks the findings about suppressions without effect.
func TestMistakenSuppressions(t *testing.T) {
	for _, tt := range []struct{ comment, want string }{
		{"# hieralint:ignore", "1:6: suppression without a rule"},
		{"# hieralint:ignore -- reason", "1:6: suppression without a rule"},
		{"# hieralint:", "1:6: empty suppression"},
		{"# hieralint:disable yaml-duplicate-key", "1:18: unknown suppression `disable`"},
		{"# hieralint ignore yaml-duplicate-key", "1:6: malformed suppression: unexpected colon after `hieralint`"},
		{"# hieralint-ignore-file yaml-duplicate-key", "1:6: malformed suppression: unexpected colon after `hieralint`"},
		{"# hieralint:ignore yaml-duplicate-key because it is", "1:44: `because` is unexpected here"},
		{"# hieralint:ignore yaml-duplicate-key until=soon", "1:44: `soon` is not a date"},
		{"# hieralint:ignore yaml-duplicate-key until=2026-02-30", "1:44: `2026-02-30` is not a date"},
		{"# hieralint: ignore yaml-duplicate-key", "1:6: unused suppression"},
		{"# hieralint:ignore yaml-duplicate-key until=2026-01-31 -- x", "1:6: this suppression expired on 2026-01-31"},
		{"# hieralint:ignore no-such-rule-at-all", "1:25: unknown rule `no-such-rule-at-all`"},
	} {
		found, _ := suppressing(t, map[string]string{"data/common.yaml": "a: 1 " + tt.comment + "\n"}, runner.Options{})
		want := "data/common.yaml:" + strings.Replace(tt.want, ": ", ": warning: ", 1) + " [unused-suppression]"
		if len(found) != 1 || found[0] != want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.comment, strings.Join(found, "\n     "), want)
		}
	}
}

func TestSuppressionsInHieraYAML(t *testing.T) {
	found, suppressed := suppressing(t, map[string]string{
		"hiera.yaml":       "version: 5\n# hieralint:ignore hiera-config-invalid -- kept for the old server\nhierarchi: []\n",
		"data/common.yaml": "a: 1\n",
	}, runner.Options{})
	if len(found) != 0 || len(suppressed) != 1 {
		t.Errorf("found %q, suppressed %q", found, suppressed)
	}
}

func TestSuppressionsOfConfiguration(t *testing.T) {
	files := func(config string) map[string]string {
		return map[string]string{
			settings.Name:      config,
			"data/common.yaml": "db::a: \"" + bad + "\"\ndb::b: \"" + bad + "\"\n",
			"data/nodes.json":  "{\"a\": 1, \"a\": 2}\n",
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: All, globs: ['*.yaml']}\n  - {name: JSON, data_hash: json_data, path: nodes.json}\n",
		}
	}
	for _, tt := range []struct {
		name, config      string
		found, suppressed []string
	}{
		{"by path", "suppressions:\n  ignore:\n    - {rules: [yaml-duplicate-key], paths: ['*.json'], reason: generated}\n",
			[]string{"data/common.yaml:1 alias-not-whole-value", "data/common.yaml:2 alias-not-whole-value"}, []string{"data/nodes.json:1:10 yaml-duplicate-key: generated"}},
		{"by key", "suppressions:\n  ignore:\n    - {rules: [HL2002], keys: ['db::b']}\n",
			[]string{"data/common.yaml:1 alias-not-whole-value", "data/nodes.json:1 yaml-duplicate-key"}, []string{"data/common.yaml:2:9 alias-not-whole-value: "}},
		{"unused", "suppressions:\n  ignore:\n    - {rules: [literal-argument], reason: x}\n    - {rules: [HL2002, yaml-duplicate-key], until: 2999-01-01}\n",
			[]string{".hieralint.yaml:3 unused-suppression"}, []string{"data/common.yaml:1:9 alias-not-whole-value: ", "data/common.yaml:2:9 alias-not-whole-value: ", "data/nodes.json:1:10 yaml-duplicate-key: "}},
		{"expired", "rules: {alias-not-whole-value: off, yaml-duplicate-key: off}\nsuppressions:\n  ignore:\n    - {rules: [literal-argument], until: 2020-01-01}\n",
			[]string{".hieralint.yaml:4 unused-suppression"}, nil},
		{"without a reason", "rules: {yaml-duplicate-key: off}\nsuppressions:\n  require_reason: true\n  ignore:\n    - {rules: [HL2002], paths: [data]}\n",
			[]string{".hieralint.yaml:5 unused-suppression", "data/common.yaml:1 alias-not-whole-value", "data/common.yaml:2 alias-not-whole-value"}, nil},
		{"unknown", "rules: {yaml-duplicate-key: off, alias-not-whole-value: off}\nsuppressions:\n  ignore:\n    - {rules: [literal-argumentx]}\n",
			[]string{".hieralint.yaml:4 unknown-rule-in-config"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, suppressed := suppressing(t, files(tt.config), runner.Options{})
			for i, line := range found {
				parts := strings.Split(line, ":")
				found[i] = parts[0] + ":" + parts[1] + " " + strings.TrimSuffix(line[strings.LastIndex(line, "[")+1:], "]")
			}
			if diff := cmp.Diff(tt.found, found); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.suppressed, suppressed); diff != "" {
				t.Errorf("suppressed (-want +got):\n%s", diff)
			}
		})
	}
}

// TestUndecidedSuppressions checks that a suppression for a rule that did not run is not reported
// as unused.
func TestUndecidedSuppressions(t *testing.T) {
	const comment = "# hieralint:ignore literal-argument\n"
	for name, config := range map[string]string{
		"off":                    "rules: {literal-argument: off}\n",
		"off here":               "overrides: [{paths: [data], rules: {literal-argument: off}}]\n",
		"lesser findings":        "profile: minimal\n",
		"unused-suppression off": "rules: {unused-suppression: off}\n",
	} {
		found, _ := suppressing(t, map[string]string{settings.Name: config, "data/common.yaml": comment + "a: 1\n"}, runner.Options{})
		if len(found) > 0 {
			t.Errorf("%s: %q", name, found)
		}
	}
}

func TestProtectedSecrets(t *testing.T) {
	secret := rules.Find("eyaml-decrypted-block")
	files := map[string]string{
		settings.Name:      "suppressions: {protect_secrets: true}\n",
		"data/common.yaml": "a: DEC::PKCS7[x]! # hieralint:ignore eyaml-decrypted-block -- a test\n",
	}
	found, suppressed := suppressing(t, files, runner.Options{Rules: []*rule.Rule{secret, hygiene.UnusedSuppression}})
	if len(found) != 2 || len(suppressed) != 0 || !strings.Contains(found[1], "`eyaml-decrypted-block` cannot be suppressed") {
		t.Errorf("found %q, suppressed %q", found, suppressed)
	}
	delete(files, settings.Name)
	if found, suppressed = suppressing(t, files, runner.Options{Rules: []*rule.Rule{secret, hygiene.UnusedSuppression}}); len(found) != 0 || len(suppressed) != 1 {
		t.Errorf("without protection: found %q, suppressed %q", found, suppressed)
	}
}

// TestSingleFiles checks that the configuration is not checked if single files are.
func TestSingleFiles(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		settings.Name: "rules: {no-such-rule: off}\nsuppressions: {ignore: [{rules: [literal-argument]}]}\n",
		"hiera.yaml":  "version: 5\n", "data/common.yaml": "a: 1\n",
	})
	t.Chdir(dir)
	configured, err := settings.Finder{}.Find([]string{"."})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("data", "common.yaml")
	if got := run(t, load(t, file), runner.Options{Settings: configured, SingleFiles: true}).Diagnostics; len(got) != 0 {
		t.Errorf("a single file: %v", got)
	}
	if got := run(t, load(t, "."), runner.Options{Settings: configured}).Diagnostics; len(got) != 2 {
		t.Errorf("the tree: %v", got)
	}
}

// FuzzSuppressions checks that parsing comments does not crash, and that the spans of suppressions
// are consistent.
func FuzzSuppressions(f *testing.F) {
	for _, text := range []string{
		"a: 1 # hieralint:ignore yaml-duplicate-key, x until=2027-01-31 -- y\n", "# hieralint:ignore-file a,b,c\n", "{\n# hieralint:ignore a\n}", "/* hieralint:ignore x */",
		"- - # hieralint:ignore a\n", "a: |\n  # hieralint:ignore x\n# hieralint:ignore x", "# hieralint:ignore ,,a\n? b\n", "--- # hieralint:ignore a\n--- # hieralint:ignore b\n", "# hieralint:",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		runner.CheckSuppressionPlaces(t, source.New("f.yaml", []byte(text)))
	})
}
