package hierarchy_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/hierarchy"
)

// globalV3 is the hiera.yaml of a server, for the data of its environments.
const globalV3 = "---\n:backends: [yaml]\n:hierarchy: ['nodes/%{::trusted.certname}', common]\n:yaml:\n  :datadir: /etc/puppetlabs/code/environments/%{environment}/hieradata\n"

func TestHieraConfigDeprecated(t *testing.T) {
	t.Parallel()
	v4 := "version: 4 # want note \"version 4 is deprecated\"\nhierarchy:\n  - {name: common, backend: yaml}\n"
	ruletest.RunAll(t, hierarchy.HieraConfigDeprecated, map[string]map[string]string{
		"version 4": {"hiera.yaml": v4, "data/common.yaml": "a: 1\n"},
		"version 3 of the global layer": {
			"hiera.yaml": ruletest.Marked("---", "note \"version 3 is deprecated\"") + globalV3[4:], "environments/production/hieradata/common.yaml": "a: 1\n", "environments/production/manifests/site.pp": "include a\n",
		},
		"version 5":                   ruletest.Common("a: 1\n"),
		"version 3 in an environment": {"hiera.yaml": "version: 3\n", "data/common.yaml": "a: 1\n", "environment.conf": "modulepath = modules\n"},
	})
}

// TestOldVersionsAreClean checks that valid configurations of versions 3 and 4 have no other
// findings.
func TestOldVersionsAreClean(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]map[string]string{
		"version 4": {"hiera.yaml": "version: 4\nhierarchy:\n  - {name: common, backend: yaml}\n", "data/common.yaml": "a: 1\n"},
		"version 3 of the global layer": {
			"hiera.yaml": globalV3, "environments/production/hieradata/common.yaml": "a: 1\n", "environments/production/manifests/site.pp": "notify { 'a': }\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, d := range ruletest.Check(t, filetree.Write(t, files)) {
				if d.Rule != hierarchy.HieraConfigDeprecated.Descriptor() {
					t.Errorf("%s: %s", d.Rule.Name, d.Message)
				}
			}
		})
	}
}
