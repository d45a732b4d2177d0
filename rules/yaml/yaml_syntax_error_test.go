package yaml_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestYAMLSyntaxError(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"bracket":          "a: [b, c # want error \".\"\nd: 1\n",
		"tab":              "a:\n\tb: 1 # want error \"[Tt]ab\"\n",
		"at":               "a: @b # want error \"@\"\n",
		"backtick":         "a: `b` # want \"backquote\"\n",
		"quote in quotes":  "a: 'it's' # want error \".\"\n",
		"colon in a value": "a: b: c # want error \".\"\n",
		"unknown alias":    "a: *b # want error \"b\"\n",
		"cycle":            "a: &b\n  c: *b # want \"itself\"\n",
	} {
		t.Run(name, func(t *testing.T) { ruletest.Run(t, yaml.YAMLSyntaxError, ruletest.Common(text)) })
	}
}

func TestSyntaxErrorInUnreadFile(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy: [{name: A, path: common.yaml}]\n",
		"data/common.yaml": "a: 1\n",
		"data/common.yml":  "a: [1\nb: 2\n",
	})
	found := 0
	for _, d := range ruletest.Check(t, dir) {
		if d.Rule != yaml.YAMLSyntaxError.Descriptor() {
			continue
		}
		if found++; !strings.HasPrefix(d.Detail, "No level reads this file") {
			t.Errorf("detail %q", d.Detail)
		}
	}
	if found != 1 {
		t.Errorf("%d findings, want 1", found)
	}
}

// TestSyntaxErrorWithoutHierarchy checks a file of which it is unknown whether Puppet reads it.
func TestSyntaxErrorWithoutHierarchy(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{"hieradata/common.yaml": "app::port: [1\nb: 2\n", "environment.conf": ""})
	found := 0
	for _, d := range ruletest.Check(t, dir) {
		if d.Rule != yaml.YAMLSyntaxError.Descriptor() {
			continue
		}
		if found++; !strings.HasPrefix(d.Detail, "If Puppet reads this file, every lookup that reaches it fails") {
			t.Errorf("detail %q", d.Detail)
		}
	}
	if found != 1 {
		t.Errorf("%d findings, want 1", found)
	}
}

func TestJSONSyntaxError(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml":  "version: 5\nhierarchy: [{name: A, path: a.json, data_hash: json_data}]\n",
		"data/a.json": "{\"a\": 1,\n \"b\": tru}",
	})
	found := ruletest.Check(t, dir)
	if len(found) != 1 || found[0].Rule != yaml.YAMLSyntaxError.Descriptor() || ruletest.Place(dir, found[0]) != "data/a.json:2" || found[0].Message == "" {
		t.Errorf("found %v", found)
	}
}
