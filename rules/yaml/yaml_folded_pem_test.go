package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

const (
	pemLine  = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n"
	pemStart = "-----BEGIN CERTIFICATE-----"
	pemEnd   = "-----END CERTIFICATE-----\n"
	pemWant  = " # want warning \"missing .|. before the certificate\"\n"
)

func TestYAMLFoldedPEM(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.YAMLFoldedPEM, map[string]map[string]string{
		"below its key":                  ruletest.Common("a:\n  " + pemStart + pemWant + "  " + pemLine + "  " + pemLine + "  " + pemEnd),
		"beside it":                      ruletest.Common("a: " + pemStart + pemWant + "  " + pemLine + "  " + pemEnd),
		"in an array":                    ruletest.Common("a:\n  - " + pemStart + pemWant + "    " + pemLine + "    " + pemEnd),
		"another label":                  ruletest.Common("a:\n  -----BEGIN DH PARAMETERS----- # want \"before the block .DH PARAMETERS.\"\n  " + pemLine + "  -----END DH PARAMETERS-----\n"),
		"literal":                        ruletest.Common("a: |\n  " + pemStart + "\n  " + pemLine + "  " + pemEnd),
		"folded":                         ruletest.Common("a: > # want note \"`>` joins the lines of the certificate\"\n  " + pemStart + "\n  " + pemLine + "  " + pemEnd),
		"on one line":                    ruletest.Common("a: " + pemStart + " MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A -----END CERTIFICATE-----\n"),
		"no end":                         ruletest.Common("a: | # want warning \"no line .-----END CERTIFICATE-----. after the certificate\"\n  " + pemStart + "\n  " + pemLine + "  " + pemLine + "b: 1\n"),
		"the end of another block":       ruletest.Common("a: | # want \"END RSA PRIVATE KEY\"\n  -----BEGIN RSA PRIVATE KEY-----\n  " + pemLine + "  " + pemEnd),
		"the last of several has no end": ruletest.Common("a: | # want \"END CERTIFICATE\"\n  " + pemStart + "\n  " + pemLine + "  " + pemEnd + "  " + pemStart + "\n  " + pemLine),
		"only the first line":            ruletest.Common("a: '" + pemStart + "'\nb: |\n  grep -c '" + pemStart + "' \"$1\"\n"),
		"a token in it":                  ruletest.Common("a: |\n  " + pemStart + "\n  " + pemLine + "  %{rest}\n"),
		"placeholder":                    ruletest.Common("a:\n  " + pemStart + "\n  ...x\n  " + pemEnd),
		"empty lines":                    ruletest.Common("a:\n  " + pemStart + "\n\n  " + pemLine + "\n  " + pemEnd),
	})
}

func TestYAMLFoldedPEMFix(t *testing.T) {
	t.Parallel()
	lines := "  " + pemLine + "  " + pemEnd
	ruletest.Fixes(t, yaml.YAMLFoldedPEM, false, map[string]string{
		"a:\n  " + pemStart + pemWant + lines:                                "a: |\n  " + pemStart + "\n" + lines,
		"a: " + pemStart + pemWant + lines:                                   "",
		"a: > # want \"joins\"\n  " + pemStart + "\n" + lines:                "a: |\n  " + pemStart + "\n" + lines,
		"a: # x\n  " + pemStart + pemWant + lines:                            "",
		"a:\n   " + pemStart + pemWant + lines:                               "",
		"a:\n  - " + pemStart + pemWant + "    " + pemLine + "    " + pemEnd: "",
	})
}
