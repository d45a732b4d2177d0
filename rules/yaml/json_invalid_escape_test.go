package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

const readsJSON = "version: 5\nhierarchy: [{name: Common, path: common.json, data_hash: json_data}]\n"

func TestJSONInvalidEscape(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a path":            "{\"a\": \"C:\\apps\" # want warning \"`.a` is not an escape sequence of JSON\"\n}\n",
		"a pattern":         "{\"a\": {\"b\": [\"^\\d+$\" # want \"`.d`\"\n]}}\n",
		"a nested key":      "{\"a\": {\"x\\.y\" # want \"`..`\"\n: 1}}\n",
		"several bytes":     "{\"a\": \"x\\\u00e9\" # want warning \"`.\u00e9` is not\"\n}\n",
		"escaped backslash": "{\"a\": \"C:\\\\apps\\\\\", \"b\": \"\\\\\"}\n",
		"escape sequences":  "{\"a\": \"\\\"\\/\\b\\f\\n\\r\\t\\u00e9\"}\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ruletest.Run(t, yaml.JSONInvalidEscape, map[string]string{"hiera.yaml": readsJSON, "data/common.json": text})
		})
	}
	ruletest.Run(t, yaml.JSONInvalidEscape, ruletest.Common("a: 'C:\\apps'\nb: C:\\apps\n"))
}

func TestJSONInvalidEscapeFix(t *testing.T) {
	t.Parallel()
	found := ruletest.Run(t, yaml.JSONInvalidEscape, map[string]string{"hiera.yaml": readsJSON, "data/common.json": "{\"a\": \"C:\\a\\\\b\\c\" # want\n}\n"})
	if len(found) != 1 || len(found[0].Fixes) != 1 {
		t.Fatalf("%v", found)
	}
	if fix := found[0].Fixes[0]; fix.Safe || len(fix.Edits) != 2 {
		t.Errorf("%+v, want an unsafe fix of both sequences", fix)
	}
}
