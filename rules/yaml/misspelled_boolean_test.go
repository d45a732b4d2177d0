package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestMisspelledBoolean(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.MisspelledBoolean, map[string]map[string]string{
		"a letter missing": ruletest.Common("a: tru # want warning \"`tru` is a string, not a boolean\"\nb: {c: flse} # want \"flse\"\n"),
		"a letter added":   ruletest.Common("a: falseA # want \"falseA\"\nb: truue # want \"truue\"\n"),
		"letters swapped":  ruletest.Common("a: flase # want \"flase\"\nb: Ture # want \"Ture\"\nc: aflse # want \"aflse\"\n"),

		"booleans":        ruletest.Common("a: true\nb: False\nc: yes\n"),
		"words":           ruletest.Common("a: truce\nb: tree\nc: fake\nd: rue\ne: tue\nf: trust\ng: fast\nh: truth\ni: falls\n"),
		"quoted":          ruletest.Common("a: 'tru'\nb: \"flase\"\nc: !!str tru\nd: |\n  tru\n"),
		"keys and arrays": ruletest.Common("tru: 1\nb: [tru]\nc:\n  - flase\n"),
		"digits":          ruletest.Common("a: true1\nb: fals3\n"),
	})
}

func TestMisspelledBooleanFix(t *testing.T) {
	t.Parallel()
	ruletest.Fixes(t, yaml.MisspelledBoolean, false, map[string]string{"a: {b: flase} # want \"flase\"\n": "a: {b: false}\n"})
}
