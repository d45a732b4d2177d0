package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestAttributeTypeDiffers(t *testing.T) {
	t.Parallel()
	const checks = "checks:\n  a: {notes: {x: 1}}\n  b: {notes: {x: 2}}\n  c: {notes: {x: 3}}\n  d: {notes: {y: 4}}\n"
	ruletest.RunAll(t, yaml.AttributeTypeDiffers, map[string]map[string]string{
		"array":           ruletest.Common(checks + "  e:\n    notes: # want warning \"`notes` is an array here, but a hash in 4 other entries of `checks`\"\n    - x: 5\n"),
		"nested":          ruletest.Common("a:\n  b: {x: [{y: {z: 1}}, {y: {z: 2}}, {y: {z: 3}}, {y: {z: 4}}, {y: [z: 5]}]} # want \"4 other hashes at `x` in `a`\"\n"),
		"nothing":         ruletest.Common(checks + "  e: {notes: [{x: 5}]} # want\n  f: {notes: ~}\n  g: {notes: {}}\n  h: {notes: []}\n  i: {}\n  j: {notes: \"%{alias('x')}\"}\n"),
		"another file":    {"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "checks:\n  e: {notes: [{x: 5}]} # want\n", "data/common.yaml": checks},
		"two of eight":    ruletest.Common(checks + "  e: {notes: {x: 5}}\n  f: {notes: {x: 6}}\n  g: {notes: {x: 7}}\n  h: {notes: {x: 8}}\n  i: {notes: [{x: 9}]} # want\n  j: {notes: [{x: 10}]} # want\n"),
		"type in code":    {"data/common.yaml": checks + "  e: {notes: [{x: 5}]} # want\n", "modules/a/manifests/b.pp": "define a::b(Hash $notes = {}) { }\n"},
		"untyped in code": {"data/common.yaml": checks + "  e: {notes: [{x: 5}]} # want\n", "modules/a/manifests/b.pp": "define a::b($notes = {}) { }\n"},
		"copies of others": {
			"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "a:\n  b: {c: {d: 1}}\n", "data/role/db.yaml": "a:\n  b: {c: {d: 1}}\n",
			"data/common.yaml": "a:\n  b: {c: {d: 2}}\n  e: {c: {d: 3}}\n  f: {c: [{d: 4}]} # want\n",
		},

		"array of other things":    ruletest.Common(checks + "  e: {notes: [x]}\n  f: {notes: [[x]]}\n"),
		"array of several hashes":  ruletest.Common(checks + "  e: {notes: [{x: 5}, {y: 6}]}\n"),
		"hash of several entries":  ruletest.Common(checks + "  e: {notes: [{x: 5, y: 6}]}\n"),
		"few others":               ruletest.Common("a:\n  b: {c: {d: 1}}\n  e: {c: {d: 2}}\n  f: {c: {d: 3}}\n  g: {c: [{d: 4}]}\n"),
		"often":                    ruletest.Common(checks + "  e: {notes: [{x: 5}]}\n  f: {notes: [{x: 6}]}\n"),
		"strings, too":             ruletest.Common(checks + "  e: {notes: [{x: 5}]}\n  f: {notes: x}\n"),
		"hash among arrays":        ruletest.Common("acls:\n  a: {rules: [{port: 1}]}\n  b: {rules: [{port: 2}]}\n  c: {rules: [{port: 3}]}\n  d: {rules: [{port: 4}]}\n  e: {rules: {port: 5}}\n"),
		"entries of several kinds": ruletest.Common("a:\n  a: {b: 1}\n  c: {b: 1}\n  d: {b: 1}\n  e: {b: 1}\n  f: [{b: 1}]\n"),
		"code accepts both":        {"data/common.yaml": checks + "  e: {notes: [{x: 5}]}\n", "modules/a/manifests/b.pp": "define a::b(Variant[Hash, Array] $notes = {}) { }\n"},
		"lookup_options":           ruletest.Common("lookup_options:\n  a: {merge: {strategy: deep}}\n  b: {merge: {strategy: deep}}\n  c: {merge: {strategy: deep}}\n  d: {merge: {strategy: deep}}\n  e: {merge: [{strategy: deep}]}\n"),
		"copies of the same entry": {"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "a:\n  b: {c: {d: 1}}\n  e: {c: {d: 2}}\n  f: {c: [{d: 3}]}\n", "data/common.yaml": "a:\n  b: {c: {d: 1}}\n  e: {c: {d: 2}}\n  f: {c: [{d: 3}]}\n"},
	})
}

func TestAttributeTypeDiffersFix(t *testing.T) {
	t.Parallel()
	const others = "a:\n  - {x: {y: 1}}\n  - {x: {y: 2}}\n  - {x: {y: 3}}\n  - {x: {y: 4}}\n"
	ruletest.Fixes(t, yaml.AttributeTypeDiffers, false, map[string]string{
		others + "  - x: # want \"array\"\n    - y:\n        z: 5\n": others + "  - x:\n      y:\n        z: 5\n",
		others + "  - x: # want \"array\"\n      - {y: 5}\n":         "",
		others + "  - x: # want \"array\"\n    - &y\n      y: 5\n":   "",
	})
}
