package options_test

import (
	"fmt"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/options"
)

func TestTypeDiffersBetweenLevels(t *testing.T) {
	t.Parallel()
	const levels = "version: 5\nhierarchy:\n  - {name: Role, path: 'role/%{facts.role}.yaml'}\n  - {name: Common, path: common.yaml}\n"
	tests := []struct{ name, higher, lower string }{
		{"hash above an array", "a::x: {k: 1} # want warning \"a hash here and an array\"", "a::x: [k]"},
		{"text above a hash", "a::x: k # want warning \"a string here and a hash\"", "a::x: {k: 1}"},
		{"text above an array", "a::x: k # want note \"a string here and an array\"", "a::x: [k]"},
		{"list above a number", "a::x: [80] # want note \"an array here and a number\"", "a::x: 80"},
		{"without a namespace", "x: k # want warning \"a string here and a hash\"", "x: {k: 1}"},
		{"an array of classes or one", "classes: ntp", "classes: [ntp, ssh]"},
		{"numbers and strings", "a::x: 80", "a::x: '80'"},
		{"turned off", "a::x: false", "a::x: {k: 1}"},
		{"nothing", "a::x:", "a::x: {k: 1}"},
		{"absent", "a::x: absent", "a::x: {k: 1}"},
		{"a reference", "a::x: \"%{alias('a::y')}\"\na::y: {k: 2}", "a::x: {k: 1}"},
		{"merged", "a::x: k", "a::x: [l]\nlookup_options: {a::x: {merge: unique}}"},
		{"converted", "a::x: k", "a::x: [l]\nlookup_options: {a::x: {convert_to: Array}}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ruletest.Run(t, options.TypeDiffersBetweenLevels, map[string]string{
				"hiera.yaml": levels, "data/role/web.yaml": tt.higher + "\n", "data/common.yaml": tt.lower + "\n",
			})
		})
	}
	// The value that differs from the others is reported, whatever its level.
	ruletest.Run(t, options.TypeDiffersBetweenLevels, map[string]string{
		"hiera.yaml":         levels,
		"data/role/web.yaml": "a::x: {k: 1}\n",
		"data/role/db.yaml":  "a::x: {k: 2}\n",
		"data/common.yaml":   "a::x: [k] # want warning \"an array here and a hash\"\n",
	})
	// The type of the parameter is decisive, if it is known.
	for parameter, want := range map[string]string{
		"Variant[String, Hash] $x": "", "Hash $x": "", "$x": " # want warning \"a string here and a hash\"", "Nonesuch::Type $x": " # want warning \"a string here and a hash\"",
	} {
		ruletest.Run(t, options.TypeDiffersBetweenLevels, map[string]string{
			"hiera.yaml":                  levels,
			"modules/a/manifests/init.pp": "class a (" + parameter + ") { }\n",
			"data/role/web.yaml":          "a::x: k" + want + "\n",
			"data/common.yaml":            "a::x: {k: 1}\n",
		})
	}
	// One of many files differs, although no node reads several of them.
	many := func(lines ...string) map[string]string {
		tree := map[string]string{"hiera.yaml": levels}
		for i, line := range lines {
			tree[fmt.Sprintf("data/role/r%d.yaml", i)] = line + "\n"
		}
		return tree
	}
	const hash, odd = "a::x: {k: 1}", "a::x: k # want warning \"a string here and a hash in 4 other files\""
	ruletest.RunAll(t, options.TypeDiffersBetweenLevels, map[string]map[string]string{
		"one of many":    many(hash, hash, odd, hash, hash),
		"one of few":     many(hash, hash, "a::x: k", hash),
		"two of many":    many(hash, hash, "a::x: k", hash, hash, "a::x: k"),
		"an array":       many(hash, hash, "a::x: [k] # want warning \"an array here\"", hash, hash),
		"a reference":    many(hash, hash, "a::x: \"%{alias('y')}\"", hash, hash),
		"turned off":     many(hash, hash, "a::x: false", hash, hash),
		"encrypted":      many(hash, hash, "a::x: ENC[PKCS7,abc]", hash, hash),
		"with an option": many(hash, hash, "a::x: k", hash, hash+"\nlookup_options: {a::x: {convert_to: Array}}", "lookup_options: {a::x: {convert_to: Array}}"),
	})
	// No node reads the files of two roles.
	ruletest.Run(t, options.TypeDiffersBetweenLevels, map[string]string{
		"hiera.yaml":         levels,
		"data/role/web.yaml": "a::x: {k: 1}\n",
		"data/role/db.yaml":  "a::x: [k]\n",
	})
}
