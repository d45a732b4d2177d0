package hygiene_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/hygiene"
)

func TestUnknownRuleInConfig(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ config, help string }{
		"like another":     {"rules:\n  empty-data-fil: off # want warning \"unknown rule `empty-data-fil`\"\n", "did you mean `empty-data-file`?"},
		"like no other":    {"rules:\n  quality: off # want warning \"unknown rule `quality`\"\n", "remove it, or run `hieralint rules` for a list of names"},
		"in an override":   {"overrides:\n  - paths: [data/a.yaml]\n    rules: {unused-keys: off} # want warning \"unknown rule `unused-keys`\"\n", "did you mean `unused-key`?"},
		"in a suppression": {"suppressions:\n  ignore:\n    - rules: [encodings] # want warning \"unknown rule `encodings`\"\n      reason: old\n", "did you mean `encoding`?"},
		"underscores":      {"rules:\n  unused_key: off # want warning \"unknown rule `unused_key`\"\n", "did you mean `unused-key`?"},
		"by its name":      {"rules:\n  unused-key: off\n", ""},
		"by its id":        {"rules:\n  HL5008: off\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			found := ruletest.Run(t, hygiene.UnknownRuleInConfig, map[string]string{".hieralint.yaml": tt.config, "data/common.yaml": "a: 1\n"})
			if len(found) == 1 && found[0].Help != tt.help {
				t.Errorf("help: %s, want %s", found[0].Help, tt.help)
			}
		})
	}
}
