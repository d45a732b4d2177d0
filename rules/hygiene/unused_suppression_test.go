package hygiene_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/hygiene"
)

// TestMistypedSuppression checks that a suppression with a misspelled rule is corrected, not
// removed.
func TestMistypedSuppression(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text, fixed string
		safe              bool
	}{
		{
			"of a finding in this place", "a: 1\n# hieralint:ignore yaml-dupliacte-key -- why\na: 2\n",
			"a: 1\n# hieralint:ignore yaml-duplicate-key -- why\na: 2\n", true,
		},
		{
			"of a finding elsewhere", "# hieralint:ignore yaml_duplicate_key -- why\na: 1\na: 2\n",
			"# hieralint:ignore yaml-duplicate-key -- why\na: 1\na: 2\n", false,
		},
		{
			"of nothing", "# hieralint:ignore Unused-Key -- why\na: 1\n",
			"# hieralint:ignore unused-key -- why\na: 1\n", false,
		},
		{
			"like no rule", "# hieralint:ignore something-else -- why\na: 1\n",
			"a: 1\n", false,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := ruletest.Run(t, hygiene.UnusedSuppression, ruletest.Common(strings.ReplaceAll(tt.text, "-- why", "-- why # want \"unknown rule\"")))
			if len(found) != 1 || len(found[0].Fixes) != 1 {
				t.Fatalf("want one finding with one fix, got %v", found)
			}
			fix := found[0].Fixes[0]
			if got := ruletest.Apply(fix); got != tt.fixed || fix.Safe != tt.safe {
				t.Errorf("fixed (safe: %t):\n%s\nwant (%t):\n%s", fix.Safe, got, tt.safe, tt.fixed)
			}
		})
	}
}

// TestSuppressionEndsScalar checks that a suppression has no fix if removing the comment would join
// the lines around it into one string.
func TestSuppressionEndsScalar(t *testing.T) {
	t.Parallel()
	found := ruletest.Run(t, hygiene.UnusedSuppression, ruletest.Common("app::port:80\n# hieralint:ignore yaml-duplicate-key # want \"unused suppression\"\napp::port: 80\n"))
	if len(found) != 1 || len(found[0].Fixes) > 0 {
		t.Errorf("want one finding without a fix, got %v", found)
	}
}
