package yaml_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestYAMLDuplicateKey(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text, fixed string
		safe              bool
	}{
		{"same value", "a: 1\nb: 2\na: 1 # want error \"duplicate key\"\n", "b: 2\na: 1\n", true},
		{"other value", "a: 1\nb: 2\na: 3 # want error \"duplicate key\"\n", "b: 2\na: 3\n", false},
		{"block", "a:\n  c: 1\n  d: [x]\nb: 2\na: {} # want error \"duplicate key\"\n", "b: 2\na: {}\n", false},
		{"nested", "x:\n  a: 1\n  a: 2 # want error \"duplicate key\"\n", "x:\n  a: 2\n", false},
		{"booleans are one key", "x:\n  yes: 1\n  true: 2 # want error \"duplicate key\"\n", "x:\n  true: 2\n", false},
		{"flow", "x: {a: 1, b: 2, a: 2} # want error \"duplicate key\"\n", "x: {b: 2, a: 2}\n", false},
		{"flow over several lines", "x: {\n  a: 1,\n  a: 1 # want error \"duplicate key\"\n  }\n", "x: {\n  a: 1\n  }\n", true},
		{"flow with a comment", "x: {\n  a: 1, # first\n  a: 1 # want error \"duplicate key\"\n  }\n", "", false},
		{"anchor is kept", "a: &v 1\nb: *v\na: 3 # want error \"duplicate key\"\n", "", false},
		{"alias of the first", "a: &v 1\nb: *v\na: *v # want error \"duplicate key\"\n", "a: &v 1\nb: *v\n", true},
		{"alias of the first, and another value", "a: &v 1\na: *v # want error \"duplicate key\"\nb: 1\n", "a: &v 1\nb: 1\n", true},
		{"alias inside the first", "a: {b: &v 1}\na: *v # want error \"duplicate key\"\nb: 1\n", "", false},
		{"keys for anchors", "_: &v 1\n_: &w 2\nb: [*v, *w]\n", "", false},
		{"copies with anchors", "a: &v 1\nb: *v\na: &v 1 # want error \"duplicate key\"\n", "", false},
		{"keys of classes with anchors", "a::b: &v 1\na::b: &w 2 # want error \"duplicate key\"\nc: [*v, *w]\n", "", false},
		{"first in an array element", "x:\n  - a: 1\n    a: 2 # want error \"duplicate key\"\n", "", false},
		{"one, below a key without a value", "x:\n  c: 1\n  b:\n  c: 3 # want error \"duplicate key\"\n", "x:\n  b:\n  c: 3\n", false},
		{"beside what Puppet refuses", "x:\n  a: 1\n  a: 1 # want error \"duplicate key\"\n  b: 2024-01-02\n", "x:\n  a: 1\n  b: 2024-01-02\n", false},
		{"numbers and strings differ", "x:\n  1: a\n  '1': b\n", "", false},
		{"overwritten by a merge key", "m: &m {a: 1}\nx:\n  a: 2 # want warning \"merge\"\n  <<: *m\n", "", false},
		{"overwrites a merge key", "m: &m {a: 1}\nx:\n  <<: *m\n  a: 2\n", "", false},
		{"merge keys may repeat", "m: &m {a: 1}\nn: &n {b: 1}\nx:\n  <<: *m\n  <<: *n\n", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := ruletest.Run(t, yaml.YAMLDuplicateKey, ruletest.Common(tt.text))
			if tt.fixed == "" {
				for _, d := range found {
					if len(d.Fixes) > 0 {
						t.Errorf("unexpected fix: %q", ruletest.Apply(d.Fixes[0]))
					}
				}
				return
			}
			if len(found) != 1 || len(found[0].Fixes) != 1 {
				t.Fatal("want one finding with one fix")
			}
			if got := strings.ReplaceAll(ruletest.Apply(found[0].Fixes[0]), " # want error \"duplicate key\"", ""); got != tt.fixed {
				t.Errorf("fixed:\n%s\nwant:\n%s", got, tt.fixed)
			}
			if found[0].Fixes[0].Safe != tt.safe {
				t.Errorf("safe: got %t, want %t", found[0].Fixes[0].Safe, tt.safe)
			}
		})
	}
}

// TestYAMLTriplicateKey checks that each repetition is reported.
func TestYAMLTriplicateKey(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, yaml.YAMLDuplicateKey, ruletest.Common("a: 1\na: 2 # want \"duplicate key\"\na: 3 # want \"duplicate key\"\n"))
}

// TestYAMLDuplicateKeyHelp checks the help, also for duplicates below a key without a value, which is probably theirs.
func TestYAMLDuplicateKeyHelp(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"x:\n  a:\n    c: 1\n    d: 2\n\n    b:\n    c: 3 # want error \"duplicate key `c`\"\n    d: 4\n":                            {"indent the entries of `b`, which has no value"},
		"x:\n  c: 1\n  d: 2\n  b: ~\n  c: 3 # want error \"duplicate\"\n  d: 4 # want error \"duplicate\"\n":                         {"remove one of the two, or combine their values", "remove one of the two, or combine their values"},
		"x:\n  b:\n  c: 1\n  d: 2\n  c: 3 # want error \"duplicate\"\n":                                                              {"remove one of the two, or combine their values"},
		"users:\n  a: {uid: 1}\n  b: {uid: 2}\n  a: {uid: 3} # want error \"duplicate\"\n  b: {uid: 2} # want error \"duplicate\"\n": {"rename or remove one of the two, or combine their values", "remove one of the two, or combine their values"},
	} {
		var help []string
		for _, d := range ruletest.Run(t, yaml.YAMLDuplicateKey, ruletest.Common(text)) {
			help = append(help, d.Help)
		}
		if !slices.Equal(help, want) {
			t.Errorf("%q: help %q, want %q", text, help, want)
		}
	}
}
