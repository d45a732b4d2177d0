package interpolation_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/interpolation"
)

func TestTopScopeFact(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, interpolation.TopScopeFact, map[string]string{
		".hieralint.yaml": "profile: strict\nknown_facts: [tier]\nknown_variables: [virtual]\n",
		"hiera.yaml": `---
version: 5
hierarchy:
  - name: One
    path: "%{::os.family}.yaml" # want note "os. is read"
  - name: Two
    paths: ["%{facts.os.family}.yaml", "%{trusted.certname}.yaml", "%{kernel}.yaml"] # want note "kernel"
  - name: Common
    path: common.yaml
`,
		"data/common.yaml": `---
right::facts: "%{facts.os.family} %{::facts.kernel} %{trusted.certname} %{server_facts.environment} %{environment} %{clientcert}"
right::site: "%{role} %{virtual} %{profile::base::kernel} %{x.kernel} %{lookup('kernel')} %{facts.tier}"
right::legacy: "%{fqdn} %{::osfamily}"
right::literal: "%{literal('%')}{kernel}"
wrong::bare: "%{kernel}" # want note "kernel"
wrong::parts: "%{os.release.major} %{::networking.ip}" # want note "os" note "networking"
wrong::scope: "%{scope('timezone')}" # want note "timezone"
wrong::custom: "%{tier}" # want note "tier"
`,
	})
	ruletest.Run(t, interpolation.TopScopeFact, ruletest.Common("a: \"%{kernel}\"\n")) // reported in the strict profile only
}

func TestTopScopeFactFix(t *testing.T) {
	t.Parallel()
	tests := []struct {
		token, fixed string
		safe         bool
	}{
		{"%{kernel}", "%{facts.kernel}", false},
		{"%{::kernel}", "%{facts.kernel}", true},
		{"%{ os.family }", "%{ facts.os.family }", true},
		{"%{::os.family}", "%{facts.os.family}", true},
		{"%{scope('os.family')}", "%{scope('facts.os.family')}", true},
	}
	for _, tt := range tests {
		t.Run(tt.token, func(t *testing.T) {
			dir := filetree.Write(t, map[string]string{
				".hieralint.yaml": "profile: strict\n", "hiera.yaml": "version: 5\n", "data/common.yaml": "a: \"x " + tt.token + " y\"\n",
			})
			for _, d := range ruletest.Check(t, dir) {
				if d.Rule != interpolation.TopScopeFact.Descriptor() {
					continue
				}
				fixed := strings.TrimSuffix(strings.TrimPrefix(ruletest.Apply(d.Fixes[0]), `a: "x `), " y\"\n")
				if fixed != tt.fixed || d.Fixes[0].Safe != tt.safe {
					t.Errorf("fixed %q (safe: %t), want %q (%t)", fixed, d.Fixes[0].Safe, tt.fixed, tt.safe)
				}
				return
			}
			t.Error("no findings")
		})
	}
}
