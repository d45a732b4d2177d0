package settings_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/rules/yaml"
)

func parse(t *testing.T, text string) *settings.Settings {
	t.Helper()
	s, err := settings.Parse(source.New(settings.Name, []byte(text)), filepath.Join(t.TempDir(), settings.Name), settings.Recommended)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEverySetting(t *testing.T) {
	s := parse(t, `
profile: strict
puppet_version: 7
fail_on: never
min_severity: warning
rules:
  HL1002: off
  empty-data-file: on
  encoding: {severity: warning, allow: [byte-order-mark]}
overrides:
  - paths: [data/legacy]
    rules: {yaml-duplicate-key: note}
exclude: [vendor, 'data/*.tmp']
modulepath: [modules, /opt/modules]
facts: [spec/facts]
nodes:
  web01.example.com:
    facts: {os: {family: Debian}}
    trusted: {extensions: {pp_role: web}}
    vars: {role: web}
    environment: testing
  db01.example.com:
known_facts: [role]
known_variables: [site]
private_keys: [keys/private.pem]
max_file_size: 8
baseline: known.json
suppressions:
  require_reason: false
  protect_secrets: false
  ignore:
    - rules: [yaml-duplicate-key, HL1004]
      paths: ['data/*.json']
      keys: ['profile::db::*']
      reason: generated
      until: 2027-01-31
`)
	in := func(name string) string { return filepath.Join(s.Dir, filepath.FromSlash(name)) }
	for _, tt := range []struct {
		name      string
		got, want any
	}{
		{"profile", s.Profile, settings.Strict},
		{"puppet_version", s.PuppetVersion, 7},
		{"fail_on", s.FailOn, diagnostic.Severity(0)},
		{"min_severity", s.MinSeverity, diagnostic.Warning},
		{"off", s.Rules[yaml.YAMLDuplicateKey], settings.RuleSetting{Off: true}},
		{"on", s.Rules[yaml.EmptyDataFile], settings.RuleSetting{}},
		{"options", s.Rules[yaml.Encoding], settings.RuleSetting{Severity: diagnostic.Warning, Chosen: rule.OptionValues{"allow": []string{"byte-order-mark"}}}},
		{"overrides", s.Overrides[0].Rules[yaml.YAMLDuplicateKey].Severity, diagnostic.Note},
		{"exclude", s.Exclude.Match("vendor/x.yaml"), true},
		{"modulepath", s.Modulepath, []string{in("modules"), "/opt/modules"}},
		{"facts", s.Facts, []string{in("spec/facts")}},
		{"nodes", len(s.Nodes), 2},
		{"certname", s.Nodes[0].Certname + " " + s.Nodes[1].Certname, "web01.example.com db01.example.com"},
		{"environment", s.Nodes[0].Environment, "testing"},
		{"known_facts", s.KnownFacts, []string{"role"}},
		{"known_variables", s.KnownVariables, []string{"site"}},
		{"private_keys", s.PrivateKeys, []string{in("keys/private.pem")}},
		{"max_file_size", s.MaxFileSize, int64(8 << 20)},
		{"baseline", s.Baseline, in("known.json")},
		{"require_reason", s.Suppressions.RequireReason, false},
		{"protect_secrets", s.Suppressions.ProtectSecrets, false},
		{"ignore.rules", s.Suppressions.Ignore[0].Rules[1].Name, "HL1004"},
		{"ignore.paths", s.Suppressions.Ignore[0].Paths.Match("data/x.json"), true},
		{"ignore.keys", s.Suppressions.Ignore[0].Keys.Match("profile::db::password"), true},
		{"ignore.reason", s.Suppressions.Ignore[0].Reason, "generated"},
		{"ignore.until", s.Suppressions.Ignore[0].Until, "2027-01-31"},
	} {
		if diff := cmp.Diff(tt.want, tt.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	family, _ := s.Nodes[0].Facts.Get("os")
	if v, ok := family.Get("family"); !ok || v.Text() != "Debian" {
		t.Errorf("facts of the node: %v", v)
	}
	if v, ok := s.Nodes[0].Vars.Get("role"); !ok || v.Text() != "web" {
		t.Errorf("variables of the node: %v", v)
	}
}

// TestMistakes checks the messages about invalid configurations.
func TestMistakes(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"misspelled setting", "profile: strict\nexlude: []\n", "2:1: unknown setting `exlude` in the configuration; did you mean `exclude`?"},
		{"unknown setting", "colour: red\n", "1:1: unknown setting `colour` in the configuration; valid here: `profile`, `puppet_version`, `fail_on`, `min_severity`, `rules`, " +
			"`overrides`, `exclude`, `environments`, `modulepath`, `report_installed_modules`, `facts`, `nodes`, `known_facts`, `known_variables`, `sensitive_facts`, `private_keys`, `max_file_size`, `baseline`, `suppressions`"},
		{"misspelled word", "rules:\n  encoding: of\n", "2:13: `encoding` must be `off`, `on`, `note`, `warning`, or `error`, not `of`; did you mean `off`?"},
		{"not a word", "fail_on: [error]\n", "1:10: `fail_on` must be `error`, `warning`, `note`, or `never`, not an array"},
		{"number", "puppet_version: 6\n", "1:17: `puppet_version` must be `7` or `8`, not `6`"},
		{"misspelled option", "rules:\n  encoding:\n    alow: []\n", "3:5: unknown option `alow` in `encoding`; did you mean `allow`?"},
		{"wrong option", "rules:\n  encoding:\n    allow: [crlf]\n", "3:13: an element of `allow` must be `byte-order-mark` or `carriage-returns`, not `crlf`"},
		{"not an array", "exclude: vendor\n", "1:10: `exclude` must be an array, not `vendor`; write `[vendor]`"},
		{"not a string", "known_facts: [[a]]\n", "1:15: an element of `known_facts` must be a string, not an array"},
		{"not a boolean", "suppressions:\n  require_reason: sure\n", "2:19: `require_reason` must be true or false, not `sure`"},
		{"not a hash", "rules: [encoding]\n", "1:8: `rules` must be a hash, not an array"},
		{"not a date", "suppressions:\n  ignore:\n    - rules: [encoding]\n      until: 2027-02-31\n", "4:14: `until` must be a date, not `2027-02-31`; write year, month, and day: `2027-01-31`"},
		{"entry without rules", "suppressions:\n  ignore:\n    - reason: none\n", "3:7: an entry of `ignore` needs `rules`"},
		{"override without paths", "overrides:\n  - rules: {encoding: off}\n", "2:5: an override needs `paths`"},
		{"environment without path", "environments:\n  - hiera_config: hiera.yaml\n", "2:5: an environment needs `path`"},
		{"misspelled in an environment", "environments:\n  - {path: ., hieraconfig: a.yaml}\n", "2:15: unknown setting `hieraconfig` in an environment; did you mean `hiera_config`?"},
		{"no hash of datadirs", "environments:\n  - {path: ., datadirs: [hieradata]}\n", "2:25: `datadirs` must be a hash, not an array"},
		{"no path of a datadir", "environments:\n  - {path: ., datadirs: {/srv/data: [a]}}\n", "2:37: `/srv/data` in `datadirs` must be a string, not an array"},
		{"pattern", "exclude: ['data/[a']\n", "1:11: unclosed `[` in the pattern; put a `\\` before a literal character"},
		{"node", "nodes:\n  a.example.com:\n    fact: {}\n", "3:5: unknown setting `fact` in `a.example.com`; did you mean `facts`?"},
		{"date in facts", "nodes:\n  a.example.com:\n    facts: {since: 2027-01-31}\n", "3:20: unquoted `2027-01-31` is a date, which Puppet refuses to load; quote it"},
		{"twice", "facts: [a]\nfacts: [b]\n", "1:1: duplicate key; Puppet uses the later value; remove one of the two"},
		{"syntax", "rules: {\n", "1:8: unclosed bracket; close it"},
		{"another file", "root:x:0:0:root:/root:/bin/sh\n", "1:1: the configuration must be a hash, not a string"},
		{"long text", "fail_on: " + strings.Repeat("x", 100) + "\n", "1:10: `fail_on` must be `error`, `warning`, `note`, or `never`, not a string"},
		{"list", "- a\n", "1:1: the configuration must be a hash, not an array"},
		{"two", "exlude: []\nfail_on: x\n", "1:1: unknown setting `exlude` in the configuration; did you mean `exclude`?\n" +
			".hieralint.yaml:2:10: `fail_on` must be `error`, `warning`, `note`, or `never`, not `x`"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := settings.Parse(source.New(settings.Name, []byte(tt.text)), settings.Name, settings.Recommended)
			if err == nil {
				t.Fatal("no error")
			}
			if got := strings.TrimPrefix(err.Error(), settings.Name+":"); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestNothing checks that empty and commented-out settings have no effect.
func TestNothing(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "---\n", "rules:\nexclude:\n  # - vendor\nprofile: ~\n", "{}\n"} {
		s := parse(t, text)
		if s.Profile != settings.Recommended || s.FailOn != diagnostic.Error || s.PuppetVersion != 8 || len(s.Rules) > 0 || s.Exclude != nil {
			t.Errorf("%q: got %+v", text, s)
		}
	}
}

func TestUnknownRules(t *testing.T) {
	s := parse(t, "rules:\n  yaml-duplicat-key: off\nsuppressions:\n  ignore:\n    - rules: [no-such-rule-at-all]\n")
	var got []string
	for _, p := range s.Doubts() {
		got = append(got, p.String())
	}
	want := []string{
		".hieralint.yaml:2:3: unknown rule `yaml-duplicat-key`; did you mean `yaml-duplicate-key`?",
		".hieralint.yaml:5:15: unknown rule `no-such-rule-at-all`",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestProfiles(t *testing.T) {
	for _, tt := range []struct {
		text           string
		rule           *rule.Rule
		own, want      diagnostic.Severity
		failOn         diagnostic.Severity
		reason, secret bool
	}{
		{"", yaml.EmptyDataFile, diagnostic.Note, diagnostic.Note, diagnostic.Error, false, false},
		{"profile: minimal", yaml.EmptyDataFile, diagnostic.Note, 0, diagnostic.Error, false, false},
		{"profile: minimal", yaml.Encoding, diagnostic.Error, diagnostic.Error, diagnostic.Error, false, false},
		{"{profile: minimal, rules: {empty-data-file: on}}", yaml.EmptyDataFile, diagnostic.Note, diagnostic.Note, diagnostic.Error, false, false},
		{"{profile: minimal, min_severity: warning}", yaml.Encoding, diagnostic.Warning, diagnostic.Warning, diagnostic.Error, false, false},
		{"profile: strict", yaml.EmptyDataFile, diagnostic.Note, diagnostic.Note, diagnostic.Warning, true, true},
		{"{suppressions: {protect_secrets: false}, profile: strict, fail_on: note}", yaml.Encoding, diagnostic.Note, diagnostic.Note, diagnostic.Note, true, false},
	} {
		s := parse(t, tt.text+"\n")
		if got := s.At("x.yaml").Severity(tt.rule, tt.own); got != tt.want {
			t.Errorf("%s: %s of %s: got %s, want %s", tt.text, tt.own, tt.rule.Name, got, tt.want)
		}
		if got := s.IsOff(tt.rule); got && tt.want != 0 || !got && tt.rule.OnRequest && tt.want == 0 {
			t.Errorf("%s: %s off: got %t", tt.text, tt.rule.Name, got)
		}
		if s.FailOn != tt.failOn || s.Suppressions.RequireReason != tt.reason || s.Suppressions.ProtectSecrets != tt.secret {
			t.Errorf("%s: fail on %s, reason %t, secrets %t", tt.text, s.FailOn, s.Suppressions.RequireReason, s.Suppressions.ProtectSecrets)
		}
	}
}

func TestFindingsOnRequest(t *testing.T) {
	for _, tt := range []struct {
		text      string
		onRequest bool
		want      diagnostic.Severity
	}{
		{"", false, diagnostic.Warning},
		{"", true, 0},
		{"profile: minimal", true, 0},
		{"profile: strict", true, diagnostic.Warning},
		{"rules: {encoding: on}", true, diagnostic.Warning},
		{"rules: {encoding: note}", true, diagnostic.Note},
		{"{profile: strict, rules: {encoding: off}}", true, 0},
		{"overrides: [{paths: [x.yaml], rules: {encoding: error}}]", true, diagnostic.Error},
	} {
		d := &diagnostic.Diagnostic{Rule: yaml.Encoding.Descriptor(), Severity: diagnostic.Warning, OnRequest: tt.onRequest}
		s := parse(t, tt.text+"\n")
		if got := s.At(filepath.Join(s.Dir, "x.yaml")).SeverityOf(yaml.Encoding, d); got != tt.want {
			t.Errorf("%q, on request %t: %s, want %s", tt.text, tt.onRequest, got, tt.want)
		}
	}
}

func TestOverrides(t *testing.T) {
	s := parse(t, `
rules:
  encoding: {severity: warning, allow: [byte-order-mark]}
  empty-data-file: off
overrides:
  - paths: [data/legacy/**]
    rules: {encoding: {severity: note}, empty-data-file: error}
  - paths: ['*.json']
    rules: {encoding: off, empty-data-file: on}
`)
	for _, tt := range []struct {
		path  string
		rule  *rule.Rule
		want  diagnostic.Severity
		allow []string
	}{
		{"data/a.yaml", yaml.Encoding, diagnostic.Warning, []string{"byte-order-mark"}},
		{"data/a.yaml", yaml.EmptyDataFile, 0, nil},
		{"data/legacy/a.yaml", yaml.Encoding, diagnostic.Note, []string{"byte-order-mark"}},
		{"data/legacy/x/a.yaml", yaml.EmptyDataFile, diagnostic.Error, nil},
		{"data/legacy/a.json", yaml.Encoding, 0, []string{"byte-order-mark"}},
		{"data/legacy/a.json", yaml.EmptyDataFile, diagnostic.Error, nil},
		{"data/a.json", yaml.EmptyDataFile, diagnostic.Note, nil},
		{"", yaml.EmptyDataFile, 0, nil},
	} {
		path := tt.path
		if path != "" {
			path = filepath.Join(s.Dir, filepath.FromSlash(path))
		}
		at := s.At(path)
		if got := at.Severity(tt.rule, tt.rule.Severity); got != tt.want {
			t.Errorf("%s in %q: %s, want %s", tt.rule.Name, tt.path, got, tt.want)
		}
		if got, _ := at.Rule(tt.rule).Chosen["allow"].([]string); !slices.Equal(got, tt.allow) {
			t.Errorf("%s in %q: allow %v, want %v", tt.rule.Name, tt.path, got, tt.allow)
		}
	}
	if s.IsOff(yaml.EmptyDataFile) {
		t.Error("a rule is off, although an override turns it on")
	}
	moved := s.Moved(filepath.Join(t.TempDir(), "copy"))
	if got := moved.At(filepath.Join(moved.Dir, "data", "legacy", "a.yaml")).Severity(yaml.Encoding, diagnostic.Error); got != diagnostic.Note {
		t.Errorf("in a copy of the tree: %s", got)
	}
}

// write writes files to a new directory, which is a repository only if .git is among them.
func write(t *testing.T, files ...string) string {
	t.Helper()
	tree := map[string]string{}
	for _, file := range files {
		name, text, _ := strings.Cut(file, ": ")
		tree[name] = text
	}
	return filetree.Write(t, tree)
}

func TestFind(t *testing.T) {
	for _, tt := range []struct {
		name     string
		files    []string
		paths    []string
		want     string // the path of the configuration, "" for none
		dir      string
		baseline string
	}{
		{"none", []string{"repo/.git/HEAD", "repo/data/a.yaml"}, []string{"repo/data"}, "", "repo", ""},
		{"no repository", []string{"data/a.yaml"}, []string{"data"}, "", "data", ""},
		{"beside", []string{"repo/.hieralint.yaml"}, []string{"repo"}, "repo/.hieralint.yaml", "repo", ""},
		{"other name", []string{"repo/.hieralint.yml"}, []string{"repo"}, "repo/.hieralint.yml", "repo", ""},
		{"above a file", []string{"repo/.hieralint.yaml", "repo/data/a.yaml"}, []string{"repo/data/a.yaml"}, "repo/.hieralint.yaml", "repo", ""},
		{"above a new file", []string{"repo/.hieralint.yaml"}, []string{"repo/data/new.yaml"}, "repo/.hieralint.yaml", "repo", ""},
		{"nearest", []string{"repo/.hieralint.yaml", "repo/a/.hieralint.yaml", "repo/a/x.yaml"}, []string{"repo/a/x.yaml"}, "repo/a/.hieralint.yaml", "repo/a", ""},
		{"around all", []string{"repo/.hieralint.yaml", "repo/a/.hieralint.yaml", "repo/a/x.yaml", "repo/b/x.yaml"}, []string{"repo/a/x.yaml", "repo/b/x.yaml"}, "repo/.hieralint.yaml", "repo", ""},
		{"not above the repository", []string{".hieralint.yaml", "repo/.git/HEAD"}, []string{"repo"}, "", "repo", ""},
		{"baseline next to it", []string{"repo/.hieralint.yaml", "repo/.hieralint-baseline.json", "repo/data/a.yaml"}, []string{"repo/data"}, "repo/.hieralint.yaml", "repo", "repo/.hieralint-baseline.json"},
		{"named baseline", []string{"repo/.hieralint.yaml: baseline: x.json\n", "repo/.hieralint-baseline.json"}, []string{"repo"}, "repo/.hieralint.yaml", "repo", "repo/x.json"},
		{"baseline alone", []string{"repo/.git/HEAD", "repo/.hieralint-baseline.json", "repo/data/a.yaml"}, []string{"repo/data"}, "", "repo", "repo/.hieralint-baseline.json"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := write(t, tt.files...)
			t.Chdir(dir)
			s, err := settings.Finder{}.Find(tt.paths)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if s.File != nil {
				got = s.File.Path
			}
			if got != tt.want {
				t.Errorf("found %q, want %q", got, tt.want)
			}
			if want := filepath.Join(dir, filepath.FromSlash(tt.dir)); s.Dir != want {
				t.Errorf("base directory of patterns: got %s, want %s", s.Dir, want)
			}
			baseline := ""
			if tt.baseline != "" {
				baseline = filepath.Join(dir, filepath.FromSlash(tt.baseline))
			}
			if s.Baseline != baseline {
				t.Errorf("baseline %q, want %q", s.Baseline, baseline)
			}
		})
	}
}

func TestExcluded(t *testing.T) {
	dir := write(t, "repo/.hieralint.yaml: exclude: [vendor, /data/generated/, 'data/**/*.tmp.yaml']\n")
	t.Chdir(dir)
	s, err := settings.Finder{}.Find([]string{"repo"})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		"repo/vendor": true, "repo/vendor/a.yaml": true, "repo/x/vendor/a.yaml": true, "repo/vendored/a.yaml": false,
		"repo/data/generated/a.yaml": true, "repo/x/data/generated/a.yaml": false,
		"repo/data/a.tmp.yaml": true, "repo/data/x/y/a.tmp.yaml": true, "repo/data/a.yaml": false,
		"vendor/a.yaml": false, "../vendor": false,
	} {
		if got := s.Excluded(path); got != want {
			t.Errorf("%s: %t, want %t", path, got, want)
		}
	}
}
