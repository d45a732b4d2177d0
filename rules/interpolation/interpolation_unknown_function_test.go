package interpolation_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/interpolation"
)

// TestUnknownFunctionOfBackend checks that with a custom backend, which may define functions,
// unknown functions are not reported.
func TestUnknownFunctionOfBackend(t *testing.T) {
	t.Parallel()
	config := func(backends string) string {
		return ":backends: " + backends + "\n:hierarchy: [common]\n:yaml:\n  :datadir: hieradata\n"
	}
	ruletest.Run(t, interpolation.InterpolationUnknownFunction, map[string]string{
		"hiera.yaml": config("[services, yaml]"), "hieradata/common.yaml": "a: \"%{service_addresses('web')}\"\n",
	})
	ruletest.Run(t, interpolation.InterpolationUnknownFunction, map[string]string{
		"hiera.yaml": config("[yaml]"), "hieradata/common.yaml": "a: \"%{service_addresses('web')}\" # want \"unknown interpolation function\"\n",
	})
}

func TestInterpolationUnknownFunction(t *testing.T) {
	t.Parallel()
	found := ruletest.Run(t, interpolation.InterpolationUnknownFunction, ruletest.Common(`---
right: "%{lookup('x')} %{hiera('x')} %{scope('x')}"
wrong: "%{lookups('x')}" # want error "lookups"
case: "%{Lookup('x')}" # want error "Lookup"
far: "%{strftime('x')}" # want error "strftime"
`))
	if len(found) == 3 && (len(found[0].Fixes) != 1 || len(found[2].Fixes) != 0) {
		t.Error("want a fix for the typo only")
	}
}
