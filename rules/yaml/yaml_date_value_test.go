package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

// TestForbiddenInUnreadFile: a file that no level reads may be that of another program, which knows dates.
func TestForbiddenInUnreadFile(t *testing.T) {
	for r, text := range map[*rule.Rule]string{
		yaml.YAMLDateValue:      "heat_template_version: 2013-05-23 # want warning \"quotes\"\n",
		yaml.YAMLUnsupportedTag: "a: !ruby/regexp /x/ # want warning \"Regexp\"\n",
	} {
		ruletest.Run(t, r, map[string]string{"environment.conf": "", "data/nodes/template.yaml": text})
	}
}
