package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

// TestDocumentsOfOthers is about a file that no level reads: a program that does may want all of its documents.
func TestDocumentsOfOthers(t *testing.T) {
	ruletest.Run(t, yaml.YAMLMultipleDocuments, map[string]string{"data/common.yaml": "a: 1\n", "data/enc.yaml": "hostname: blight\n---\nhostname: death\n"})
}
