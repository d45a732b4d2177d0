package interpolation_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/interpolation"
)

func TestHashKeyCollision(t *testing.T) {
	t.Parallel()
	const eyaml = "version: 5\nhierarchy: [{name: Common, path: common.yaml, lookup_key: eyaml_lookup_key, options: {pkcs7_private_key: /k/a, pkcs7_public_key: /k/b}}]\n"
	ruletest.RunAll(t, interpolation.HashKeyCollision, map[string]map[string]string{
		"a token first":   ruletest.Common("d: x.org\na:\n  \"www.%{lookup('d')}\": 1\n  b: 2\n  www.x.org: 3 # want warning \"key `www.x.org` is equal to `www.%.lookup.'d'..` after interpolation\"\n"),
		"a token last":    ruletest.Common("d: x.org\na:\n  www.x.org: 3\n  \"www.%{lookup('d')}\": {} # want \"is equal to `www.x.org`\"\n"),
		"two tokens":      ruletest.Common("d: x\ne: x\na:\n  - b:\n      \"%{lookup('d')}\": 1\n      \"%{lookup('e')}\": 2 # want \"is equal to\"\n"),
		"three entries":   ruletest.Common("d: x\ne: x\na:\n  x: 0\n  \"%{lookup('d')}\": 1 # want \"equal to `x`\"\n  \"%{lookup('e')}\": 2 # want \"equal to `%.lookup.'d'\"\n"),
		"encrypted value": {"hiera.yaml": eyaml, "data/common.yaml": "d: x\na:\n  x: ENC[PKCS7,MIIB]\n  \"%{lookup('d')}\": 1 # want \"equal to `x`\"\n"},
		"on some nodes": {
			"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "d: x\n", "data/role/db.yaml": "d: y\n",
			"data/common.yaml": "d: z\na:\n  \"%{lookup('d')}\": 1\n  x: 2 # want \"is equal to\"\n  y: 3 # want \"is equal to\"\n",
		},
		"a fact of the level": ruletest.Roles(map[string]string{"data/role/web.yaml": "a:\n  \"%{facts.role}\": 1\n  web: 2 # want \"is equal to\"\n", "data/common.yaml": "b: 1\n"}),
		"other keys":          ruletest.Common("d: x.org\na:\n  \"www.%{lookup('d')}\": 1\n  x.org: 3\n  \"%{facts.os.family}\": 1\n  Debian: 2\n"),
		"other hashes":        ruletest.Common("d: x\na: [{\"%{lookup('d')}\": 1}, {x: 2}]\n"),
		"the same value":      ruletest.Common("d: x\na:\n  \"%{lookup('d')}\": {b: [1]}\n  x: {b: [1]}\n"),
		"undefined keys":      ruletest.Common("a:\n  \"%{lookup('d')}\": 1\n  \"%{lookup('e')}\": 2\n"),
		"undefined variables": ruletest.Common("a:\n  \"%{x}\": 1\n  \"%{y}\": 2\n  ''  : 3\n"),
	})
}
