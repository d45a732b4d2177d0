package options_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/options"
)

func TestLookupOptionsMergeConflict(t *testing.T) {
	t.Parallel()
	merging := func(merge string) string { return "lookup_options:\n  a: {merge: " + merge + "}\n" }
	ruletest.RunAll(t, options.LookupOptionsMergeConflict, map[string]map[string]string{
		"hash with an array": ruletest.Roles(map[string]string{"data/role/web.yaml": "a: [1] # want error \"`a` is an array here and a hash in .*, which `hash` cannot merge\"\n", "data/common.yaml": merging("hash") + "a: {x: 1}\n"}),
		"hash below":         ruletest.Roles(map[string]string{"data/role/web.yaml": "a: {x: 1}\n", "data/common.yaml": merging("hash") + "a: text # want error \"`a` is a string here\"\n"}),
		"unique with a hash": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "a: {x: 1} # want error \"`a` is a hash here\"\n", "data/common.yaml": merging("unique") + "a: [x]\n",
		}),
		"unique with hashes": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "a: {x: 1} # want error \"`a` is a hash here and in `.*common.yaml`, which `unique` cannot merge\"\n", "data/common.yaml": merging("unique") + "a: {y: 1}\n",
		}),
		"hash with arrays": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "a: [1] # want error \"`a` is an array here and in `.*common.yaml`, which `hash` cannot merge\"\n", "data/common.yaml": merging("hash") + "a: [2]\n",
		}),
		"deep with a string": ruletest.Roles(map[string]string{"data/role/web.yaml": "a: x # want error \"which `deep` cannot merge\"\n", "data/common.yaml": merging("deep") + "a: {x: 1}\n"}),
		"deep with a subkey of another kind": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "a:\n  b: {x: [1]}\n  c: [1] # want warning \"`a.c` is an array here and a hash in `.*common.yaml`, which `deep` cannot merge\"\n  d:\n    e: {y: 1} # want warning \"`a.d.e` is a hash here and a string\"\n",
			"data/common.yaml":   merging("deep") + "a:\n  b: {x: [2]}\n  c: {y: 1}\n  d: {e: on call}\n",
		}),
		"deep with a subkey of another kind, perhaps": ruletest.Strict(ruletest.Roles(map[string]string{
			"data/nodes/web01.yaml": "a: {b: [1]} # want note \"`a.b` is an array here\"\n", "data/role/web.yaml": merging("deep") + "a: {b: {x: 1}}\n",
		})),
		"deep with disabled subkeys": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "a: {b: false, c: absent, d: {}, e: ~, f: [], g: 1, h: [1], i: x}\n", "data/common.yaml": merging("deep") + "a: {b: {x: 1}, c: {x: 1}, d: [1], e: {x: 1}, f: {x: 1}, g: [2], h: 1, i: \"%{facts.os}\"}\n",
		}),
		"deep and turned off": ruletest.Roles(map[string]string{"data/role/web.yaml": "a: false\n", "data/role/db.yaml": "a: absent\n", "data/role/mail.yaml": "a: []\n", "data/common.yaml": merging("deep") + "a: {x: 1}\n"}),
		"hash in code": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "a: [1] # want warning \"`a` is an array here and a hash in .*, which `hash` cannot merge\"\n", "data/common.yaml": "a: {x: 1}\n", "manifests/site.pp": "$a = hiera_hash('a')\n",
		}),
		"deep in code": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "a: {b: [1]} # want warning \"`a.b` is an array here\"\n", "data/common.yaml": "a: {b: {x: 1}}\n", "manifests/site.pp": "$a = lookup({'name' => 'a', 'merge' => {'strategy' => 'deep'}})\n",
		}),
		"asked for in both": ruletest.Roles(map[string]string{"data/role/web.yaml": "a: [1] # want error \"an array here\"\n", "data/common.yaml": merging("hash") + "a: {x: 1}\n", "manifests/site.pp": "$a = hiera_hash('a')\n"}),
		"unique in code":    ruletest.Roles(map[string]string{"data/role/web.yaml": "a: 1\n", "data/common.yaml": "a: [2]\n", "manifests/site.pp": "$a = hiera_array('a')\n"}),
		"unique with null": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "a: [x]\n", "data/common.yaml": merging("unique") + "a: # want error \"`a` is null here and an array in `.*web.yaml`, which `unique` cannot merge\"\n",
		}),
		"unique with two nulls":  ruletest.Roles(map[string]string{"data/role/web.yaml": "a: ~\n", "data/common.yaml": merging("unique") + "a: ~ # want\n"}),
		"unique with null above": ruletest.Roles(map[string]string{"data/role/web.yaml": "a:\n", "data/common.yaml": merging("unique") + "a: [x]\n"}),
		"unique in code with null": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "a: [x]\n", "data/common.yaml": "a: # want warning \"`a` is null here\"\n", "manifests/site.pp": "$a = hiera_array('a')\n",
		}),
		"a merge in options": ruletest.Roles(map[string]string{"data/role/web.yaml": "a: 1\n", "data/common.yaml": "a: {x: 1}\n", "manifests/site.pp": "$a = lookup('a', $options)\n"}),
		"deep with null":     ruletest.Roles(map[string]string{"data/role/web.yaml": "a:\n", "data/common.yaml": merging("deep") + "a: {x: 1}\n"}),
		"one value":          ruletest.Roles(map[string]string{"data/common.yaml": merging("hash") + "a: [1]\n"}),
		"they do not meet":   ruletest.Roles(map[string]string{"data/role/web.yaml": "a: [1]\n", "data/role/db.yaml": "a: {x: 1}\n", "data/common.yaml": merging("hash")}),
		"two guesses": ruletest.Roles(map[string]string{
			"data/nodes/web01.yaml": "a: [1] # want warning \"`a` is an array here\"\n", "data/role/web.yaml": "a: {x: 1}\n", "data/common.yaml": merging("hash"),
		}),
		"a reference":         ruletest.Roles(map[string]string{"data/role/web.yaml": "a: \"%{alias('b')}\"\nb: {y: 1}\n", "data/common.yaml": merging("hash") + "a: {x: 1}\n"}),
		"arrays and a string": ruletest.Roles(map[string]string{"data/role/web.yaml": "a: x\n", "data/common.yaml": merging("unique") + "a: [y]\n"}),
	})
}
