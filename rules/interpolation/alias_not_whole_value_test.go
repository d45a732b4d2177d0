package interpolation_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/interpolation"
)

func TestAliasNotWholeValue(t *testing.T) {
	t.Parallel()
	found := ruletest.Run(t, interpolation.AliasNotWholeValue, ruletest.Common(`---
right::quoted: "%{alias('x')}"
right::spaces: "%{ alias('x') }"
right::list: ["%{alias('x')}", b]
right::hash: {k: "%{alias('x')}"}
right::folded: >-
  %{alias('x')}
wrong::before: "/srv/%{alias('x')}" # want "only thing"
wrong::behind: "%{alias('x')}/srv" # want "only thing"
wrong::space: " %{alias('x')}" # want "only thing"
wrong::twice: "%{alias('x')}%{alias('y')}" # want "only thing" "only thing"
wrong::nested:
  k: ["a %{alias('x')}"] # want "only thing"
wrong::block: |
  %{alias('x')} # want "only thing"
wrong::folded: >
  some text
  %{alias('x')} # want "only thing"
wrong::escaped: "\u00e4\t%{alias(\"x\")}" # want "only thing"
`))
	for i, want := range []string{"%{alias('x')}", "%{alias('x')}", "%{alias('x')}", "%{alias('x')}", "%{alias('y')}", "%{alias('x')}", "%{alias('x')}", "%{alias('x')}", `%{alias(\"x\")}`} {
		if i >= len(found) {
			break
		}
		if got := ruletest.Underlined(found[i]); got != want {
			t.Errorf("finding %d underlines %q, want %q", i, got, want)
		}
	}
}
