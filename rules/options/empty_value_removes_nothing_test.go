package options_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/options"
)

func TestEmptyValueRemovesNothing(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, options, higher, lower string }{
		{"unique", "{merge: unique}", "[] # want warning \"`..` removes nothing: `a::x` is merged with `unique`\"", "[a, b]"},
		{"deep", "{merge: deep}", "[] # want warning \"merged with `deep`\"", "[a, b]"},
		{"deep with a prefix", "{merge: {strategy: deep, knockout_prefix: '--'}}", "[] # want \"merged with `deep`\"", "[a, b]"},
		{"hash", "{merge: hash}", "{} # want warning \"`{}` removes nothing\"", "{a: {}, b: {}}"},
		{"deep hash", "{merge: deep}", "{} # want warning \"`{}` removes nothing\"", "{a: {}, b: {}}"},
		{"array in a hash", "{merge: deep}", "{l: {m: []}} # want \"`..` removes nothing\"", "{l: {m: [a, b]}}"},
		{"null in a hash", "{merge: deep}", "{l: ~, m: 1} # want \"`~` removes nothing\"", "{l: {m: [a, b]}}"},
		{"null", "{merge: deep}", "~ # want \"`~` removes nothing\"", "{l: 1}"},

		{"nothing after the colon", "{merge: deep}", "\n  l:\n  m: 1", "{l: {m: [a, b]}}"},
		{"a tag", "{merge: deep}", "{l: !!map {}, m: !!seq []}", "{l: {x: 1}, m: [a]}"},
		{"no merge", "{convert_to: Array}", "[]", "[a, b]"},
		{"first", "{merge: first}", "[]", "[a, b]"},
		{"nothing below", "{merge: unique}", "[]", "[]"},
		{"nothing in the hash below", "{merge: deep}", "{l: [], m: ~}", "{l: [], m: ~}"},
		{"elsewhere in a hash", "{merge: deep}", "{l: []}", "{m: [b]}"},
		{"replaced by hash", "{merge: hash}", "{l: [], m: ~}", "{l: [a], m: {x: 1}}"},
		{"a resource without attributes", "{merge: deep}", "{l: {}}", "{l: {x: 1}}"},
		{"false is replaced", "{merge: deep}", "{l: ~}", "{l: false}"},
		{"not empty", "{merge: unique}", "[c]", "[a, b]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ruletest.Run(t, options.EmptyValueRemovesNothing, merged(tt.options, tt.higher, tt.lower))
		})
	}
}

// TestEmptyValueInMergeOfCode checks merges that only code requests.
func TestEmptyValueInMergeOfCode(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ code, value string }{
		"hiera_include":           {"hiera_include('classes')", "[] # want warning \"`classes` is merged with `unique`\""},
		"lookup with a merge":     {"lookup('classes', Array, 'unique').include", "[] # want warning \"`classes` is merged with `unique`\""},
		"lookup without a merge":  {"lookup('classes').include", "[]"},
		"one with, one without":   {"hiera_include('classes')\n  $x = hiera('classes')", "[]"},
		"lookups of another kind": {"hiera_include('classes')\n  $x = hiera_hash('classes')", "[]"},
	} {
		t.Run(name, func(t *testing.T) {
			ruletest.Run(t, options.EmptyValueRemovesNothing, map[string]string{
				"hiera.yaml":                    "version: 5\nhierarchy:\n  - {name: Role, path: 'role/%{facts.role}.yaml'}\n  - {name: Common, path: common.yaml}\n",
				"data/role/web.yaml":            "classes: " + tt.value + "\n",
				"data/common.yaml":              "classes: [ntp]\n",
				"manifests/site.pp":             "node default {\n  " + tt.code + "\n}\n",
				"modules/ntp/manifests/init.pp": "class ntp { }\n",
			})
		})
	}
}
