package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestYAMLCommentInText(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.YAMLCommentInText, map[string]map[string]string{
		"first line":        ruletest.Common("a: >-\n  # text # want warning \"`#` does not start a comment in a block scalar\"\n  b\n"),
		"last line":         ruletest.Common("a: >-\n  b\n  # text # want \"`#` does not start\"\n"),
		"last of the file":  ruletest.Common("a: >-\n  b\n  # text # want \"`#` does not start\""),
		"once for a value":  ruletest.Common("a: >-\n  # text # want \"`#` does not start\"\n  # more\n  b\n  # text\n  c\n"),
		"in an array":       ruletest.Common("a:\n- >\n    b\n    # text # want \"`#` does not start\"\n    c\n"),
		"double quotes":     ruletest.Common("a: \"b\n  # text # want \"in a quoted string\"\n    c\"\n"),
		"single quotes":     ruletest.Common("a: 'b\n  # text # want \"in a quoted string\"\n    c'\n"),
		"kept lines":        ruletest.Common("a: |\n  # text\n  b\n"),
		"comments only":     ruletest.Common("a: >\n  # text\n  # text\n"),
		"further indented":  ruletest.Common("a: >\n  b\n    # text\n    c\n  d\n"),
		"a paragraph":       ruletest.Common("a: >\n  b\n\n  # text\n\n  c\n"),
		"no space":          ruletest.Common("a: >\n  b\n  #text\n  c\n"),
		"an ordinary one":   ruletest.Common("a: > # text\n  b\n  c\n# text\nd: \"e\" # text\n"),
		"in another format": {"hiera.yaml": "version: 5\nhierarchy:\n- {name: c, path: c.json, data_hash: json_data}\n", "data/c.json": "{\"a\": \"b\\n# c\\nd\"}\n"},
	})
}

func TestYAMLCommentInTextFix(t *testing.T) {
	t.Parallel()
	ruletest.Fixes(t, yaml.YAMLCommentInText, false, map[string]string{
		"a:\n  b: >-\n    # c # want \"#\"\n    d\n    # e\n    f\n": "a:\n  # c\n  # e\n  b: >-\n    d\n    f\n",
		"a:\n- >\n    b\n    # c # want \"#\"\n":                     "a:\n# c\n- >\n    b\n",
	})
}
