package settings_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/jsonschema"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/settings"
)

// TestSchema checks that the published schema is up to date; -update rewrites it.
func TestSchema(t *testing.T) {
	golden.CheckFile(t, filepath.Join(reference.Root(t), "docs", "schemas", "hieralint-config.schema.json"), settings.Schema())
}

// TestSchemaAgrees checks that the schema, which editors use, accepts a configuration if and only
// if it is valid.
func TestSchemaAgrees(t *testing.T) {
	schema := jsonschema.Compile(t, settings.Schema())
	for _, tt := range []struct {
		text  string
		right bool
	}{
		{"profile: strict\npuppet_version: 7\nfail_on: never\n", true},
		{"rules: {encoding: off, HL1002: warning, yaml-date-value: true}\n", true},
		{"rules: {encoding: {severity: note, allow: [carriage-returns]}, interpolation-unquoted: {style: false}}\n", true},
		{"overrides: [{paths: [data], rules: {encoding: error}}]\n", true},
		{"nodes: {a.example.com: {facts: {a: 1}, environment: x}}\n", true},
		{"suppressions: {require_reason: true, ignore: [{rules: [encoding], until: '2027-01-31'}]}\n", true},
		{"exclude: []\nknown_facts: [a]\nbaseline: x.json\n", true},
		{"environments: [{path: ., hiera_config: a.yaml, datadirs: {'/srv/%{environment}': data}, modulepath: [site]}]\n", true},
		{"environments: [{hiera_config: a.yaml}]\n", false},
		{"environments: [{path: ., datadirs: [data]}]\n", false},
		{"profil: strict\n", false},
		{"profile: hard\n", false},
		{"puppet_version: 6\n", false},
		{"rules: {encoding: critical}\n", false},
		{"rules: {encoding: {level: note}}\n", false},
		{"rules: {encoding: {allow: [crlf]}}\n", false},
		{"rules: []\n", false},
		{"overrides: [{rules: {encoding: error}}]\n", false},
		{"overrides: {}\n", false},
		{"nodes: {a.example.com: {fact: {}}}\n", false},
		{"suppressions: {ignore: [{reason: none}]}\n", false},
		{"suppressions: {ignore: [{rules: [encoding], until: soon}]}\n", false},
		{"exclude: vendor\n", false},
		{"known_facts: [[a]]\n", false},
	} {
		_, err := settings.Parse(source.New(settings.Name, []byte(tt.text)), settings.Name, settings.Recommended)
		if (err == nil) != tt.right {
			t.Errorf("%s: error of the parser: %v", tt.text, err)
		}
		if err := schema.CheckYAML([]byte(tt.text)); (err == nil) != tt.right {
			t.Errorf("%s: error of the schema: %v", tt.text, err)
		}
	}
}

// comment matches an example in the template, which is commented out.
var comment = regexp.MustCompile(`(?m)^#((?:[a-z_]+:|  ).*)$`)

func template(t *testing.T, profile settings.Profile) []byte {
	t.Helper()
	text, err := settings.Template(profile, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestTemplate checks that the template is valid, with and without its examples.
func TestTemplate(t *testing.T) {
	schema := jsonschema.Compile(t, settings.Schema())
	for _, profile := range []settings.Profile{settings.Minimal, settings.Recommended, settings.Strict} {
		template := string(template(t, profile))
		if !strings.Contains(template, settings.SchemaURL) {
			t.Error("the template does not contain the URL of its schema")
		}
		s := parse(t, template)
		if s.Profile != profile {
			t.Errorf("profile: got %s, want %s", s.Profile, profile)
		}
		full := comment.ReplaceAllString(template, "$1")
		if strings.Count(full, "\nrules:\n") != 1 {
			t.Fatalf("no examples in\n%s", full)
		}
		parse(t, full)
		if err := schema.CheckYAML([]byte(full)); err != nil {
			t.Error(err)
		}
	}
}

// TestYAML checks that the output of `config show` is an equivalent configuration.
func TestYAML(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	full := comment.ReplaceAllString(string(template(t, settings.Strict)), "$1")
	s := parse(t, full)
	once, err := s.YAML("data/a.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := jsonschema.Compile(t, settings.Schema()).CheckYAML(once); err != nil {
		t.Errorf("%v in\n%s", err, once)
	}
	if err := os.WriteFile(settings.Name, once, 0o644); err != nil {
		t.Fatal(err)
	}
	again, err := settings.Finder{}.Load(settings.Name)
	if err != nil {
		t.Fatalf("%v in\n%s", err, once)
	}
	twice, err := again.YAML("data/a.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if string(once) != string(twice) {
		t.Errorf("got\n%s\nwant\n%s", twice, once)
	}
}

// TestReference checks that the reference in the documentation is up to date; -update rewrites it.
func TestReference(t *testing.T) {
	page := filepath.Join(reference.Root(t), "docs", "configuration.md")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- reference: settings -->\n\n", "<!-- end of reference -->"
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, found := strings.Cut(rest, end)
	if !ok || !found {
		t.Fatal("the page has no markers for the reference")
	}
	golden.CheckFile(t, page, []byte(before+begin+settings.Reference()+end+after))
}
