package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestYAMLEmptyElement(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.YAMLEmptyElement, map[string]map[string]string{
		"the last":            ruletest.Common("a:\n  - b\n  - # want warning \"array element without a value\"\nc: 1\n"),
		"the first":           ruletest.Common("a:\n- # want \"without a value\"\n- b\n"),
		"the only one":        ruletest.Common("a:\n  b:\n    - # want \"without a value\"\n"),
		"in an array":         ruletest.Common("a:\n  - - # want \"without a value\"\n    - b\n"),
		"a comment":           ruletest.Common("a:\n  - #!/bin/sh # want \"without a value\"\n  - b\n"),
		"a stray colon":       ruletest.Common("a:\n  - b\n  - c: # want warning \"colon after the array element `c`\"\n  - d\n"),
		"a hash":              ruletest.Common("a:\n  - b\n  - c: 1\n  - d: {}\n  - e: ~\nf:\n  - b:\n  - c: {}\ng:\n  - h:\ni:\n  - j\n  - k:\n    l: 1\nm:\n  n:\n"),
		"explicit":            ruletest.Common("a: [~, null]\nb:\n  - ~\n  - null\n  - ''\n  - !!null\n"),
		"below the dash":      ruletest.Common("a:\n  -\n    b: 1\n  - # comment\n    b: 2\n  - |\n\n  - []\n"),
		"flow":                ruletest.Common("a: [b, ]\nc: {d, }\n"),
		"value of a hash":     ruletest.Common("a:\nb:\n  c:\n"),
		"JSON":                {"data/common.json": "{\"a\": [null]}\n"},
		"file no level reads": {"environment.conf": "", "data/nodes/x.yaml": "a:\n  - # want \"without a value\"\n"},
	})
}

func TestYAMLEmptyElementHelp(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a:\n  - # want\n":               "write the value, or `[]` for an empty array",
		"a:\n  - b\n  - # want\n":        "write the value, or remove the dash",
		"a:\n  - #!/bin/sh # want\n":     "quote the value if it starts with `#`, or remove the dash",
		"a:\n  - b\n  - # todo # want\n": "write the value, or remove the dash",
	} {
		found := ruletest.Run(t, yaml.YAMLEmptyElement, ruletest.Common(text))
		if len(found) != 1 || found[0].Help != want {
			t.Errorf("%q: %v", text, found)
		}
	}
}

func TestStrayColonFix(t *testing.T) {
	t.Parallel()
	ruletest.Fixes(t, yaml.YAMLEmptyElement, false, map[string]string{
		"a:\n  - 'b:c' : # want \"colon\"\n  - d\n": "a:\n  - 'b:c' \n  - d\n",
	})
}
