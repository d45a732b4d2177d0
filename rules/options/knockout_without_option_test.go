package options_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/options"
)

// levels is a hierarchy with a level for nodes, one for roles, and a common one.
const levels = "version: 5\nhierarchy:\n  - {name: Node, path: 'nodes/%{trusted.certname}.yaml'}\n  - {name: Role, path: 'role/%{facts.role}.yaml'}\n  - {name: Common, path: common.yaml}\n"

// merged returns a control repo in which the key a::x, with lookup_options, has a value for a role and a lower-priority one.
func merged(options, higher, lower string) map[string]string {
	return map[string]string{
		"hiera.yaml":                  levels,
		"data/role/web.yaml":          "a::x: " + higher + "\n",
		"data/common.yaml":            "lookup_options:\n  a::x: " + options + "\na::x: " + lower + "\n",
		"data/nodes/w.x.de.yaml":      "b: 1\n",
		"data/nodes/all.x.de.yaml":    "b: 2\n",
		"modules/a/manifests/init.pp": "class a($x = []) { }\n",
	}
}

func TestKnockoutWithoutOption(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, options, higher, lower string }{
		{"unique", "{merge: unique}", "[x, --b] # want warning \"`--b` removes nothing\"", "[a, b]"},
		{"deep", "{merge: deep}", "[x, --b] # want warning \"`--b` removes nothing\"", "[a, b]"},
		{"deep in a hash", "{merge: deep}", "{l: {m: [--b]}} # want \"`--b` removes nothing\"", "{l: {m: [a, b]}}"},
		{"hash key", "{merge: hash}", "{--b: {}} # want \"never removes hash keys\"", "{a: {}, b: {}}"},
		{"hash key in spite of the prefix", "{merge: {strategy: deep, knockout_prefix: '--'}}", "{n: {--b: 1}} # want \"never removes hash keys\"", "{n: {b: 1}}"},
		{"several", "{merge: unique}", "[--a, --b] # want \"--a\" \"--b\"", "[a, b]"},

		{"a number", "{merge: {strategy: deep, knockout_prefix: '--'}}", "[--80] # want \"a knockout cannot remove a number\"", "[80, '443']"},
		{"a number as text", "{merge: {strategy: deep, knockout_prefix: '--'}}", "[--80]", "['80', '443']"},

		{"with the prefix", "{merge: {strategy: deep, knockout_prefix: '--'}}", "[x, --b]", "[a, b]"},
		{"options of a command", "{merge: unique}", "[--verbose, --debug]", "[--quiet, -v]"},
		{"nothing below", "{merge: unique}", "[--b]", "[a, c]"},
		{"the prefix alone", "{merge: unique}", "[--]", "[a]"},
		{"no merge", "{convert_to: Array}", "[--b]", "[a, b]"},
		{"first", "{merge: first}", "[--b]", "[a, b]"},
		{"elsewhere in a hash", "{merge: deep}", "{l: [--b]}", "{m: [b]}"},
		{"nested, but not merged there", "{merge: hash}", "{l: {m: [--b]}}", "{l: {m: [b]}}"},
		{"a misplaced prefix is reported there", "{merge: deep, knockout_prefix: '--'}", "[--b]", "[b]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ruletest.Run(t, options.KnockoutWithoutOption, merged(tt.options, tt.higher, tt.lower))
		})
	}
	// No node reads the files of two roles.
	ruletest.Run(t, options.KnockoutWithoutOption, map[string]string{
		"hiera.yaml":         levels,
		"data/role/web.yaml": "a::x: [--b]\n",
		"data/role/db.yaml":  "a::x: [b]\n",
		"data/common.yaml":   "lookup_options:\n  a::x: {merge: unique}\n",
	})
}

// TestKnockoutOfLowerLevel checks that a knockout acts only on the next lower level that has the key.
func TestKnockoutOfLowerLevel(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ node, role, common string }{
		"a level between":           {"[--a] # want \"does not remove `a` from a lower-priority level\"", "[c]", "[a, b]"},
		"an element of both":        {"[--a] # want \"does not remove\"", "[a]", "[a, b]"},
		"in a hash":                 {"{l: [--a]} # want \"does not remove\"", "{l: []}", "{l: [a, b]}"},
		"another entry between":     {"{l: [--a]} # want \"does not remove\"", "{m: [c]}", "{l: [a, b]}"},
		"the same knockout between": {"[--a] # want \"does not remove\"", "[--a]", "[a, b]"},
		"an element of the next":    {"[--a]", "[a, c]", "[b]"},
		"a knockout in the next":    {"[x]", "[--a]", "[a, b]"},
		"added again":               {"[a]", "[--a]", "[a, b]"},
		"nothing to remove":         {"[--a]", "[c]", "[b]"},
		"no level between has data": {"[--a]", "~", "[a, b]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ruletest.Run(t, options.KnockoutWithoutOption, map[string]string{
				"hiera.yaml":             "version: 5\nhierarchy:\n  - {name: Node, path: 'nodes/%{trusted.certname}.yaml'}\n  - {name: Role, path: role.yaml}\n  - {name: Common, path: common.yaml}\n",
				"data/nodes/w.x.de.yaml": "a::x: " + tt.node + "\n",
				"data/role.yaml":         "a::x: " + tt.role + "\n",
				"data/common.yaml":       "lookup_options:\n  a::x: {merge: {strategy: deep, knockout_prefix: '--'}}\na::x: " + tt.common + "\n",
			})
		})
	}
}

// TestKnockoutOfUncertainLevel checks that nothing is reported by default if no node may read all of the levels.
func TestKnockoutOfUncertainLevel(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, options.KnockoutWithoutOption, map[string]string{
		"hiera.yaml":          "version: 5\nhierarchy:\n  - {name: OS, path: 'os/%{facts.os.name}.yaml'}\n  - {name: Role, path: 'role/%{facts.role}.yaml'}\n  - {name: Common, path: common.yaml}\n",
		"data/os/Debian.yaml": "a::x: [--a]\n",
		"data/role/web.yaml":  "a::x: [--a]\n",
		"data/common.yaml":    "lookup_options:\n  a::x: {merge: {strategy: deep, knockout_prefix: '--'}}\na::x: [a, b]\n",
	})
}

// TestKnockoutByCode checks elements that code in the tree may remove, and those of keys whose code is elsewhere.
func TestKnockoutByCode(t *testing.T) {
	t.Parallel()
	for want, code := range map[string]string{
		"":                                 "class a($x = []) { $x.filter |$e| { $e !~ /^--/ }.each |$e| { notify { $e: } } }\n",
		" # want warning \"\"":             "# --- a ---\nclass a($x = []) { }\n",
		" # want note \"removes nothing\"": "class a { }\n",
	} {
		ruletest.Run(t, options.KnockoutWithoutOption, map[string]string{
			"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "a::x: [--b]" + want + "\n",
			"data/common.yaml": "lookup_options: {a::x: {merge: unique}}\na::x: [b]\n", "modules/a/manifests/init.pp": code,
		})
	}
}
