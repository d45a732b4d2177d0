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
		"a wrong letter":   ruletest.Common("a: falde # want \"falde\"\nb: trye\nc: balse\n"),
		"letters swapped":  ruletest.Common("a: flase # want \"flase\"\nb: Ture # want \"Ture\"\nc: aflse # want \"aflse\"\n"),

		"a boolean in another file": {
			"hiera.yaml": ruletest.RoleLevels, "data/common.yaml": "a: {i: true, b: no, c: on, d: no, e: no, f: off, g: yes, h: no}\n",
			"data/role/web.yaml": "a:\n  b: nol # want \"`nol` is a string\"\n  c: onn # want \"`onn`\"\n  d: not\n  e: 'nol'\n  f: fof # want \"`fof`\"\n  g: [yess]\n  h: nay\n  i: trye # want \"`trye`\"\n",
		},
		"a word appended": {
			"hiera.yaml": ruletest.RoleLevels, "data/common.yaml": "a: {b: true, c: false, d: 'true', e: true}\n",
			"data/role/web.yaml": "a:\n  b: trueunknown # want \"did you mean `true`|`trueunknown` is a string\"\n  c: falseold # want\n  d: truest\n  e: 'trueunknown'\n  f: truest\n",
		},
		"a string in another file": {
			"hiera.yaml": ruletest.RoleLevels, "data/common.yaml": "a: no\nb: 'no'\n", "data/role/web.yaml": "a: nol\nb: nol\n", "data/role/db.yaml": "a: other\n",
		},
		"no boolean in another file": ruletest.Common("a: nol\nb: onn\nc: yse\n"),
		"booleans":                   ruletest.Common("a: true\nb: False\nc: yes\n"),
		"words":                      ruletest.Common("a: truce\nb: tree\nc: fake\nd: rue\ne: tue\nf: trust\nj: falsy\ng: fast\nh: truth\ni: falls\n"),
		"quoted":                     ruletest.Common("a: 'tru'\nb: \"flase\"\nc: !!str tru\nd: |\n  tru\n"),
		"keys and arrays":            ruletest.Common("tru: 1\nb: [tru]\nc:\n  - flase\n"),
		"digits":                     ruletest.Common("a: true1\nb: fals3\n"),
	})
}

func TestMisspelledBooleanFix(t *testing.T) {
	t.Parallel()
	ruletest.Fixes(t, yaml.MisspelledBoolean, false, map[string]string{"a: {b: flase} # want \"flase\"\n": "a: {b: false}\n"})
}
