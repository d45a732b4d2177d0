package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestYAMLMissingDash(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.YAMLMissingDash, map[string]map[string]string{
		"in the middle":  ruletest.Common("a:\n  - one\n    two # want warning \"missing dash before `two`\"\n  - three\n"),
		"at the end":     ruletest.Common("a:\n- one\n- two\n  three # want \"missing dash before `three`\"\n"),
		"several":        ruletest.Common("a:\n  - one\n  - two\n    three # want \"three\"\n    four\n"),
		"qualified":      ruletest.Common("a:\n  - ntp::server\n  - profile::base\n    profile::web # want \"profile::web\"\n"),
		"nested":         ruletest.Common("a:\n  b:\n    - c\n    - d\n      e # want \"e\"\n"),
		"comment before": ruletest.Common("a:\n  - one\n  - two\n    three # want \"three\"\n  # more\n  - four\n"),

		"prose":            ruletest.Common("a:\n  - one\n  - some text\n    that goes on\n"),
		"other prose":      ruletest.Common("a:\n  - some text\n  - one\n    two\n"),
		"the only element": ruletest.Common("a:\n  - one\n    two\n"),
		"quoted":           ruletest.Common("a:\n  - one\n  - 'two\n    three'\n"),
		"block scalars":    ruletest.Common("a:\n  - one\n  - |\n    two\n    three\n"),
		"flow sequence":    ruletest.Common("a: [one,\n  two\n  three]\n"),
		"a hash beside it": ruletest.Common("a:\n  - {b: c}\n  - one\n    two\n"),
		"an empty line":    ruletest.Common("a:\n  - one\n  - two\n\n    three\n"),
		"encoded":          ruletest.Common("a:\n  - one\n  - MIIBmQYJKoZIhvcNAQcDoIIBijCCAYYCAQAxggEhMIIBHQIBADAFMAACAQEwDQYJ\n    KoZIhvcNAQEBBQAEggEARMSnR5oHHr43lzFpxJwSoT0068e\n"),
		"no list":          ruletest.Common("a:\n  one\n  two\n"),
		"all right":        ruletest.Common("a:\n  - one\n  - two\n  -\n    three\n"),
	})
}

func TestYAMLMissingDashFix(t *testing.T) {
	t.Parallel()
	ruletest.Fixes(t, yaml.YAMLMissingDash, false, map[string]string{
		"a:\n  - one\n    two # want \"two\"\n  - three\n":     "a:\n  - one\n  - two\n  - three\n",
		"a:\n- one\n- two\n  three # want \"three\"\n  four\n": "a:\n- one\n- two\n- three\n- four\n",
	})
}
