package interpolation_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/interpolation"
)

func TestInterpolationUnquotedArgument(t *testing.T) {
	t.Parallel()
	found := ruletest.Run(t, interpolation.InterpolationUnquotedArgument, ruletest.Common(`---
right: "%{lookup('x')} %{foo}"
wrong: "%{lookup(db::host)}" # want error "unquoted"
`))
	if len(found) != 1 || len(found[0].Fixes) != 1 {
		t.Fatal("no fix")
	}
	const want = "---\nright: \"%{lookup('x')} %{foo}\"\nwrong: \"%{lookup('db::host')}\"\n"
	if got := ruletest.Apply(found[0].Fixes[0]); got != want {
		t.Errorf("fixed:\n%s\nwant:\n%s", got, want)
	}
}
