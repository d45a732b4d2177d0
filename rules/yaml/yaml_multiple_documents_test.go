package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestYAMLMultipleDocuments(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"two":                     "a: 1\n--- # want warning \"more than one YAML document\"\nb: 2\n",
		"three are one mistake":   "a: 1\n--- # want warning \"more than one YAML document\"\nb: 2\n---\nc: 3\n",
		"after a document end":    "a: 1\n...\n--- # want warning \"more than one YAML document\"\nb: 2\n",
		"one with both marks":     "---\na: 1\n...\n",
		"a rule of dashes":        "a: |\n  ---\n  b\n# ---\nc: '---'\n",
		"a marker at the end":     "a: 1\n---\n",
		"directives in the first": "%YAML 1.1\n---\na: 1\n",
	} {
		t.Run(name, func(t *testing.T) { ruletest.Run(t, yaml.YAMLMultipleDocuments, ruletest.Common(text)) })
	}
	ruletest.Run(t, yaml.YAMLMultipleDocuments, map[string]string{
		"hiera.yaml":       "version: 5\n--- # want warning \"more than one YAML document\"\nhierarchy:\n  - name: Common\n    path: other.yaml\n",
		"data/common.yaml": "a: 1\n",
	})
	// A program that reads a file that no level reads may use all of its documents.
	ruletest.Run(t, yaml.YAMLMultipleDocuments, map[string]string{"data/common.yaml": "a: 1\n", "data/enc.yaml": "hostname: blight\n---\nhostname: death\n"})
}
