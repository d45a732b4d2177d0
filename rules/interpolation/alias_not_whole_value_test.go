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
wrong::before: "/srv/%{alias('x')}" # want "whole value"
wrong::behind: "%{alias('x')}/srv" # want "whole value"
wrong::space: " %{alias('x')}" # want "whole value"
wrong::twice: "%{alias('x')}%{alias('y')}" # want "whole value" "whole value"
wrong::nested:
  k: ["a %{alias('x')}"] # want "whole value"
wrong::block: |
  %{alias('x')} # want "whole value"
wrong::folded: >
  some text
  %{alias('x')} # want "whole value"
wrong::escaped: "\u00e4\t%{alias(\"x\")}" # want "whole value"
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
