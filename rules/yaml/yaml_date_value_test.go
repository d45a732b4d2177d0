package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestYAMLDateValue(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.YAMLDateValue, map[string]map[string]string{
		"date":                  ruletest.Common("a: 2024-01-02 # want error \"unquoted\"\nb: '2024-01-02'\n"),
		"time":                  ruletest.Common("a: 2024-01-02 10:00:00 # want error \"unquoted\"\n"),
		"date as a key":         ruletest.Common("a:\n  2024-01-02: x # want error \"unquoted\"\n"),
		"in an array":           ruletest.Common("a: [2024-01-02] # want error \"unquoted\"\n"),
		"no date":               ruletest.Common("a: 2024-13-02\nb: 2024-01\nc: 2024-1-2x\n"),
		"said to be a string":   ruletest.Common("a: !!str 2024-01-02\n"),
		"in a comment":          ruletest.Common("a: 1 # 2024-01-02\n"),
		"of another program":    {"environment.conf": "", "data/nodes/template.yaml": "heat_template_version: 2013-05-23 # want note \"unquoted\"\n"},
		"nothing to do in JSON": {"data/common.json": "{\"a\": \"2024-01-02\"}\n"},
	})
	ruletest.Fixes(t, yaml.YAMLDateValue, true, map[string]string{
		"a: 2024-01-02 # want \"unquoted\"\n":               "a: \"2024-01-02\"\n",
		"a: {b: 2024-01-02 10:00:00} # want \"unquoted\"\n": "a: {b: \"2024-01-02 10:00:00\"}\n",
		"a: !!timestamp 2024-01-02 # want \"unquoted\"\n":   "",
	})
	unread := ruletest.Run(t, yaml.YAMLDateValue, map[string]string{"data/nodes/web.yaml": "a: 2013-05-23 # want warning \"unquoted\"\n"})
	if len(unread) != 1 || len(unread[0].Fixes) != 1 || unread[0].Fixes[0].Safe {
		t.Errorf("unread: %v", unread)
	}
}
