package interpolation_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/interpolation"
)

func TestInterpolationCycle(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, interpolation.InterpolationCycle, map[string]map[string]string{
		"itself":           ruletest.Common("a: \"x%{lookup('a')}\" # want error \"`a` refers to itself$\"\n"),
		"through another":  ruletest.Common("a: \"%{lookup('b')}\" # want \"`a` refers to itself through `b`\"\nb: \"%{alias('a')}\" # want \"`b` refers to itself through `a`\"\n"),
		"what leads to it": ruletest.Common("a: \"%{lookup('a')}\" # want \"`a`\"\nc: \"%{lookup('a')}\"\n"),
		"a lower level":    ruletest.Roles(map[string]string{"data/role/web.yaml": "a: \"x%{lookup('a')}\" # want \"`a` refers to itself\"\n", "data/common.yaml": "a: 1\n"}),
		"where two files meet": ruletest.Roles(map[string]string{
			"data/nodes/web01.yaml": "a: \"%{lookup('b')}\" # want warning \"`a` refers to itself through `b`\"\n",
			"data/role/web.yaml":    "b: \"%{lookup('a')}\" # want warning \"`b` refers to itself through `a`\"\n",
			"data/common.yaml":      "a: 1\nb: 1\n",
		}),
		"a placeholder for data that users add": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Users, path: local.yaml}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": "a: \"%{alias('a')}\" # want warning \"`a` refers to itself$\"\n",
		},
		"a lower level that is not in the tree": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n  - {name: Users, path: local.yaml}\n",
			"data/common.yaml": "a: \"%{alias('a')}\" # want error \"`a` refers to itself$\"\n",
		},
		"where they cannot": ruletest.Roles(map[string]string{
			"data/role/db.yaml": "a: \"%{lookup('b')}\"\n", "data/role/web.yaml": "b: \"%{lookup('a')}\"\n", "data/common.yaml": "a: 1\nb: 1\n",
		}),
	})
}
