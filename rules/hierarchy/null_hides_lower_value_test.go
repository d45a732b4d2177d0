package hierarchy_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/hierarchy"
)

func TestNullHidesLowerValue(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]map[string]string{
		"empty":             ruletest.Roles(map[string]string{"data/role/web.yaml": "a: # want warning \"`a` is empty here, which hides the value in\"\n", "data/common.yaml": "a: 1\n"}),
		"written":           ruletest.Roles(map[string]string{"data/role/web.yaml": "a: ~ # want note \"`a` is empty here\"\n", "data/common.yaml": "a: 1\n"}),
		"nothing below":     ruletest.Roles(map[string]string{"data/role/web.yaml": "a:\n", "data/role/db.yaml": "a: 1\n"}),
		"nothing at all":    ruletest.Roles(map[string]string{"data/role/web.yaml": "a:\n", "data/common.yaml": "a:\n"}),
		"merged":            ruletest.Roles(map[string]string{"data/role/web.yaml": "a:\n", "data/common.yaml": "lookup_options: {a: {merge: deep}}\na: {x: 1}\n"}),
		"default in module": {"modules/m/hiera.yaml": "version: 5\n", "modules/m/data/common.yaml": "m::a: 1\n", "data/common.yaml": "m::a:\n"},
		"written for a default": ruletest.Roles(map[string]string{
			"data/role/web.yaml":          "m::a: ~\nm::b: ~\nm::c: ~ # want error \"is empty\"\nm::d: # want error \"is empty\"\nm::e: # want warning \"is empty\"\nm::f: ~ # want note \"is empty\"\n",
			"data/common.yaml":            "m::a: 1\nm::b: 1\nm::c: 1\nm::d: 1\nm::e: 1\nm::f: 1\n",
			"modules/m/manifests/init.pp": "class m(Integer $a = 2, Optional[Integer] $b, Integer $c, Integer $d, $e = 1) { }\n",
		}),
	} {
		t.Run(name, func(t *testing.T) { ruletest.Run(t, hierarchy.NullHidesLowerValue, ruletest.Strict(files)) })
	}
	ruletest.Run(t, hierarchy.NullHidesLowerValue, ruletest.Roles(map[string]string{
		"data/role/web.yaml": "m::a:\nm::b: ~\nm::c: ~ # want error \"is empty\"\n", "data/common.yaml": "m::a: 1\nm::b: 1\nm::c: 1\n",
		"modules/m/manifests/init.pp": "class m($a = 1, $b = 1, Integer $c) { }\n",
	}))
}
