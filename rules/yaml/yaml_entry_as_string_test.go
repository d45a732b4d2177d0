package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestYAMLEntryAsString(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.YAMLEntryAsString, map[string]map[string]string{
		"no space before quotes":   ruletest.Common("a:\n  b:\n    log-error:'/var/log/x' # want warning \"missing space after the colon in `log-error:'/var/log/x'`\"\n"),
		"several lines":            ruletest.Common("a:\n  b:\"c\" # want \"`b:.c.`\"\n  d:\"e\"\n"),
		"equals sign among hashes": ruletest.Common("a:\n  b:\n    vars:\n      X: '1'\n  c:\n    vars:\n      Y='2' # want \"equals sign in place of a colon in `Y='2'`\"\n"),
		"word among hashes":        ruletest.Common("a:\n  b:\n    user: x\n  c:\n    user: y\n  d:\n    user:z # want \"missing space after the colon in `user:z`\"\n"),

		"lines with spaces around equals signs": ruletest.Common("a:\n  # b\n  c = d # want \"equals sign in place of a colon in `c = d`\"\n  e_f.g = \"h=%{i} j\"\n"),

		"equals sign":        ruletest.Common("a:\n  b:\n    X='1'\n"),
		"word":               ruletest.Common("a:\n  image:latest\n"),
		"beside the key":     ruletest.Common("a: b:'c'\n"),
		"in an array":        ruletest.Common("a:\n  - b:'c'\n"),
		"a quoted string":    ruletest.Common("a:\n  \"b:'c'\"\n"),
		"a block scalar":     ruletest.Common("a: |\n  b:'c'\n"),
		"more on the line":   ruletest.Common("a:\n  b:'c' d\n"),
		"more lines":         ruletest.Common("a:\n  b:'c'\n  d\n"),
		"class among hashes": ruletest.Common("a:\n  b: {x: 1}\n  c: {x: 2}\n  d:\n    role::web\n"),
		"URL among hashes":   ruletest.Common("a:\n  b: {x: 1}\n  c: {x: 2}\n  d:\n    https://x\n"),
		"one line with spaces around an equals sign":     ruletest.Common("a:\n  b = c\n"),
		"lines with equals signs, and another":           ruletest.Common("a:\n  b = c\n  d\n"),
		"lines without spaces around equals signs":       ruletest.Common("a:\n  b=c\n  d=e\n"),
		"lines with equals signs in a block scalar":      ruletest.Common("a: >\n  b = c\n  d = e\n"),
		"lines with equals signs from the line of a key": ruletest.Common("a: b = c\n  d = e\n"),
		"strings among hashes":                           ruletest.Common("a:\n  b: {x: 1}\n  c: {x: 2}\n  e: text\n  d:\n    user:z\n"),
	})
}

func TestYAMLEntryAsStringFix(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a:\n  b:'c' # want \"b:\"\n  d:'e'\n":                         "a:\n  b: 'c'\n  d: 'e'\n",
		"a:\n  b: {x: 1}\n  c: {x: 2}\n  d:\n    X=1 # want \"X=1\"\n": "a:\n  b: {x: 1}\n  c: {x: 2}\n  d:\n    X: 1\n",
	} {
		found := ruletest.Run(t, yaml.YAMLEntryAsString, ruletest.Common(text))
		if got := ruletest.Apply(found[0].Fixes[0]); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
