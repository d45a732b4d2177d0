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
		"x:\n  a:\n    c: 1\n    d: 2\n\n    b:\n    c: 3 # want error \"duplicate key `c`\"\n    d: 4\n":                            {"indent `b` like `a`, or indent the entries of `b`, which has no value"},
		"c: 1\nd: 2\nb:\nc: 3 # want error \"duplicate key `c`\"\nd: 4\n":                                                            {"indent the entries of `b`, which has no value"},
		"x:\n  c: 1\n  d: 2\n  b: ~\n  c: 3 # want error \"duplicate\"\n  d: 4 # want error \"duplicate\"\n":                         {"remove one of the two", "remove one of the two"},
		"x:\n  b:\n  c: 1\n  d: 2\n  c: 3 # want error \"duplicate\"\n":                                                              {"remove one of the two"},
		"users:\n  a: {uid: 1}\n  b: {uid: 2}\n  a: {uid: 3} # want error \"duplicate\"\n  b: {uid: 2} # want error \"duplicate\"\n": {"rename or remove one of the two, or combine their values", "remove one of the two"},
		"a: [1]\na: [2] # want error \"duplicate\"\n":                                                                                {"remove one of the two, or combine their values"},
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

// TestYAMLDuplicateKeyMissingDash checks keys of an array element that repeat in the same order: they are one finding, and its fix
// starts another element.
func TestYAMLDuplicateKeyMissingDash(t *testing.T) {
	t.Parallel()
	ruletest.Fixes(t, yaml.YAMLDuplicateKey, false, map[string]string{
		"x:\n  - a: 1\n    b: 1\n    a: 2 # want error \"duplicate keys `a` and `b`\"\n    b: 1\n":                                                                "x:\n  - a: 1\n    b: 1\n  - a: 2\n    b: 1\n",
		"x:\n  -\n    a: 1\n    b: [1]\n    a: 2 # want \"duplicate keys\"\n    b: [1]\n    c: 1\n    a: 3\n    c: 1\n":                                           "x:\n  -\n    a: 1\n    b: [1]\n  - a: 2\n    b: [1]\n    c: 1\n  - a: 3\n    c: 1\n",
		"x:\n- d: 1\n  a: 1\n  b: 1\n  # second\n  a: 2 # want \"duplicate keys\"\n  b: 1\n- e: 1\n":                                                              "x:\n- d: 1\n  a: 1\n  b: 1\n  # second\n- a: 2\n  b: 1\n- e: 1\n",
		"x:\n  - - a: 1\n      b: 1\n      a: 2 # want \"duplicate keys\"\n      b: 1\n":                                                                          "x:\n  - - a: 1\n      b: 1\n    - a: 2\n      b: 1\n",
		"x: [{a: 1, b: 1, a: 2, b: 1}] # want \"duplicate keys\"\n":                                                                                               "",
		"x:\n  - a: 1\n    b: 1\n    &c a: 2 # want \"duplicate keys\"\n    b: 1\n":                                                                               "",
		"x:\n  - a: 1\n    b: 2\n    c: 3\n    d: 4\n    e: 5\n    f: 6\n    a: 2 # want \"`e`, and 1 more\"\n    b: 2\n    c: 3\n    d: 4\n    e: 5\n    f: 6\n": "x:\n  - a: 1\n    b: 2\n    c: 3\n    d: 4\n    e: 5\n    f: 6\n  - a: 2\n    b: 2\n    c: 3\n    d: 4\n    e: 5\n    f: 6\n",
	})
	for text, want := range map[string]string{
		"x:\n  - a: 1\n    b: 1\n    a: 2 # want error \"duplicate\"\n    b: 1\n": "write `- a: …` to start another array element, or remove one entry of each pair",
		"x: [{a: 1, b: 1, a: 2, b: 1}] # want \"duplicate keys\"\n":               "write `}, {` before `a` to start another array element, or remove one entry of each pair",
	} {
		if found := ruletest.Run(t, yaml.YAMLDuplicateKey, ruletest.Common(text)); len(found) == 1 && found[0].Help != want {
			t.Errorf("%q: help %q, want %q", text, found[0].Help, want)
		}
	}
	ruletest.RunAll(t, yaml.YAMLDuplicateKey, map[string]map[string]string{
		"another order":               ruletest.Common("x:\n  - a: 1\n    b: 1\n    b: 2 # want \"duplicate key `b`\"\n    a: 2 # want \"duplicate key `a`\"\n"),
		"one key":                     ruletest.Common("x:\n  - a: 1\n    b: 1\n    a: 2 # want \"duplicate key `a`\"\n    c: 2\n"),
		"copies":                      ruletest.Common("x:\n  - a: 1\n    b: 1\n    a: 1 # want \"duplicate key `a`\"\n    b: 1 # want \"duplicate key `b`\"\n"),
		"below a key without a value": ruletest.Common("x:\n  - a: 1\n    b: 1\n    c:\n    a: 2 # want \"duplicate key `a`\"\n    b: 1\n"),
		"a hierarchy": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - name: A\n    path: a.yaml\n    name: B # want error \"duplicate keys `name` and `path`\"\n    path: common.yaml\n",
			"data/common.yaml": "a: 1\n",
		},
	})
}

// TestYAMLDuplicateKeyRepeated checks that a copied entry is not safely removed from a hash whose keys repeat in the same order: a key
// above them may be missing.
func TestYAMLDuplicateKeyRepeated(t *testing.T) {
	t.Parallel()
	for text, safe := range map[string]bool{
		"x:\n  n: 1\n  a: 1\n  b: 1\n  a: 1 # want \"duplicate\"\n  b: 2 # want \"duplicate\"\n": false,
		"x:\n  n: 1\n  b: 1\n  a: 1\n  a: 1 # want \"duplicate\"\n  b: 2 # want \"duplicate\"\n": true,
		"n: 1\na: 1\nb: 1\na: 1 # want \"duplicate\"\nb: 2 # want \"duplicate\"\n":               true,
	} {
		hasSafe := false
		for _, d := range ruletest.Run(t, yaml.YAMLDuplicateKey, ruletest.Common(text)) {
			hasSafe = hasSafe || d.HasSafeFix()
		}
		if hasSafe != safe {
			t.Errorf("%q: safe: %t, want %t", text, hasSafe, safe)
		}
	}
}
