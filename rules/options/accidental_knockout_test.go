package options_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/options"
)

func TestAccidentalKnockout(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, prefix, higher, lower string }{
		{"an option", "--", "{cmd: --no-check} # want \"value starts with\"", "{cmd: run}"},
		{"an option that only one level sets", "--", "{cmd: --no-check} # want \"value starts\"", "{other: run}"},
		{"a certificate", "--", "{pem: \"-----BEGIN CERTIFICATE-----\\nabc\"} # want \"value starts with\"", "{}"},
		{"a line", "--", "{script: \"select 1;\\n-- a comment\"} # want \"has a line that starts with\"", "{}"},
		{"another prefix", "-", "{java: -Xmx512m} # want \"value starts with\"", "{java: -Xmx1g}"},
		{"nested", "--", "{a: {b: --x=y}} # want \"\"", "{a: {c: 1}}"},
		{"elements with values", "--", "[--log-level=debug, '--size 5'] # want \"element starts with\" \"element starts with\"", "[x]"},
		{"elements among other options", "--", "[--verbose, -x] # want \"element starts with\"", "[-q]"},
		{"elements by the name of the array", "--", "{extra_args: [--verbose]} # want \"element starts\"", "{extra_args: []}"},

		{"a knockout", "--", "[--b]", "[a, b]"},
		{"a knockout of what no longer exists", "--", "[--b]", "[a]"},
		{"the prefix alone", "--", "{a: --}", "{a: 1}"},
		{"the value below", "--", "{a: --x}", "{a: x}"},
		{"the name of the entry", "--", "{bob: --bob}", "{bob: 1}"},
		{"the lowest level", "--", "{}", "{cmd: --no-check}"},
		{"another value", "--", "{a: x--y}", "{a: 1}"},
		{"a key", "--", "{--a: 1}", "{a: 1}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ruletest.Run(t, options.AccidentalKnockout, map[string]string{
				"hiera.yaml":         ruletest.RoleLevels,
				"data/role/web.yaml": "a::x: " + tt.higher + "\n",
				"data/common.yaml":   "lookup_options:\n  a::x: {merge: {strategy: deep, knockout_prefix: '" + tt.prefix + "'}}\na::x: " + tt.lower + "\n",
			})
		})
	}
	ruletest.Run(t, options.AccidentalKnockout, map[string]string{
		"hiera.yaml":         ruletest.RoleLevels,
		"data/role/web.yaml": "app::extra_args: [--verbose] # want \"element starts\"\n",
		"data/common.yaml":   "lookup_options:\n  '^app::': {merge: {strategy: deep, knockout_prefix: '--'}}\napp::extra_args: [x]\n",
	})
	// Without a merge, or with a single value, nothing is removed.
	for _, common := range []string{
		"a::x: {b: 1}\n",
		"lookup_options:\n  a::x: {merge: deep}\na::x: {b: 1}\n",
		"lookup_options:\n  a::x: {merge: {strategy: deep, knockout_prefix: '--'}}\n",
	} {
		ruletest.Run(t, options.AccidentalKnockout, map[string]string{
			"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "a::x: {cmd: --no-check}\n", "data/common.yaml": common,
		})
	}
}
