package rules_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/rules/binding"
	"github.com/hieralint/hieralint/rules/hierarchy"
	"github.com/hieralint/hieralint/rules/interpolation"
	"github.com/hieralint/hieralint/rules/yaml"
)

// TestExtensionsAreNoFacts checks that certificate extensions, which facter does not write, are
// only reported as undefined if the node has some.
func TestExtensionsAreNoFacts(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: R, path: \"role/%{trusted.extensions.pp_role}.yaml\"}\n  - {name: F, path: \"%{facts.site}.yaml\"}\n  - {name: C, path: common.yaml}\n",
		"data/common.yaml": "a: \"%{trusted.extensions.pp_zone} %{facts.zone}\"\n",
	})
	p, err := discovery.Load(context.Background(), []string{dir}, discovery.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`{"certname": "web01", "facts": {"kernel": "Linux"}}`:                                              "facts.site facts.zone",
		`{"certname": "web01", "facts": {"kernel": "Linux"}, "trusted": {"extensions": {"pp_role": "a"}}}`: "facts.site facts.zone trusted.extensions.pp_zone",
	} {
		nodes, err := facts.Parse("nodes.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		result, err := runner.Run(context.Background(), p, runner.Options{
			Rules: []*rule.Rule{interpolation.InterpolationUndefinedVariable, hierarchy.HierarchyPathUndefinedVariable}, PuppetVersion: 8, Nodes: nodes,
		})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range result.Diagnostics {
			name, _, _ := strings.Cut(strings.TrimPrefix(d.Message, "`"), "`")
			got = append(got, name)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s: reported %q, want %q", text, got, want)
		}
	}
}

// TestKeysReadByCode checks that rules about keys and tokens ignore levels with custom functions,
// which may transform the content of a file.
func TestKeysReadByCode(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"hiera.yaml":                   "version: 5\nhierarchy: [{name: A, path: common.yaml, lookup_key: 'site::data'}]\n",
		"data/common.yaml":             "A::b: \"%{fact.x} %{osfamily} %{IP:x}\"\n",
		"modules/web/hiera.yaml":       "version: 5\nhierarchy: [{name: A, path: common.yaml, data_hash: 'web::data'}]\n",
		"modules/web/data/common.yaml": "ntp::b: 1\n",
	}
	for _, r := range []*rule.Rule{binding.KeyNeverBound, interpolation.InterpolationUndefinedVariable, interpolation.LegacyFact, interpolation.InterpolationAccidental, binding.ModuleDataForeignKey} {
		ruletest.Run(t, r, files)
	}
}

// TestMisreadParameters checks that a misread unquoted value that does not match the type of its
// parameter has a single finding.
func TestMisreadParameters(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		typ, value string
		want       []string // part of each message, in order
	}{
		"a version":            {"String $x", "1.10", []string{"error `app::x` expects a String value, got Float: unquoted `1.10` is the number 1.1"}},
		"a mode":               {"String $x", "0644", []string{"error `app::x` expects a String value, got Integer: unquoted `0644` is the number 420"}},
		"a word":               {"Enum['on', 'off'] $x", "on", []string{"error `app::x` expects a match for Enum['off', 'on'], got Boolean: unquoted `on` is the boolean true"}},
		"in a list":            {"Array[String] $x", "[1.10, 0644, a]", []string{"error `app::x` index 0 expects a String value, got Float: unquoted `1.10`", "error `app::x` index 1 expects a String value, got Integer: unquoted `0644`"}},
		"not misread":          {"String $x", "80", []string{"error `app::x` expects a String value, got Integer"}},
		"it fits":              {"Variant[String, Float] $x", "1.10", []string{"warning unquoted `1.10` is the number 1.1"}},
		"quotes do not help":   {"Boolean $x", "0644", []string{"warning unquoted `0644`", "error `app::x` expects a Boolean value, got Integer"}},
		"a word for a boolean": {"Boolean $x", "on", nil},
	} {
		t.Run(name, func(t *testing.T) {
			tree := ruletest.Typed(tt.typ, "app::x: "+tt.value+"\n")
			tree["hiera.yaml"] = "version: 5\n"
			found := ruletest.Check(t, filetree.Write(t, tree))
			found = slices.DeleteFunc(found, func(d diagnostic.Diagnostic) bool {
				return d.Rule != binding.ValueTypeMismatch.Descriptor() && d.Rule != yaml.YAMLImplicitNumber.Descriptor() && d.Rule != yaml.YAMLImplicitBoolean.Descriptor()
			})
			if len(found) != len(tt.want) {
				t.Errorf("%d findings, want %d", len(found), len(tt.want))
			}
			for i, d := range found {
				if got := d.Severity.String() + " " + d.Message; i >= len(tt.want) || !strings.Contains(got, tt.want[i]) {
					t.Errorf("reported %q", got)
				}
				if len(d.Instead) == 1 && (len(d.Fixes) != 1 || d.Fixes[0].Message != "quote it") {
					t.Errorf("%s: %+v", d.Message, d.Fixes)
				}
			}
		})
	}
}
