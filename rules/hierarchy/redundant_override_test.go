package hierarchy_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/hierarchy"
)

func TestRedundantOverride(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, hierarchy.RedundantOverride, map[string]map[string]string{
		"the same": ruletest.Roles(map[string]string{"data/role/web.yaml": "b: 1\na: {x: 1} # want note \"`a` has the same value in `.*common.yaml`\"\n", "data/common.yaml": "a: {x: 1}\n"}),
		"another":  ruletest.Roles(map[string]string{"data/role/web.yaml": "a: 2\n", "data/common.yaml": "a: 1\n"}),
		"a level between may differ": ruletest.Roles(map[string]string{
			"data/nodes/web01.yaml": "a: 1\n", "data/role/web.yaml": "a: 2\n", "data/common.yaml": "a: 1\n",
		}),
		"a variant of the other file": {
			"hiera.yaml": "version: 5\nhierarchy: [{name: A, paths: ['%{trusted.certname}.yaml', common.yaml]}]\n", "data/common-new.yaml": "a: 1\nb: 1\n", "data/common.yaml": "a: 1\n",
		},
		"another type": ruletest.Roles(map[string]string{"data/role/web.yaml": "a: '1'\n", "data/common.yaml": "a: 1\n"}),
		"merged":       ruletest.Roles(map[string]string{"data/role/web.yaml": "a: [1]\n", "data/common.yaml": "lookup_options: {a: {merge: unique}}\na: [1]\n"}),
	})
	for _, tt := range []struct{ name, file, fixed string }{
		{"an entry", "b: 1\na: {x: 1} # want \"`a`\"\nc: 1\n", "b: 1\nc: 1\n"},
		{"its comment", "b: 1\n# why\n# and so\na: {x: 1} # want \"`a`\"\n\nc: 1\n", "b: 1\n\nc: 1\n"},
		{"the comment of the next", "b: 1\n\n# why\na: {x: 1} # want \"`a`\"\n# else\nc: 1\n", "b: 1\n\n# else\nc: 1\n"},
		{"a comment about two", "b: 1\n\n# why\na: {x: 1} # want \"`a`\"\nc: 1\n", ""},
		{"a comment on two entries", "# why\nb: 1\na: {x: 1} # want \"`a`\"\nc: 1\n", ""},
		{"another group", "# why\nb: 1\n\na: {x: 1} # want \"`a`\"\nc: 1\n", "# why\nb: 1\n\nc: 1\n"},
		{"the head of the file", "# why\na: {x: 1} # want \"`a`\"\n\nc: 1\n", ""},
		{"a string that looks like a comment", "b: |\n  # why\na: {x: 1} # want \"`a`\"\nc: 1\n", "b: |\n  # why\nc: 1\n"},
		{"the only entry", "a: {x: 1} # want \"`a`\"\n", ""}, // an empty file would remain
		{"between braces", "{b: 1, a: {x: 1}, c: 1} # want \"`a`\"\n", "{b: 1, c: 1}\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := ruletest.Roles(map[string]string{"data/role/web.yaml": tt.file, "data/common.yaml": "a: {x: 1}\n"})
			found := ruletest.Run(t, hierarchy.RedundantOverride, files)
			switch fixes := found[0].Fixes; {
			case tt.fixed == "" && len(fixes) > 0, tt.fixed != "" && len(fixes) != 1:
				t.Errorf("fixes: %v", fixes)
			case tt.fixed != "" && (ruletest.Apply(fixes[0]) != tt.fixed || fixes[0].Safe):
				t.Errorf("fixed %q, safe: %v", ruletest.Apply(fixes[0]), fixes[0].Safe)
			}
		})
	}
}
