package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestYAMLMistypedBlockScalar(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.YAMLMistypedBlockScalar, map[string]map[string]string{
		"a sign on its own":   ruletest.Common("a: < # want warning \"`<` does not start a block scalar\"\n  text\n  more\n"),
		"without the newline": ruletest.Common("a: <- # want \"block scalar\"\n  text\n"),
		"in an array":         ruletest.Common("a:\n- < # want \"block scalar\"\n  text\n"),
		"markup":              ruletest.Common("a: <b>text</b>\n  more\nb: <b\n  >\nc:\n  <b>\n  text\n"),
		"quoted":              ruletest.Common("a: \"<\n  text\"\n"),
		"the sign alone":      ruletest.Common("a: <\nb: [<, x]\n"),
		"in the block":        ruletest.Common("a: |\n  <\n  text\n"),
		"a second indicator":  ruletest.Common("a: |\n  > # want warning \"`>` in the first line of a block scalar does not start another one\"\n  ENC[PKCS7,x]\nb:\n- >-\n  |- # want \"`|-` in the first line\"\n  text\n"),
		"drawings and quotes": ruletest.Common("a: |\n  |\n  | text\nb: |\n  >\n  > text\nc: |\n  > text\n  more\nd: |\n  >\n"),
	})
}

func TestYAMLMistypedBlockScalarFix(t *testing.T) {
	t.Parallel()
	ruletest.Fixes(t, yaml.YAMLMistypedBlockScalar, false, map[string]string{
		"a: <- # want \"<\"\n  text\n":     "a: >-\n  text\n",
		"a: |\n  > # want \">\"\n  text\n": "a: |\n  text\n",
	})
}
